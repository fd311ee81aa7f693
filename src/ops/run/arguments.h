#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "ops/kernel_api.h"
#include "ops/run/dispatch.h"
#include "ops/run/walk.h"

namespace gearbox::ops {

/// The elements of an integer or bool tensor, widened.
inline Ints integers_of(const Tensor& tensor) {
  Ints out(static_cast<size_t>(tensor.elements()));
  dispatch<int64_t, int32_t, uint8_t, int8_t, uint16_t, int16_t, uint32_t, uint64_t, bool>(tensor.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int64_t>(tensor.as<T>()[i]);
  });
  return out;
}

/// The elements of a numeric tensor as double.
inline std::vector<double> reals_of(const Tensor& tensor) {
  std::vector<double> out(static_cast<size_t>(tensor.elements()));
  dispatch_all(tensor.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(tensor.as<T>()[i]);
  });
  return out;
}

/// Integers that newer opsets hold in input `index` and older ones in attribute `name`; nullopt where neither is given.
inline std::optional<Ints> integer_argument(const KernelContext& context, std::string_view name, int index) {
  if (context.has_input(index)) return integers_of(context.input(index));
  const Attribute* attribute = context.attributes().find(name);
  if (!attribute) return std::nullopt;
  if (const int64_t* one = std::get_if<int64_t>(attribute)) return Ints{*one};
  return context.attributes().integers(name);
}

/// The first element of an integer input where it is given, else `fallback`.
inline int64_t integer_input(const KernelContext& context, int index, int64_t fallback) {
  if (!context.has_input(index)) return fallback;
  const Ints values = integers_of(context.input(index));
  return values.empty() ? fallback : values[0];
}

/// A possibly negative axis of a tensor of that rank, normalised; an error naming the node where it is out of range.
inline Result<size_t> checked_axis(const KernelContext& context, int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) {
    return context.error("axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank));
  }
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

/// The same for a list of axes, which must not repeat.
inline Result<std::vector<size_t>> checked_axes(const KernelContext& context, const Ints& axes, int64_t rank) {
  std::vector<size_t> out;
  for (int64_t axis : axes) {
    GBX_ASSIGN_OR_RETURN(const size_t at, checked_axis(context, axis, rank));
    if (std::find(out.begin(), out.end(), at) != out.end()) return context.error("axis " + std::to_string(axis) + " is given twice");
    out.push_back(at);
  }
  return out;
}

/// 'name' of input `index`, for messages.
inline std::string quoted(const KernelContext& context, int index) { return "'" + std::string(context.input_name(index)) + "'"; }

/// "[2, 3]", for messages.
inline std::string list_text(std::span<const int64_t> values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + std::to_string(values[i]);
  return out + "]";
}

/// Copies all bytes; both tensors hold equally many. They may be the same memory.
inline void copy_elements(const Tensor& from, const Tensor& to) {
  const size_t bytes = static_cast<size_t>(from.elements()) * dtype_size(from.dtype);
  if (bytes > 0 && to.data != from.data) std::memcpy(to.data, from.data, bytes);
}

}  // namespace gearbox::ops
