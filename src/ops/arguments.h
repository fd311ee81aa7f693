#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/extent_dim.h"
#include "ops/op_def.h"

namespace gearbox::ops {

/// A list of integers a node is given, as far as the compiler knows it.
struct IntegerArgument {
  bool given = false;
  std::optional<std::vector<Dim>> elements;  ///< absent: known only at run time
  std::optional<int64_t> count;              ///< how many, where that is known
};

/// Integers that newer opsets hold in input `index` and older ones in attribute `name`.
IntegerArgument integer_argument(const InferContext& context, std::string_view name, int index);
/// The same as numbers; nullopt where they are not given or not constant.
std::optional<Ints> constant_argument(const InferContext& context, std::string_view name, int index);

/// The elements as numbers where every one is constant.
std::optional<Ints> numbers(const std::optional<std::vector<Dim>>& elements);
/// The only element of an input's contents.
std::optional<Dim> scalar_contents(const InferContext& context, int index);

/// Normalised axes, in the given order; an error where one is out of range or repeats.
Result<std::vector<size_t>> normal_axes(const InferContext& context, const Ints& axes, int64_t rank);

/// Demands that both are equal and keeps in `extent` the one that says more.
Status merge_extents(InferContext& context, Dim& extent, Dim other, std::string message);
/// A fresh extent for one axis of an output, named after both.
Dim late_axis(InferContext& context, int output, int64_t axis, std::optional<Dim> upper = std::nullopt);
/// Output with this rank where it is known, all extents late and at most `upper`; unranked otherwise.
void output_of_rank(InferContext& context, int output, DType dtype, std::optional<int64_t> rank, std::optional<Dim> upper = std::nullopt);
/// The largest extent of input `index`, 1 at least; nullopt where it is unranked.
std::optional<Dim> largest_extent(const InferContext& context, int index);

/// Extents and (for integers) contents of input 0 as they are; for views give the new shape.
void output_view(InferContext& context, Shape shape);
/// 'name' of input `index`, for messages.
std::string quoted(const InferContext& context, int index);

/// Cost of moving output 0 once: no arithmetic, every output element read and written.
Cost move_cost(const InferContext& context);
AxisRole permuted(const InferContext& context, int input, int64_t axis);

}  // namespace gearbox::ops
