#include "ops/body_rule.h"

namespace gearbox::ops::loop {

namespace {

/// How many leading inputs and outputs are not carried: M and cond; the condition for the next run.
constexpr int kLeading = 2;

/// The number of runs where it is certain, given that the body never stops by itself.
std::optional<Dim> trips_of(const InferContext& c, const Graph& body) {
  const auto most = scalar_contents(c, 0);
  if (!most) return std::nullopt;
  const auto start = scalar_contents(c, 1);
  if (c.has_input(1) && !(start && start->is_constant(1))) return std::nullopt;
  const Value* next = body.outputs()[0];
  const bool literally = next->is_constant() && next->constant().as_int64() == std::vector<int64_t>{1};
  const bool known = next->contents() && next->contents()->size() == 1 && next->contents()->front().is_constant(1);
  return literally || known ? std::optional(max(*most, 0)) : std::nullopt;
}

/// The contents of the carried values that the body returns as they came.
void pass_invariant_contents(const InferContext& c, Graph& body, int carried) {
  for (int i = 0; i < carried; ++i) {
    Value* inside = body.inputs()[static_cast<size_t>(kLeading + i)];
    const bool invariant = static_cast<size_t>(1 + i) < body.outputs().size() && body.outputs()[static_cast<size_t>(1 + i)] == inside;
    inside->set_contents(invariant && c.has_input(kLeading + i) ? c.contents(kLeading + i) : std::nullopt);
  }
}

Status infer(InferContext& c) {
  Graph* body = c.node().body("body");
  if (!body) return c.error("lacks its body");
  const int last = c.inputs() - static_cast<int>(captures_of(c)), carried = std::max(last - kLeading, 0);
  if (body->inputs().size() < static_cast<size_t>(kLeading + carried) || body->outputs().empty()) {
    return c.error("its body takes " + std::to_string(body->inputs().size()) + " inputs and returns " +
                   std::to_string(body->outputs().size()) + " outputs");
  }
  const int known = c.scope().size();
  body->inputs()[0]->set_contents(std::nullopt);
  body->inputs()[1]->set_contents(std::vector<Dim>{1});  // the body runs only where the condition holds
  pass_invariant_contents(c, *body, carried);
  pass_contents(c, *body, last, c.inputs(), kLeading + carried);
  const TensorType before[] = {tensor_type(DType::kI64, {}), tensor_type(DType::kBool, {})};
  GBX_ASSIGN_OR_RETURN(RoundTrip trip, infer_round_trip(c, "body", before, input_types(c, kLeading, kLeading + carried),
                                                        input_types(c, last, c.inputs()), 1));

  for (int i = 0; i < carried; ++i) {
    TensorType type = trip.carried[static_cast<size_t>(i)];
    forget_inner_extents(c, known, i, type);
    output_type(c, i, std::move(type));
  }
  const auto trips = trips_of(c, *body);
  const auto most = scalar_contents(c, 0);
  std::optional<Dim> count = trips;
  for (int i = carried; i < c.outputs(); ++i) {
    const size_t at = static_cast<size_t>(i + 1);
    if (at >= trip.outputs.size())
      return c.error("its body returns " + std::to_string(trip.outputs.size()) + " outputs, too few for the node's");
    // All scan outputs have one slice for each run.
    if (!count) count = late_axis(c, i, 0, most ? std::optional(max(*most, 0)) : std::nullopt);
    TensorType type = trip.outputs[at];
    forget_inner_extents(c, known, i, type, 1);
    if (type.ranked()) type.shape->insert(type.shape->begin(), *count);
    output_type(c, i, std::move(type));
  }
  return {};
}

}  // namespace

/// Runs its body up to M times while the condition holds. The body gets the number of the run, the condition and the carried values, and
/// returns the next condition, the next carried values, and slices that are stacked to the scan outputs.
OpDef definition() {
  return OpDef("Loop")
      .versions({1, 11, 13, 16, 19, 21, 23, 24, 25})
      .input("M", kInt64Types, Formal::Arity::kOptional)
      .input("cond", kBoolTypes, Formal::Arity::kOptional)
      .input("v_initial", {}, Formal::Arity::kVariadic)
      .output("v_final_and_scan_outputs", {}, Formal::Arity::kVariadic)
      .attribute("body", true)
      .attribute("gearbox.captures")
      .infer(infer);
}

}  // namespace gearbox::ops::loop
