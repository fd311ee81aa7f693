#include <algorithm>

#include "ops/body_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::gear_case {

namespace {

constexpr DType kRowTypes[] = {DType::kI32};

/// Whether the extent of a branch's output means something outside: a number, or symbols of the node's inputs.
bool known_outside(const InferContext& c, const Graph& branch, const DimScope& scope, const Dim& extent) {
  if (extent.is_constant()) return true;
  if (branch.scope().get() != &scope) return false;
  const std::vector<SymbolId> symbols = extent.symbols();
  return std::ranges::all_of(symbols, [&](SymbolId symbol) {
    for (int i = 1; i < c.inputs(); ++i) {
      if (!c.has_input(i) || !c.ranked(i)) continue;
      for (const Dim& dim : c.shape(i)) {
        if (dim.symbol() == symbol) return true;
      }
    }
    return false;
  });
}

/// What holds of an axis of an output whichever branch runs: what all agree in, else what the branch in the node's own symbols says.
std::optional<Dim> agreed(const InferContext& c, const DimScope& scope, size_t output, size_t axis) {
  std::optional<Dim> own;
  bool same = true;
  const auto extent_in = [&](const Graph& branch) { return (*branch.outputs()[output]->type().shape)[axis]; };
  const Dim first = extent_in(*c.node().bodies().front().second);
  for (const auto& [name, branch] : c.node().bodies()) {
    const bool known = known_outside(c, *branch, scope, extent_in(*branch));
    same = same && known && extent_in(*branch) == first;
    if (known && branch->scope().get() == &scope) own = extent_in(*branch);
  }
  return same ? std::optional(first) : own;
}

Status infer_output(InferContext& c, int index) {
  const auto at = static_cast<size_t>(index);
  const auto& branches = c.node().bodies();
  TensorType out;
  out.dtype = branches.front().second->outputs()[at]->type().dtype;
  out.shape = branches.front().second->outputs()[at]->type().shape;
  for (const auto& [name, branch] : branches) {
    const TensorType& type = branch->outputs()[at]->type();
    if (type.dtype != out.dtype) return c.error("branch '" + name + "' gives output " + std::to_string(index) + " another element type");
    if (!type.ranked() || (out.ranked() && type.rank() != out.rank())) out.shape.reset();
  }
  for (size_t axis = 0; out.ranked() && axis < out.shape->size(); ++axis) {
    const auto extent = agreed(c, c.scope(), at, axis);
    (*out.shape)[axis] = extent ? *extent : c.late_extent(c.node().output(index)->name() + "." + std::to_string(axis));
  }
  output_type(c, index, std::move(out));
  return {};
}

Status infer(InferContext& c) {
  if (c.node().bodies().empty()) return c.error("has no branch");
  for (const auto& [name, branch] : c.node().bodies()) {
    if (static_cast<int>(branch->outputs().size()) != c.outputs()) return c.error("branch '" + name + "' has another number of outputs");
  }
  for (int i = 0; i < c.outputs(); ++i) {
    if (c.wants_output(i)) GBX_RETURN_IF_ERROR(infer_output(c, i));
  }
  return {};
}

}  // namespace

/// One of the branches "gear_0", "gear_1" ..., by number; a number from `gears` on chooses the branch "fallback", where there is one. Every
/// branch takes all inputs but the number, in symbols of its own, and has been inferred by itself.
OpDef definition() {
  return OpDef("Case", "gearbox")
      .input("row", kRowTypes)
      .input("inputs", {}, Formal::Arity::kVariadic)
      .output("outputs", {}, Formal::Arity::kVariadic)
      .attribute("gears", true)
      .infer(infer);
}

}  // namespace gearbox::ops::gear_case
