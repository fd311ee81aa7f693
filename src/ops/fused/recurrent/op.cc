#include "ops/rules.h"

namespace gearbox::ops::recurrent {

namespace {

Dim directions(const InferContext& c) { return c.attributes().text("direction", "forward") == "bidirectional" ? 2 : 1; }

Dim gates(const InferContext& c) {
  const std::string cell = c.attributes().text("cell", "");
  return cell == "LSTM" ? 4 : cell == "GRU" ? 3 : 1;
}

Status infer(InferContext& c) {
  if (!c.ranked(0) || c.rank(0) != 3) return c.error("its input must have 3 axes");
  const Dim steps = c.shape(0)[0], batch = c.shape(0)[1], hidden = c.attributes().integer("hidden", 0);
  const std::string op = c.attributes().text("cell", "") + ": ";
  auto name = [&](int i) { return "'" + c.node().input(i)->name() + "'"; };
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.shape(0)[2], c.attributes().integer("inputs", 0), op + "features of " + name(0) + " and columns of the weights"));
  if (c.has_input(2) && c.ranked(2))
    GBX_RETURN_IF_ERROR(c.require_equal(c.volume(2), batch, op + "elements of " + name(2) + " and the batch"));
  const Shape state = {directions(c), batch, hidden};
  for (int i : {3, 4}) {
    if (!c.has_input(i) || !c.ranked(i)) continue;
    if (c.rank(i) != 3) return c.error(name(i) + " must have 3 axes");
    for (size_t k = 0; k < 3; ++k) {
      GBX_RETURN_IF_ERROR(c.require_equal(c.shape(i)[k], state[k], op + "extent of " + name(i) + " at axis " + std::to_string(k)));
    }
  }
  const bool by_sequence = c.attributes().integer("y_by_sequence", 0) != 0;
  c.output(0, DType::kF32, by_sequence ? Shape{steps, batch, directions(c), hidden} : Shape{steps, directions(c), batch, hidden});
  c.output(1, DType::kF32, state);
  c.output(2, DType::kF32, state);
  return {};
}

}  // namespace

/// RNN, GRU or LSTM with its weights packed for kernels/recurrent.h; time is the outermost axis.
/// Inputs: x [steps, batch, inputs], packed weights, lengths [batch], initial h and (LSTM) c [directions, batch, hidden].
/// Outputs: all states [steps, directions, batch, hidden], or, where `y_by_sequence` is not 0, [steps, batch, directions, hidden]; the last
/// h, the last c (LSTM). `mixes` is not 0 where kernels/recurrent.h's recurrent_may_mix() holds and Strassen's algorithm may be used.
OpDef definition() {
  constexpr static DType kFloat[] = {DType::kF32}, kLengths[] = {DType::kI32};
  return OpDef("Recurrent", "gearbox")
      .input("x", kFloat)
      .input("packed", kFloat)
      .input("lengths", kLengths, Formal::Arity::kOptional)
      .input("initial_h", kFloat, Formal::Arity::kOptional)
      .input("initial_c", kFloat, Formal::Arity::kOptional)
      .output("y", kFloat, Formal::Arity::kOptional)
      .output("y_h", kFloat, Formal::Arity::kOptional)
      .output("y_c", kFloat, Formal::Arity::kOptional)
      .attribute("cell", true)
      .attribute("inputs", true)
      .attribute("hidden", true)
      .attribute("direction")
      .attribute("activations")
      .attribute("activation_alpha")
      .attribute("activation_beta")
      .attribute("clip")
      .attribute("linear_before_reset")
      .attribute("input_forget")
      .attribute("mixes")
      .attribute("y_by_sequence")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        if (input == 0) return axis == 0 ? AxisRole::kScanned : axis == 1 ? AxisRole::kIndependent : AxisRole::kContracted;
        if (input == 2) return AxisRole::kIndependent;
        return input > 2 && axis == 1 ? AxisRole::kIndependent : AxisRole::kContracted;
      })
      .cost([](const InferContext& c) {
        const Dim hidden = c.attributes().integer("hidden", 0), inputs = c.attributes().integer("inputs", 0);
        const Dim weights = directions(c) * gates(c) * hidden * (inputs + hidden);
        return Cost{c.shape(0)[0] * c.shape(0)[1] * weights * 2, (c.volume(0) + weights) * 4};
      });
}

}  // namespace gearbox::ops::recurrent
