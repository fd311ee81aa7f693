#include "passes/canonicalise/simplify_shape_arithmetic.h"

#include <algorithm>
#include <map>
#include <set>

#include "ops/fused/extents_attribute.h"
#include "shape/bound_extents.h"

namespace gearbox {

namespace {

/// The symbols that the graph's inputs bind, and where.
class BoundSymbols {
 public:
  struct Place {
    Value* input;
    int64_t axis;
    int64_t multiple;
  };

  explicit BoundSymbols(const Graph& graph) {
    for (const BoundExtent& bound : bound_extents(graph))
      places_.emplace(bound.extent.symbol, Place{graph.inputs()[bound.input], bound.axis, bound.extent.multiple});
  }
  const Place& place(SymbolId symbol) const { return places_.at(symbol); }
  bool cover(std::span<const Dim> dims) const {
    return std::all_of(dims.begin(), dims.end(), [&](const Dim& dim) {
      const std::vector<SymbolId> used = dim.symbols();
      return std::all_of(used.begin(), used.end(), [&](SymbolId symbol) { return places_.contains(symbol); });
    });
  }

 private:
  std::map<SymbolId, Place> places_;
};

bool computed(const Value* value) { return value && !value->is_constant(); }

NodeSpec spec_of(const Node& node, std::string op, std::span<const Dim> extents) {
  NodeSpec spec;
  spec.op = std::move(op);
  spec.domain = "gearbox";
  spec.name = node.name();
  spec.attributes.set(ops::kExtentsAttribute, ops::extents_attribute(extents));
  return spec;
}

Patch replaced(Node& node, NodeSpec spec) {
  Patch patch;
  patch.note("'" + node.name() + "' (" + node.op() + ") knows its extents");
  patch.replace(node.output(0), patch.add(std::move(spec)));
  return patch;
}

Patch view_of(Node& node, const BoundSymbols& bound) {
  const Value *in = node.input(0), *out = node.output(0);
  if (!computed(node.input(1)) || !in->type().ranked() || !out->type().ranked() || !bound.cover(*out->type().shape)) return Patch::none();
  NodeSpec spec = spec_of(node, "View", *out->type().shape);
  spec.inputs = {node.input(0)};
  return replaced(node, std::move(spec));
}

/// A View of a view shows the first one's bytes; one to the same shape does nothing.
Patch look_through(Node& view, const Graph& graph) {
  Value* in = view.input(0);
  Patch patch;
  if (in->type().shape == view.output(0)->type().shape && !graph.is_output(view.output(0))) {
    return std::move(patch.note("'" + view.name() + "' changes nothing").replace(view.output(0), in));
  }
  const Node* before = in->producer();
  if (!before || !before->definition() || !before->definition()->is_view() || !before->input(0)) return patch;
  const TensorType& first = before->input(0)->type();
  if (!first.ranked() || first.dtype != in->type().dtype || product(*first.shape) != product(*in->type().shape)) return patch;
  patch.set_input(&view, 0, before->input(0)).note("'" + view.name() + "' views what '" + before->name() + "' views");
  return patch;
}

Patch expand_to(Node& node, const BoundSymbols& bound) {
  const Value* requested = node.input(1);
  if (!computed(requested) || !node.input(0)->type().ranked() || !requested->contents() || !bound.cover(*requested->contents()))
    return Patch::none();
  NodeSpec spec = spec_of(node, "ExpandTo", *requested->contents());
  spec.inputs = {node.input(0)};
  return replaced(node, std::move(spec));
}

Patch fill(Node& node, const BoundSymbols& bound) {
  const Value* requested = node.input(0);
  if (!computed(requested) || !requested->contents() || !bound.cover(*requested->contents())) return Patch::none();
  NodeSpec spec = spec_of(node, "Fill", *requested->contents());
  if (const Literal* value = node.attributes().literal("value")) spec.attributes.set("value", *value);
  return replaced(node, std::move(spec));
}

/// The only element of a value, where that is a number.
std::optional<int64_t> number(const Value* value) {
  if (!value || value->type().dtype != DType::kI64) return std::nullopt;
  if (value->is_constant() && value->constant().elements() == 1) return value->constant().as_int64()[0];
  if (value->contents() && value->contents()->size() == 1 && (*value->contents())[0].is_constant()) return (*value->contents())[0].value();
  return std::nullopt;
}

Patch range_to(Node& node, const BoundSymbols& bound) {
  const auto start = number(node.input(0)), step = number(node.input(2));
  if (!start || !step || !computed(node.input(1)) || !node.input(1)->contents()) return Patch::none();
  const Shape& shape = *node.output(0)->type().shape;
  if (!bound.cover(shape)) return Patch::none();
  NodeSpec spec = spec_of(node, "RangeTo", shape);
  spec.attributes.set("start", *start);
  spec.attributes.set("step", *step);
  return replaced(node, std::move(spec));
}

/// Integers that a ShapeVector can give.
bool known(const Value& value, const BoundSymbols& bound) {
  return value.type().dtype == DType::kI64 && value.type().ranked() && value.contents() && bound.cover(*value.contents());
}

/// Whether a node does more with the value than further arithmetic of known result.
bool needed(const Value& value, const Graph& graph, const BoundSymbols& bound) {
  if (graph.is_output(&value)) return true;
  return std::any_of(value.users().begin(), value.users().end(), [&](const Node* user) {
    return !std::all_of(user->output_list().begin(), user->output_list().end(),
                        [&](const Value* output) { return !output || known(*output, bound); });
  });
}

/// One node in place of all that compute the value.
Patch shape_vector(Node& node, const Graph& graph, const BoundSymbols& bound) {
  Value* out = node.output(0);
  if (node.is("ShapeVector", "gearbox") || node.outputs() != 1 || !out || !known(*out, bound) || !needed(*out, graph, bound))
    return Patch::none();
  NodeSpec spec = spec_of(node, "ShapeVector", *out->contents());
  Strings names;
  Ints dims, inputs, axes, multiples;
  for (const Dim& dim : *out->type().shape) {
    if (!dim.is_constant()) return Patch::none();
    dims.push_back(dim.value());
  }
  std::set<SymbolId> symbols;
  for (const Dim& element : *out->contents()) {
    for (SymbolId symbol : element.symbols()) symbols.insert(symbol);
  }
  if (symbols.empty()) return Patch::none();
  for (SymbolId symbol : symbols) {
    const BoundSymbols::Place& place = bound.place(symbol);
    const auto known = std::find(spec.inputs.begin(), spec.inputs.end(), place.input);
    inputs.push_back(known - spec.inputs.begin());
    if (known == spec.inputs.end()) spec.inputs.push_back(place.input);
    axes.push_back(place.axis);
    multiples.push_back(place.multiple);
    names.push_back(graph.scope()->info(symbol).name);
  }
  spec.attributes.set("dims", dims);
  spec.attributes.set("symbols", names);
  spec.attributes.set("inputs", inputs);
  spec.attributes.set("axes", axes);
  spec.attributes.set("multiples", multiples);
  return replaced(node, std::move(spec));
}

}  // namespace

Result<int> simplify_shape_arithmetic(Graph& graph, const PassContext& context) {
  if (context.nested) return 0;
  const BoundSymbols bound(graph);
  auto detach = [&](Node& node, Graph&) -> Result<Patch> {
    if (node.is("Reshape")) return view_of(node, bound);
    if (node.is("View", "gearbox")) return look_through(node, graph);
    if (node.is("Expand")) return expand_to(node, bound);
    if (node.is("ConstantOfShape")) return fill(node, bound);
    if (node.is("Range")) return range_to(node, bound);
    return Patch::none();
  };
  GBX_ASSIGN_OR_RETURN(const int detached, rewrite_nodes(graph, context, "simplify_shape_arithmetic", detach));
  graph.erase_dead();
  GBX_ASSIGN_OR_RETURN(const int vectors,
                       rewrite_nodes(graph, context, "simplify_shape_arithmetic",
                                     [&](Node& node, Graph&) -> Result<Patch> { return shape_vector(node, graph, bound); }));
  return detached + vectors;
}

}  // namespace gearbox
