#pragma once

#include <string>

#include "kernels/recurrent.h"
#include "ops/run/recurrent_activations.h"

namespace gearbox::ops::recurrent {

/// The layer that attributes describe: `cell` ("RNN", "GRU", "LSTM"), `inputs` and `hidden` of ours, the others as ONNX has them.
/// Errors: an unknown cell, direction or activation, sizes that are not positive.
inline Result<kernels::RecurrentShape> layer_of(const Attributes& attributes) {
  kernels::RecurrentShape shape;
  const std::string cell = attributes.text("cell", ""), way = attributes.text("direction", "forward");
  if (cell != "RNN" && cell != "GRU" && cell != "LSTM") return invalid_argument("cell '" + cell + "' is not known");
  if (way != "forward" && way != "reverse" && way != "bidirectional") return invalid_argument("direction '" + way + "' is not known");
  shape.kind = cell == "RNN" ? kernels::CellKind::kRnn : cell == "GRU" ? kernels::CellKind::kGru : kernels::CellKind::kLstm;
  shape.inputs = attributes.integer("inputs", 0);
  shape.hidden = attributes.integer("hidden", 0);
  constexpr int64_t kMost = int64_t{1} << 24;
  if (shape.inputs < 1 || shape.hidden < 1 || shape.inputs > kMost || shape.hidden > kMost)
    return invalid_argument("a recurrent layer has no such size");
  shape.directions = way == "bidirectional" ? 2 : 1;
  shape.reverse = way == "reverse";
  shape.linear_before_reset = attributes.integer("linear_before_reset", 0) != 0;
  shape.input_forget = attributes.integer("input_forget", 0) != 0;
  shape.mixes_rows = attributes.integer("mixes", 0) != 0;
  if (attributes.has("clip")) shape.clip = attributes.real("clip", shape.clip);
  shape.activations = kernels::default_activations(shape.kind);
  if (attributes.texts("activations").empty()) return shape;
  const size_t each = cell == "RNN" ? 1 : cell == "GRU" ? 2 : 3;
  GBX_ASSIGN_OR_RETURN(const std::vector<kernels::ActivationCall> calls,
                       recurrent_activations(attributes, static_cast<size_t>(shape.directions), Strings(each, "Tanh")));
  for (size_t i = 0; i < calls.size(); ++i) shape.activations[i / each][i % each] = calls[i];
  return shape;
}

}  // namespace gearbox::ops::recurrent
