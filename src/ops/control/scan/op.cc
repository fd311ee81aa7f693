#include "ops/body_rule.h"

namespace gearbox::ops::scan {

namespace {

/// Element `index` of an attribute that lists one integer for each scan input or output; 0 where it is absent.
int64_t listed(const InferContext& c, std::string_view name, size_t index) {
  const Ints values = c.attributes().integers(name);
  return index < values.size() ? values[index] : 0;
}

/// What the body sees of a scan input: the type without the scanned axis, whose extent is merged into `length`.
Result<TensorType> slice_type(InferContext& c, int input, size_t number, std::optional<Dim>& length) {
  TensorType type = c.input(input);
  if (!type.ranked()) return type;
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {listed(c, "scan_input_axes", number)}, type.rank()));
  const Dim extent = (*type.shape)[axis[0]];
  if (!length) length = extent;
  GBX_RETURN_IF_ERROR(merge_extents(c, *length, extent, "Scan: extents of the scanned axes, here of " + quoted(c, input)));
  type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis[0]));
  return type;
}

Status infer(InferContext& c) {
  if (c.version() < 9)
    return unsupported("Scan node '" + c.node().name() + "': opset 8 scans over batches; convert the model to opset 9 or later");
  Graph* body = c.node().body("body");
  if (!body) return c.error("lacks its body");
  const int last = c.inputs() - static_cast<int>(captures_of(c));
  const int64_t scanned = c.attributes().integer("num_scan_inputs", 0);
  if (scanned < 1 || scanned > last)
    return c.error("'num_scan_inputs' is " + std::to_string(scanned) + " of " + std::to_string(last) + " inputs");
  const int states = last - static_cast<int>(scanned);
  const int known = c.scope().size();
  for (Value* value : body->inputs()) value->set_contents(std::nullopt);
  pass_contents(c, *body, last, c.inputs(), last);
  std::optional<Dim> length;
  std::vector<TensorType> after;
  for (int i = states; i < last; ++i) {
    GBX_ASSIGN_OR_RETURN(TensorType slice, slice_type(c, i, static_cast<size_t>(i - states), length));
    after.push_back(std::move(slice));
  }
  for (TensorType& type : input_types(c, last, c.inputs())) after.push_back(std::move(type));
  GBX_ASSIGN_OR_RETURN(RoundTrip trip, infer_round_trip(c, "body", {}, input_types(c, 0, states), after, 0));

  for (int i = 0; i < c.outputs(); ++i) {
    if (static_cast<size_t>(i) >= trip.outputs.size())
      return c.error("its body returns " + std::to_string(trip.outputs.size()) + " outputs, too few for the node's");
    TensorType type = i < states ? trip.carried[static_cast<size_t>(i)] : trip.outputs[static_cast<size_t>(i)];
    forget_inner_extents(c, known, i, type);
    if (i >= states && type.ranked()) {
      if (!length) length = late_axis(c, i, 0);
      const int64_t axis = listed(c, "scan_output_axes", static_cast<size_t>(i - states));
      GBX_ASSIGN_OR_RETURN(const std::vector<size_t> at, normal_axes(c, {axis}, type.rank() + 1));
      type.shape->insert(type.shape->begin() + static_cast<std::ptrdiff_t>(at[0]), *length);
    }
    output_type(c, i, std::move(type));
  }
  return {};
}

}  // namespace

/// Runs its body once for every slice of the scan inputs (the last num_scan_inputs ones). States go from run to run; further results are
/// stacked to the scan outputs.
OpDef definition() {
  return OpDef("Scan")
      .versions({8, 9, 11, 16, 19, 21, 23, 24, 25})
      .input("initial_state_and_scan_inputs", {}, Formal::Arity::kVariadic)
      .output("final_state_and_scan_outputs", {}, Formal::Arity::kVariadic)
      .attribute("body", true)
      .attribute("num_scan_inputs", true)
      .attribute("scan_input_axes")
      .attribute("scan_input_directions")
      .attribute("scan_output_axes")
      .attribute("scan_output_directions")
      .attribute("gearbox.captures")
      .infer(infer);
}

}  // namespace gearbox::ops::scan
