#include <algorithm>

#include "ops/body_rule.h"
#include "ops/closed_body.h"
#include "ops/rules.h"

namespace gearbox::ops::gear_case {

namespace {

constexpr DType kRowTypes[] = {DType::kI32};

/// What holds of an axis of an output whichever gear runs, where nothing else can.
Dim joined(InferContext& c, std::span<const ClosedBody> branches, int output, size_t axis) {
  std::optional<Dim> same, most;
  bool agree = true, bounded = true;
  Interval range{INT64_MAX, 0};
  for (size_t i = 0; i < branches.size(); ++i) {
    const TensorType& type = c.node().bodies()[i].second->outputs()[static_cast<size_t>(output)]->type();
    const auto extent = branches[i].outside((*type.shape)[axis]);
    const auto capacity = extent ? extent : type.capacity ? branches[i].outside((*type.capacity)[axis]) : std::nullopt;
    agree = agree && extent && (!same || *same == *extent);
    bounded = bounded && capacity;
    if (extent) same = *extent;
    if (capacity) most = most ? max(*most, *capacity) : *capacity;
    const Interval own = bounds((*type.shape)[axis]);
    range = {std::min(range.lower, own.lower), std::max(range.upper, own.upper)};
  }
  if (agree && same) return *same;
  const Dim late = late_axis(c, output, static_cast<int64_t>(axis), bounded ? most : std::nullopt);
  c.narrow(late, range);
  return late;
}

void join_output(InferContext& c, std::span<const ClosedBody> branches, int index) {
  const auto& bodies = c.node().bodies();
  const auto type_in = [&](size_t branch) -> const TensorType& {
    return bodies[branch].second->outputs()[static_cast<size_t>(index)]->type();
  };
  TensorType out;
  out.dtype = type_in(0).dtype;
  bool ranked = true;
  for (size_t i = 0; i < bodies.size(); ++i) ranked = ranked && type_in(i).ranked() && type_in(i).rank() == type_in(0).rank();
  if (ranked) out.shape.emplace();
  for (size_t axis = 0; ranked && axis < type_in(0).shape->size(); ++axis) out.shape->push_back(joined(c, branches, index, axis));
  output_type(c, index, std::move(out));
}

Status infer(InferContext& c) {
  const auto& bodies = c.node().bodies();
  if (bodies.empty()) return c.error("has no branch");
  std::vector<ClosedBody> branches;
  for (const auto& [name, branch] : bodies) {
    branches.emplace_back(c, *branch, 1);
    GBX_RETURN_IF_ERROR(branches.back().check(c));
    for (size_t i = 0; i < branch->outputs().size(); ++i) {
      if (branch->outputs()[i]->type().dtype != bodies[0].second->outputs()[i]->type().dtype)
        return c.error("branch '" + name + "' gives output " + std::to_string(i) + " another element type");
    }
  }
  for (int i = 0; i < c.outputs(); ++i) {
    if (!c.wants_output(i)) continue;
    // What the dynamic branch says holds in every call, so also where a gear serves it.
    const auto fallback = std::ranges::find(bodies, "fallback", [](const auto& body) -> std::string_view { return body.first; });
    if (fallback != bodies.end()) {
      branches[static_cast<size_t>(fallback - bodies.begin())].set_output(c, i);
    } else {
      join_output(c, branches, i);
    }
  }
  return {};
}

}  // namespace

/// One of the branches "gear_0", "gear_1" ..., by number; a number from `gears` on chooses the branch "fallback", where there is one.
/// Numbers that cannot come up need no branch. Every branch takes all inputs but the number, in symbols of its own, and has been inferred
/// by itself. `scope` names the part of the model that has these gears; absent: the model.
OpDef definition() {
  return OpDef("Case", "gearbox")
      .input("row", kRowTypes)
      .input("inputs", {}, Formal::Arity::kVariadic)
      .output("outputs", {}, Formal::Arity::kVariadic)
      .attribute("gears", true)
      .attribute("scope")
      .infer(infer);
}

}  // namespace gearbox::ops::gear_case
