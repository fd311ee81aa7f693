#include "base/dtype.h"

#include <array>

namespace gearbox {
namespace dtype_table {

struct Row {
  std::string_view name;
  size_t size;
};

constexpr std::array<Row, 17> kRows = {{
    {"undefined", 0},  // 0
    {"f32", 4},
    {"u8", 1},
    {"i8", 1},
    {"u16", 2},
    {"i16", 2},
    {"i32", 4},
    {"i64", 8},
    {"string", 0},  // 8
    {"bool", 1},
    {"f16", 2},
    {"f64", 8},
    {"u32", 4},
    {"u64", 8},
    {"c64", 8},
    {"c128", 16},
    {"bf16", 2},  // 16
}};

constexpr const Row& row(DType type) {
  const size_t index = static_cast<size_t>(type);
  return kRows[index < kRows.size() ? index : 0];
}

}  // namespace dtype_table

size_t dtype_size(DType type) { return dtype_table::row(type).size; }

std::string_view dtype_name(DType type) { return dtype_table::row(type).name; }

std::optional<DType> dtype_from_name(std::string_view name) {
  for (size_t i = 0; i < dtype_table::kRows.size(); ++i) {
    if (dtype_table::kRows[i].name == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

bool is_float(DType type) { return type == DType::kF32 || type == DType::kF16 || type == DType::kBF16 || type == DType::kF64; }

bool is_integer(DType type) {
  switch (type) {
    case DType::kU8:
    case DType::kI8:
    case DType::kU16:
    case DType::kI16:
    case DType::kI32:
    case DType::kI64:
    case DType::kU32:
    case DType::kU64: return true;
    default: return false;
  }
}

}  // namespace gearbox
