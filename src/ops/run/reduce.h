#pragma once

#include <algorithm>
#include <type_traits>

#include "ops/run/arguments.h"
#include "ops/run/arithmetic.h"
#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// How a tensor falls into groups of elements, one group per output element.
struct Grouping {
  Extents dims;                    ///< of the output
  Extents kept, kept_strides;      ///< axes that stay, and the input's strides along them
  Extents grouped, group_strides;  ///< axes that are reduced
};

inline Grouping group_axes(std::span<const int64_t> dims, const std::vector<size_t>& axes, bool keep) {
  Grouping out;
  const Extents strides = dense_strides(dims);
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    const bool reduced = std::find(axes.begin(), axes.end(), axis) != axes.end();
    (reduced ? out.grouped : out.kept).push_back(dims[axis]);
    (reduced ? out.group_strides : out.kept_strides).push_back(strides[axis]);
    if (!reduced || keep) out.dims.push_back(reduced ? 1 : dims[axis]);
  }
  return out;
}

/// The axes of a Reduce node as ops/reduce_rule.h describes them.
inline Result<Grouping> reduced_groups(const KernelContext& context) {
  const Tensor& x = context.input(0);
  auto axes = integer_argument(context, "axes", 1);
  if (!axes || axes->empty()) {
    axes.emplace();
    const bool all = context.attributes().integer("noop_with_empty_axes", 0) == 0;
    for (int64_t axis = 0; all && axis < x.rank(); ++axis) axes->push_back(axis);
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, checked_axes(context, *axes, x.rank()));
  return group_axes(x.dims, normal, context.attributes().integer("keepdims", 1) != 0);
}

/// The type a reduction is done in: double for floats, 64 bits for integers and bool.
template <class T>
using reduce_t = std::conditional_t<!std::is_integral_v<T>, double, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

/// Reference kernel of a Reduce operator: writes f(T(), elements of the group) for every group; the elements come as a span of
/// reduce_t<T>, the result is one.
template <class F>
Status run_reduction(KernelContext& context, F f) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const Grouping groups, reduced_groups(context));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, groups.dims));
  const bool known = dispatch_all(x.dtype, [&]<class T>(T) {
    using Wide = reduce_t<T>;
    std::vector<Wide> group;
    T* out = y.as<T>();
    for_each_index(groups.kept, [&](std::span<const int64_t> kept) {
      const T* at = x.as<T>() + offset_of(kept, groups.kept_strides);
      group.clear();
      for_each_index(groups.grouped, [&](std::span<const int64_t> index) {
        group.push_back(static_cast<Wide>(at[offset_of(index, groups.group_strides)]));
      });
      *out++ = convert<T>(static_cast<Wide>(f(T(), std::span<const Wide>(group))));
    });
  });
  return known_type(context, known, {});
}

/// Sum of f(element); integers wrap.
template <class Wide, class F>
Wide sum_of(std::span<const Wide> group, F f) {
  Wide sum = 0;
  for (Wide element : group) sum = plus(sum, static_cast<Wide>(f(element)));
  return sum;
}

/// Reference kernel of ArgMax and ArgMin: the index along `axis` of the element that no other beats(other, it); of equal ones the
/// first, or the last with select_last_index.
template <class Beats>
Status run_arg_reduction(KernelContext& context, Beats beats) {
  const Tensor& x = context.input(0);
  const Attributes& attributes = context.attributes();
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, attributes.integer("axis", 0), x.rank()));
  const Grouping groups = group_axes(x.dims, {axis}, attributes.integer("keepdims", 1) != 0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, groups.dims));
  const int64_t count = x.dims[axis], stride = groups.group_strides[0];
  if (count == 0 && y.elements() > 0) return context.error("axis " + std::to_string(axis) + " of " + quoted(context, 0) + " is empty");
  const bool last = attributes.integer("select_last_index", 0) != 0;
  const bool known = dispatch_numeric(x.dtype, [&]<class T>(T) {
    int64_t* out = y.as<int64_t>();
    for_each_index(groups.kept, [&](std::span<const int64_t> kept) {
      const T* at = x.as<T>() + offset_of(kept, groups.kept_strides);
      int64_t best = 0;
      for (int64_t i = 1; i < count; ++i) {
        if (beats(at[i * stride], at[best * stride]) || (last && !beats(at[best * stride], at[i * stride]))) best = i;
      }
      *out++ = best;
    });
  });
  return known_type(context, known, {});
}

}  // namespace gearbox::ops
