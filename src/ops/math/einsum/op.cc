#include <algorithm>

#include "ops/arguments.h"
#include "ops/math/einsum/equation.h"
#include "ops/rules.h"

namespace gearbox::ops::einsum {

namespace {

Result<Labels> labels(const InferContext& c) {
  std::vector<int64_t> ranks;
  for (int i = 0; i < c.inputs(); ++i) ranks.push_back(c.rank(i));
  auto out = labels_of(c.attributes().text("equation", ""), ranks);
  if (!out.ok()) return c.error(out.status().message());
  return out;
}

bool all_ranked(const InferContext& c) {
  for (int i = 0; i < c.inputs(); ++i) {
    if (!c.ranked(i)) return false;
  }
  return true;
}

Result<std::map<int, Dim>> extents_of(InferContext& c, const Labels& labels) {
  std::map<int, Dim> out;
  for (int i = 0; i < c.inputs(); ++i) {
    for (size_t axis = 0; axis < c.shape(i).size(); ++axis) {
      const auto [at, fresh] = out.emplace(labels.inputs[static_cast<size_t>(i)][axis], c.shape(i)[axis]);
      if (fresh) continue;
      const Shape pair[] = {{at->second}, {c.shape(i)[axis]}};
      GBX_ASSIGN_OR_RETURN(const Shape joined, c.broadcast_shapes(pair));
      at->second = joined[0];
    }
  }
  return out;
}

Status infer(InferContext& c) {
  if (!all_ranked(c)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Labels terms, labels(c));
  GBX_ASSIGN_OR_RETURN(const auto extents, extents_of(c, terms));
  Shape out;
  for (int label : terms.output) out.push_back(extents.at(label));
  c.output(0, c.dtype(0), std::move(out));
  return {};
}

AxisRole role(const InferContext& c, int input, int64_t axis) {
  if (!all_ranked(c)) return AxisRole::kOpaque;
  const auto terms = labels(c);
  if (!terms.ok()) return AxisRole::kOpaque;
  const int label = terms->inputs[static_cast<size_t>(input)][static_cast<size_t>(axis)];
  return std::find(terms->output.begin(), terms->output.end(), label) == terms->output.end() ? AxisRole::kContracted
                                                                                             : AxisRole::kIndependent;
}

/// One multiplication per operand and an addition for every combination of indices, as the plain definition does.
Cost cost(const InferContext& c) {
  if (!all_ranked(c)) return {};
  const auto terms = labels(c);
  if (!terms.ok()) return {};
  Cost cost = elementwise_cost(c, 0);
  std::map<int, Dim> extents;
  for (int i = 0; i < c.inputs(); ++i) {
    for (size_t axis = 0; axis < c.shape(i).size(); ++axis) extents.emplace(terms->inputs[static_cast<size_t>(i)][axis], c.shape(i)[axis]);
  }
  cost.flops = c.inputs();
  for (const auto& [label, extent] : extents) cost.flops = cost.flops * extent;
  return cost;
}

}  // namespace

/// Products of the operands summed over the labels that the output lacks, as `equation` says.
OpDef definition() {
  return OpDef("Einsum")
      .versions({12})
      .input("Inputs", kNumericTypes, Formal::Arity::kVariadic)
      .output("Output", kNumericTypes)
      .attribute("equation", true)
      .infer(infer)
      .axes(role)
      .cost(cost);
}

}  // namespace gearbox::ops::einsum
