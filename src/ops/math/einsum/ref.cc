#include "ops/math/einsum/equation.h"
#include "ops/run/reduce.h"

namespace gearbox::ops::einsum {

namespace {

struct Walk {
  std::vector<int> labels;  ///< of the output, then those summed over
  Extents dims, summed;
  std::vector<Extents> strides, summed_strides;  ///< per operand
};

Result<Walk> walk_of(const KernelContext& context, const Labels& terms) {
  std::map<int, int64_t> extents_of;
  for (int i = 0; i < context.inputs(); ++i) {
    for (size_t axis = 0; axis < context.input(i).dims.size(); ++axis) {
      const int64_t extent = context.input(i).dims[axis];
      int64_t& joined = extents_of.emplace(terms.inputs[static_cast<size_t>(i)][axis], 1).first->second;
      if (extent != 1 && joined != 1 && extent != joined) {
        return context.error("axis " + std::to_string(axis) + " of " + quoted(context, i) + " has extent " + std::to_string(extent) +
                             " where " + std::to_string(joined) + " is expected");
      }
      if (extent != 1) joined = extent;
    }
  }
  Walk out;
  out.labels = terms.output;
  for (int label : terms.output) out.dims.push_back(extents_of.at(label));
  for (const auto& [label, extent] : extents_of) {
    if (std::find(terms.output.begin(), terms.output.end(), label) != terms.output.end()) continue;
    out.labels.push_back(label);
    out.summed.push_back(extent);
  }
  for (int i = 0; i < context.inputs(); ++i) {
    const auto dims = context.input(i).dims;
    const Extents dense = dense_strides(dims);
    Extents strides(out.labels.size(), 0);
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const auto at = std::find(out.labels.begin(), out.labels.end(), terms.inputs[static_cast<size_t>(i)][axis]);
      if (dims[axis] != 1) strides[static_cast<size_t>(at - out.labels.begin())] += dense[axis];
    }
    const auto middle = strides.begin() + static_cast<std::ptrdiff_t>(out.dims.size());
    out.strides.emplace_back(strides.begin(), middle);
    out.summed_strides.emplace_back(middle, strides.end());
  }
  return out;
}

}  // namespace

Status reference(KernelContext& context) {
  std::vector<int64_t> ranks;
  for (int i = 0; i < context.inputs(); ++i) ranks.push_back(context.input(i).rank());
  const auto terms = labels_of(context.attributes().text("equation", ""), ranks);
  if (!terms.ok()) return context.error(terms.status().message());
  GBX_ASSIGN_OR_RETURN(const Walk walk, walk_of(context, *terms));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, walk.dims));
  const size_t operands = ranks.size();
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) {
    using Wide = reduce_t<T>;
    T* out = y.as<T>();
    for_each_index(walk.dims, [&](std::span<const int64_t> at) {
      Wide sum = 0;
      for_each_index(walk.summed, [&](std::span<const int64_t> inner) {
        Wide product = 1;
        for (size_t i = 0; i < operands; ++i) {
          const int64_t offset = offset_of(at, walk.strides[i]) + offset_of(inner, walk.summed_strides[i]);
          product = times(product, static_cast<Wide>(context.input(static_cast<int>(i)).as<T>()[offset]));
        }
        sum = plus(sum, product);
      });
      *out++ = convert<T>(sum);
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Einsum", .run = reference}); }

}  // namespace gearbox::ops::einsum
