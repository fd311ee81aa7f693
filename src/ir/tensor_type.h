#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/literal.h"
#include "expr/dim.h"

namespace gearbox {

using Shape = std::vector<Dim>;

/// How a tensor's elements lie in memory.
enum class MemoryFormat : uint8_t {
  kPlain,     ///< row-major in the order of the axes
  kBlocked8,  ///< nChw8c: channels (axis 1) in blocks of 8 innermost; lanes beyond the last channel are garbage
};

enum class Placement : uint8_t { kUnplaced, kWeight, kArena, kPool, kCaller };
enum class Lifetime : uint8_t { kTemporary, kPersistent };

/// Linear quantisation: real = scale * (stored - zero_point), one scale for all (axis -1) or one per index of `axis`.
struct Quantisation {
  int64_t axis = -1;
  std::vector<float> scale;
  std::vector<int64_t> zero_point;
};

/// Everything known about a tensor but its name and producer. `shape` is the extent (what is valid), `capacity` what the buffer
/// may hold at most: two fields that are never taken for each other. An absent shape means the rank itself is known only at run time.
struct TensorType {
  DType dtype = DType::kUndefined;
  std::optional<Shape> shape;
  std::optional<Shape> capacity;  ///< absent: equal to shape
  std::vector<Dim> strides;       ///< in elements; empty: dense in `format`
  MemoryFormat format = MemoryFormat::kPlain;
  std::optional<Quantisation> quantisation;
  Placement placement = Placement::kUnplaced;
  Lifetime lifetime = Lifetime::kTemporary;

  bool ranked() const { return shape.has_value(); }
  int64_t rank() const { return static_cast<int64_t>(shape->size()); }
  const Dim& dim(int64_t axis) const { return (*shape)[static_cast<size_t>(axis)]; }
};

inline TensorType tensor_type(DType dtype, Shape shape) {
  TensorType type;
  type.dtype = dtype;
  type.shape = std::move(shape);
  return type;
}

/// The type of a constant: its dtype and extents.
TensorType type_of(const Literal& literal);

/// "f32[N,3,floordiv(H, 2)]", "f32[*]" where unranked, with the format appended where not plain.
std::string type_text(const TensorType& type);

}  // namespace gearbox
