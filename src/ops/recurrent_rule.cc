#include "ops/recurrent_rule.h"

#include "ops/arguments.h"

namespace gearbox::ops {

namespace {

bool batch_first(const InferContext& c) { return c.attributes().integer("layout", 0) != 0; }

/// The width of the state: from the attribute or the weights.
std::optional<Dim> hidden_size(const InferContext& c, int64_t gates) {
  if (c.attributes().has("hidden_size")) return Dim(c.attributes().integer("hidden_size", 0));
  if (c.ranked(2) && c.rank(2) == 3) return c.shape(2)[2];
  if (c.ranked(1) && c.rank(1) == 3) return floordiv(c.shape(1)[1], gates);
  return std::nullopt;
}

Status check_weights(InferContext& c, int64_t gates, Dim directions, Dim hidden) {
  const std::string op = c.node().op() + ": ";
  for (int i : {1, 2}) {
    if (!c.ranked(i)) continue;
    if (c.rank(i) != 3) return c.error(quoted(c, i) + " must have 3 axes");
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(i)[0], directions, op + "directions of " + quoted(c, i)));
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(i)[1], hidden * gates, op + "rows of " + quoted(c, i)));
    const std::optional<Dim> columns = i == 2 ? std::optional(hidden) : c.ranked(0) ? std::optional(c.shape(0)[2]) : std::nullopt;
    if (columns) GBX_RETURN_IF_ERROR(c.require_equal(c.shape(i)[2], *columns, op + "columns of " + quoted(c, i)));
  }
  if (c.has_input(3) && c.ranked(3))
    GBX_RETURN_IF_ERROR(c.require_equal(c.volume(3), directions * hidden * (2 * gates), op + "elements of " + quoted(c, 3)));
  return {};
}

}  // namespace

Status recurrent_shape(InferContext& context, int64_t gates, size_t activations) {
  InferContext& c = context;
  const std::string way = c.attributes().text("direction", "forward");
  if (way != "forward" && way != "reverse" && way != "bidirectional") return c.error("direction '" + way + "' is not known");
  const int64_t directions = way == "bidirectional" ? 2 : 1;
  const size_t named = c.attributes().texts("activations").size();
  if (named != 0 && named != activations * static_cast<size_t>(directions)) {
    return c.error("'activations' has " + std::to_string(named) + " names, " +
                   std::to_string(activations * static_cast<size_t>(directions)) + " expected");
  }
  if (c.ranked(0) && c.rank(0) != 3) return c.error(quoted(c, 0) + " must have 3 axes");
  const auto width = hidden_size(c, gates);
  const Dim hidden = width ? *width : late_axis(c, 1, 2);
  GBX_RETURN_IF_ERROR(check_weights(c, gates, directions, hidden));
  const bool first = batch_first(c);
  const Dim steps = c.ranked(0) ? c.shape(0)[first ? 1 : 0] : late_axis(c, 0, 0),
            batch = c.ranked(0) ? c.shape(0)[first ? 0 : 1] : late_axis(c, 0, 2);
  if (c.has_input(4) && c.ranked(4))
    GBX_RETURN_IF_ERROR(c.require_equal(c.volume(4), batch, c.node().op() + ": elements of " + quoted(c, 4) + " and the batch"));
  const DType dtype = c.dtype(0);
  c.output(0, dtype, first ? Shape{batch, steps, directions, hidden} : Shape{steps, directions, batch, hidden});
  const Shape state = first ? Shape{batch, directions, hidden} : Shape{directions, batch, hidden};
  for (int i : {5, 6}) {
    if (!c.has_input(i) || !c.ranked(i)) continue;
    if (c.rank(i) != 3) return c.error(quoted(c, i) + " must have 3 axes");
    for (size_t k = 0; k < 3; ++k) {
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.shape(i)[k], state[k], c.node().op() + ": extent of " + quoted(c, i) + " at axis " + std::to_string(k)));
    }
  }
  c.output(1, dtype, state);
  c.output(2, dtype, state);
  return {};
}

AxisRole recurrent_role(const InferContext& context, int input, int64_t axis) {
  const int64_t batch = batch_first(context) ? 0 : 1;
  if (input == 4) return AxisRole::kIndependent;
  if (input == 0) return axis == batch ? AxisRole::kIndependent : axis == 2 ? AxisRole::kContracted : AxisRole::kScanned;
  if (input > 4 && input < 7 && axis == batch) return AxisRole::kIndependent;
  return axis == 0 ? AxisRole::kIndependent : AxisRole::kContracted;
}

Cost recurrent_cost(const InferContext& context) {
  Cost cost;
  if (!context.ranked(0) || !context.ranked(1) || !context.ranked(2)) return cost;
  const Dim weights = context.volume(1) + context.volume(2);
  const int64_t size = static_cast<int64_t>(dtype_size(context.dtype(0)));
  cost.flops = context.shape(0)[0] * context.shape(0)[1] * weights * 2;
  cost.bytes = (context.volume(0) + weights) * size;
  return cost;
}

OpDef recurrent_definition(std::string name) {
  return OpDef(std::move(name))
      .input("X", kFloatTypes)
      .input("W", kFloatTypes)
      .input("R", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .input("sequence_lens", kIndexTypes, Formal::Arity::kOptional)
      .input("initial_h", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes, Formal::Arity::kOptional)
      .output("Y_h", kFloatTypes, Formal::Arity::kOptional)
      .attribute("activation_alpha")
      .attribute("activation_beta")
      .attribute("activations")
      .attribute("clip")
      .attribute("direction")
      .attribute("hidden_size")
      .attribute("layout")
      .axes(recurrent_role)
      .cost(recurrent_cost);
}

}  // namespace gearbox::ops
