#include "passes/specialise/specialise.h"

#include <algorithm>

#include "ops/fused/extents_attribute.h"
#include "shape/infer.h"
#include "shape/scaled_symbol.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

/// Moves a graph's expressions to a scope in which the binding holds.
class Variant {
 public:
  Variant(const Graph& graph, const Binding& binding, const std::string& origin) : graph_(graph), binding_(binding), origin_(origin) {}

  Result<std::unique_ptr<Graph>> run(const std::string& name) {
    std::unique_ptr<Graph> out = graph_.clone(scope_, [&](SymbolId symbol) { return moved(symbol); });
    out->set_name(name);
    out->claims().clear();
    out->notes().clear();
    GBX_RETURN_IF_ERROR(keep_open_facts(*out));
    GBX_RETURN_IF_ERROR(keep_open_checks(*out));
    for (Node* node : out->nodes()) GBX_RETURN_IF_ERROR(move_attributes(*node));
    for (const auto& [symbol, bound] : binding_.bounds) {
      const Dim extent = moved(symbol);
      if (!extent.is_constant()) out->facts().push_back({Fact::Kind::kSpecialise, at_most(extent, bound), origin_});
    }
    return out;
  }

 private:
  /// What stands for the symbol in the variant.
  Dim moved(SymbolId symbol) {
    const auto [place, fresh] = replacements_.try_emplace(symbol, 0);
    if (!fresh) return place->second;
    const auto value = binding_.values.find(symbol);
    if (value != binding_.values.end()) return place->second = value->second;
    Symbol info = graph_.scope()->info(symbol);
    if (const auto bound = binding_.bounds.find(symbol); bound != binding_.bounds.end()) info.upper = std::min(info.upper, bound->second);
    const Dim out = scope_->symbol(info.name);
    scope_->narrow(*out.symbol(), info.lower, info.upper);
    return place->second = out;
  }

  Status keep_open_facts(Graph& out) const {
    for (const Fact& fact : out.facts()) {
      if (known(fact.relation) == false) return invalid_argument(fact.origin + " does not hold: it would be " + fact.relation.text());
    }
    std::erase_if(out.facts(), [](const Fact& fact) { return known(fact.relation).has_value(); });
    return {};
  }

  static std::optional<bool> known(const Relation& relation) {
    if (!relation.a.is_constant() || !relation.b.is_constant()) return std::nullopt;
    return relation.holds([](SymbolId) { return std::optional<int64_t>(); });
  }

  Status keep_open_checks(Graph& out) const {
    std::vector<ShapeCheck> open;
    for (size_t i = 0; i < out.checks().size(); ++i) {
      const ShapeCheck& check = out.checks()[i];
      if (!check.a.is_constant() || !check.b.is_constant()) {
        open.push_back(check);
        continue;
      }
      if (holds(check)) continue;
      const ShapeCheck& said = graph_.checks()[i];
      const UserTerms terms(graph_);
      return invalid_argument("node '" + check.node + "': " + check.message + ": " + side(terms.of(said.a), check.a) + " and " +
                              side(terms.of(said.b), check.b));
    }
    out.checks() = std::move(open);
    return {};
  }

  static bool holds(const ShapeCheck& check) {
    const int64_t a = check.a.value(), b = check.b.value();
    switch (check.kind) {
      case ShapeCheck::Kind::kEqual: return a == b;
      case ShapeCheck::Kind::kBroadcast: return a == b || a == 1 || b == 1;
      case ShapeCheck::Kind::kAtLeast: return a >= b;
    }
    return false;
  }

  /// "floordiv(H, 2) = 5", or the number alone.
  static std::string side(Dim said, Dim value) { return said == value ? value.text() : said.text() + " = " + value.text(); }

  Status move_attributes(Node& node) {
    if (!node.attributes().has(ops::kExtentsAttribute)) return {};
    std::vector<Dim> extents;
    for (const std::string& text : node.attributes().texts(ops::kExtentsAttribute)) {
      GBX_ASSIGN_OR_RETURN(const Dim extent, parse_dim(text, *graph_.scope()));
      extents.push_back(extent.substitute([&](SymbolId symbol) { return std::optional(moved(symbol)); }));
    }
    node.attributes().set(ops::kExtentsAttribute, ops::extents_attribute(extents));
    return {};
  }

  const Graph& graph_;
  const Binding& binding_;
  const std::string& origin_;
  std::shared_ptr<DimScope> scope_ = std::make_shared<DimScope>();
  std::map<SymbolId, Dim> replacements_;
};

/// What the inputs of a node say of the symbols of its closed body.
Binding told_by_inputs(const Node& node, const Graph& body) {
  Binding out;
  const int first = node.inputs() - static_cast<int>(body.inputs().size());
  for (size_t i = 0; i < body.inputs().size(); ++i) {
    const Value* given = node.input(first + static_cast<int>(i));
    const TensorType& inside = body.inputs()[i]->type();
    if (!given || !inside.ranked() || !given->type().ranked() || given->type().rank() != inside.rank()) continue;
    for (int64_t axis = 0; axis < inside.rank(); ++axis) {
      const auto own = scaled_symbol(inside.dim(axis));
      if (!own) continue;
      const Dim extent = given->type().dim(axis);
      if (extent.is_constant()) {
        if (extent.value() % own->multiple == 0) out.values.emplace(own->symbol, extent.value() / own->multiple);
      } else if (const int64_t most = bounds(extent).upper / own->multiple; most < body.scope()->info(own->symbol).upper) {
        out.bounds.emplace(own->symbol, most);
      }
    }
  }
  return out;
}

/// Gives closed bodies what the graph knows by now. `fresh`: each becomes a copy with a scope of its own, whether there is news or not.
Result<bool> specialise_bodies(Graph& graph, const std::string& origin, const OpRegistry& ops, bool fresh) {
  bool changed = false;
  for (Node* node : std::vector<Node*>(graph.nodes())) {
    for (auto& [name, body] : node->bodies()) {
      if (body->scope() == graph.scope()) {
        GBX_ASSIGN_OR_RETURN(const bool inner, specialise_bodies(*body, origin, ops, fresh));
        changed = changed || inner;
        continue;
      }
      const Binding told = told_by_inputs(*node, *body);
      const bool news = !told.values.empty() || !told.bounds.empty();
      if (!news && !fresh) continue;
      GBX_ASSIGN_OR_RETURN(body, specialise(*body, told, body->name(), origin, ops));
      changed = changed || news;
    }
  }
  return changed;
}

}  // namespace

Result<std::unique_ptr<Graph>> specialise(const Graph& graph, const Binding& binding, const std::string& name, const std::string& origin,
                                          const OpRegistry& ops) {
  GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> out, Variant(graph, binding, origin).run(name));
  GBX_RETURN_IF_ERROR(specialise_bodies(*out, origin, ops, true).status());
  GBX_RETURN_IF_ERROR(infer_shapes(*out, ops));
  // What a body learns may tell more of its outputs, which other bodies take.
  for (bool changed = true; changed;) {
    GBX_ASSIGN_OR_RETURN(changed, specialise_bodies(*out, origin, ops, false));
    if (changed) GBX_RETURN_IF_ERROR(infer_shapes(*out, ops));
  }
  return out;
}

}  // namespace gearbox
