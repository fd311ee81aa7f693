#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gearbox {

/// Element types. Values are those of ONNX's TensorProto.DataType, so that files and messages agree.
enum class DType : uint8_t {
  kUndefined = 0,
  kF32 = 1,
  kU8 = 2,
  kI8 = 3,
  kU16 = 4,
  kI16 = 5,
  kI32 = 6,
  kI64 = 7,
  kString = 8,
  kBool = 9,
  kF16 = 10,
  kF64 = 11,
  kU32 = 12,
  kU64 = 13,
  kC64 = 14,
  kC128 = 15,
  kBF16 = 16,
};

/// Bytes of one element; 0 for kUndefined and kString.
size_t dtype_size(DType type);
/// Short name as the textual form writes it: "f32", "i64", "bool" …
std::string_view dtype_name(DType type);
/// The inverse of dtype_name.
std::optional<DType> dtype_from_name(std::string_view name);

bool is_float(DType type);    ///< f16, bf16, f32, f64
bool is_integer(DType type);  ///< signed and unsigned integers, not bool

/// The DType of a C++ element type. Half types are the structs of base/half.h.
template <class T>
struct DTypeOf;
template <>
struct DTypeOf<float> {
  static constexpr DType value = DType::kF32;
};
template <>
struct DTypeOf<double> {
  static constexpr DType value = DType::kF64;
};
template <>
struct DTypeOf<uint8_t> {
  static constexpr DType value = DType::kU8;
};
template <>
struct DTypeOf<int8_t> {
  static constexpr DType value = DType::kI8;
};
template <>
struct DTypeOf<uint16_t> {
  static constexpr DType value = DType::kU16;
};
template <>
struct DTypeOf<int16_t> {
  static constexpr DType value = DType::kI16;
};
template <>
struct DTypeOf<int32_t> {
  static constexpr DType value = DType::kI32;
};
template <>
struct DTypeOf<int64_t> {
  static constexpr DType value = DType::kI64;
};
template <>
struct DTypeOf<uint32_t> {
  static constexpr DType value = DType::kU32;
};
template <>
struct DTypeOf<uint64_t> {
  static constexpr DType value = DType::kU64;
};
template <>
struct DTypeOf<bool> {
  static constexpr DType value = DType::kBool;
};

}  // namespace gearbox
