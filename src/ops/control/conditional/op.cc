#include "ops/body_rule.h"

namespace gearbox::ops::conditional {

namespace {

/// One branch as the node sees it: types and, where they are known, contents of its outputs.
struct Branch {
  std::vector<TensorType> types;
  std::vector<std::optional<std::vector<Dim>>> contents;
};

Result<Branch> infer_branch(InferContext& c, std::string_view name) {
  Graph* body = c.node().body(name);
  if (!body) return c.error("lacks its branch '" + std::string(name) + "'");
  const int first = c.inputs() - static_cast<int>(captures_of(c));
  pass_contents(c, *body, first, c.inputs(), 0);
  Branch branch;
  GBX_ASSIGN_OR_RETURN(branch.types, c.infer_body(name, input_types(c, first, c.inputs())));
  if (static_cast<int>(branch.types.size()) != c.outputs()) {
    return c.error("branch '" + std::string(name) + "' has " + std::to_string(branch.types.size()) + " outputs, the node " +
                   std::to_string(c.outputs()));
  }
  for (const Value* value : body->outputs()) branch.contents.push_back(value->contents());
  return branch;
}

void write(InferContext& c, int index, TensorType type, const std::optional<std::vector<Dim>>& contents, int known) {
  output_type(c, index, std::move(type));
  if (!contents) return;
  for (const Dim& element : *contents) {
    if (!known_outside(element, known)) return;
  }
  c.contents(index, *contents);
}

/// What holds for either of two types.
TensorType join(InferContext& c, int index, const TensorType& a, const TensorType& b, int known) {
  TensorType out = a;
  if (!a.ranked() || !b.ranked() || a.rank() != b.rank()) {
    out.shape.reset();
    return out;
  }
  for (size_t axis = 0; axis < out.shape->size(); ++axis) {
    Dim& extent = (*out.shape)[axis];
    const Dim other = (*b.shape)[axis];
    if (extent == other && known_outside(extent, known)) continue;
    const Interval first = bounds(extent), second = bounds(other);
    const auto most = bound_outside(a, axis, known), most_other = bound_outside(b, axis, known);
    extent = late_axis(c, index, static_cast<int64_t>(axis), most && most_other ? std::optional(max(*most, *most_other)) : std::nullopt);
    c.narrow(extent, {std::min(first.lower, second.lower), std::max(first.upper, second.upper)});
  }
  return out;
}

Status infer(InferContext& c) {
  const int known = c.scope().size();
  GBX_ASSIGN_OR_RETURN(Branch yes, infer_branch(c, "then_branch"));
  GBX_ASSIGN_OR_RETURN(Branch no, infer_branch(c, "else_branch"));
  const auto condition = scalar_contents(c, 0);
  if (condition && condition->is_constant()) {
    Branch& taken = condition->is_constant(0) ? no : yes;
    for (int i = 0; i < c.outputs(); ++i) {
      const size_t at = static_cast<size_t>(i);
      forget_inner_extents(c, known, i, taken.types[at]);
      write(c, i, std::move(taken.types[at]), taken.contents[at], known);
    }
    return {};
  }
  for (int i = 0; i < c.outputs(); ++i) {
    const size_t at = static_cast<size_t>(i);
    const TensorType &a = yes.types[at], &b = no.types[at];
    if (a.dtype != b.dtype) {
      return c.error("output " + std::to_string(i) + " is " + std::string(dtype_name(a.dtype)) + " in one branch and " +
                     std::string(dtype_name(b.dtype)) + " in the other");
    }
    const bool same = yes.contents[at] && no.contents[at] && *yes.contents[at] == *no.contents[at];
    write(c, i, join(c, i, a, b, known), same ? yes.contents[at] : std::nullopt, known);
  }
  return {};
}

}  // namespace

/// One of two bodies, by a condition.
OpDef definition() {
  return OpDef("If")
      .versions({1, 11, 13, 16, 19, 21, 23, 24, 25})
      .input("cond", kBoolTypes)
      .output("outputs", {}, Formal::Arity::kVariadic)
      .attribute("then_branch", true)
      .attribute("else_branch", true)
      .attribute("gearbox.captures")
      .infer(infer);
}

}  // namespace gearbox::ops::conditional
