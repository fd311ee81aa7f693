#include "passes/canonicalise/drop_views.h"

#include <algorithm>
#include <set>
#include <string>

namespace gearbox {

namespace {

bool same_type(const Value& a, const Value& b) {
  return a.type().dtype == b.type().dtype && a.type().format == b.type().format && a.type().ranked() && b.type().ranked() &&
         a.type().shape == b.type().shape;
}

/// Whether the node, given that its output has its input's own type, copies its input.
bool copies_input(const Node& node) {
  static const std::set<std::string, std::less<>> kWhenSameType = {"Identity", "Reshape", "Flatten",  "Squeeze", "Unsqueeze",
                                                                   "Expand",   "Cast",    "CastLike", "Tile"};
  if (!node.domain().empty()) return false;
  if (kWhenSameType.contains(node.op())) return true;
  if (node.is("Dropout")) {
    const Value* training = node.input(2);
    return !training || (training->is_constant() && training->constant().as_int64()[0] == 0);
  }
  if (node.is("Concat") || node.is("Sum") || node.is("Max") || node.is("Min") || node.is("Mean")) return node.inputs() == 1;
  if (node.is("Transpose")) {
    const Ints perm = node.attributes().integers("perm");
    return !perm.empty() && std::is_sorted(perm.begin(), perm.end());
  }
  // The same extents mean nothing was cut: a negative step would reverse, so only whole forward slices count.
  if (node.is("Slice") && node.input(4)) {
    const Value* steps = node.input(4);
    if (!steps->is_constant()) return false;
    const std::vector<int64_t> values = steps->constant().as_int64();
    return std::all_of(values.begin(), values.end(), [](int64_t step) { return step == 1; });
  }
  return node.is("Slice");
}

Result<Patch> drop(Node& node, Graph& graph) {
  Value *in = node.input(0), *out = node.output(0);
  if (!in || !out) return Patch::none();
  for (int i = 1; i < node.outputs(); ++i) {
    if (node.output(i) && (!node.output(i)->users().empty() || graph.is_output(node.output(i)))) return Patch::none();
  }
  Patch patch;
  const bool identity = node.is("Identity") && node.domain().empty();
  if (copies_input(node) && (identity || same_type(*in, *out))) {
    // Outputs keep their own buffer: separate_outputs would put the copy back.
    if (graph.is_output(out) && (!in->producer() || graph.is_output(in))) return Patch::none();
    patch.replace(out, in).note("'" + node.name() + "' (" + node.op() + ") changes nothing");
    return patch;
  }
  const Node* before = in->producer();
  if (node.is("Reshape") && before && before->definition() && before->definition()->is_view() && before->input(0) &&
      before->input(0)->type().ranked() && node.input(1) && node.input(1)->is_constant()) {
    const std::vector<int64_t> target = node.input(1)->constant().as_int64();
    const bool copies = std::find(target.begin(), target.end(), 0) != target.end();
    if (copies || before->input(0)->type().dtype != in->type().dtype) return Patch::none();
    patch.set_input(&node, 0, before->input(0)).note("'" + node.name() + "' reshapes what '" + before->name() + "' reshaped");
  }
  return patch;
}

}  // namespace

Result<int> drop_views(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "drop_views", drop); }

}  // namespace gearbox
