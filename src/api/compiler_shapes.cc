#include "api/compiler_shapes.h"

#include <map>

#include "api/compiler_gears.h"
#include "passes/gear/input_declarations.h"
#include "shape/scaled_symbol.h"

namespace gearbox {

namespace {

using options::InputDecl;
using options::SymbolRange;

class Statement {
 public:
  Statement(Graph& graph, const ShapeRequest& request) : graph_(graph), scope_(*graph.scope()), request_(request) {}

  Result<StatedShapes> run() {
    const std::vector<InputDecl> declared = input_declarations(graph_);
    GBX_ASSIGN_OR_RETURN(const options::ShapeOptions stated, parse_shape_options(request_.words, declared));
    for (const SymbolRange& range : stated.symbols) extents_.emplace(range.name, extent_of(range));
    for (size_t i = 0; i < declared.size(); ++i) {
      if (stated.inputs[i] != declared[i] || is_narrowed(stated.inputs[i], stated.symbols))
        set_shape(*graph_.inputs()[i], stated.inputs[i]);
    }
    for (size_t i = 0; i < stated.symbols.size(); ++i) GBX_RETURN_IF_ERROR(hold_against_model(stated.symbols[i], stated.origins[i]));
    GBX_RETURN_IF_ERROR(restate_facts());
    for (size_t i = 0; i < stated.symbols.size(); ++i) range_facts(stated.symbols[i], stated.origins[i]);
    for (const std::string& text : request_.asserts) GBX_RETURN_IF_ERROR(assert_facts(text));
    GBX_RETURN_IF_ERROR(hold_gears_against(graph_, extents_, stated.gears));
    return StatedShapes{fixed_symbols(stated, declared), stated.gears, stated.scopes};
  }

 private:
  static bool is_narrowed(const InputDecl& input, const std::vector<SymbolRange>& symbols) {
    for (const SymbolRange& range : symbols) {
      if (range == SymbolRange{range.name}) continue;
      for (size_t axis = 0; input.dims && axis < input.dims->size(); ++axis) {
        if (is_named(input, axis, range.name)) return true;
      }
    }
    return false;
  }

  /// What an axis of that symbol is in the graph: a number, the symbol, or a multiple of its quotient.
  Dim extent_of(const SymbolRange& range) {
    if (range.fixed()) return range.lower;
    const Dim symbol = scope_.symbol(range.name);
    scope_.narrow(*symbol.symbol(), range.lower, range.upper);
    return range.multiple == 1 ? symbol : range.multiple * quotient_symbol(scope_, *symbol.symbol(), range.multiple);
  }

  void set_shape(Value& input, const InputDecl& stated) {
    Shape shape;
    for (size_t axis = 0; axis < stated.dims->size(); ++axis) {
      const options::DeclaredDim& dim = (*stated.dims)[axis];
      if (const auto* number = std::get_if<int64_t>(&dim)) {
        shape.emplace_back(*number);
        continue;
      }
      const auto& name = std::get<std::string>(dim);
      const bool kept = input.type().ranked() && !input.type().dim(static_cast<int64_t>(axis)).symbol() &&
                        input.type().dim(static_cast<int64_t>(axis)).text() == name;
      shape.push_back(kept ? input.type().dim(static_cast<int64_t>(axis)) : extents_.at(name));
    }
    input.type().shape = std::move(shape);
  }

  /// Symbols that have become numbers, for the reports.
  static std::vector<SymbolInfo> fixed_symbols(const options::ShapeOptions& stated, const std::vector<InputDecl>& declared) {
    std::vector<SymbolInfo> out;
    for (const SymbolRange& range : stated.symbols) {
      if (!range.fixed()) continue;
      out.push_back({.name = range.name, .lower = range.lower, .upper = range.upper, .epoch = Epoch::kCompile});
      for (size_t i = 0; i < declared.size(); ++i) {
        for (size_t axis = 0; stated.inputs[i].dims && axis < stated.inputs[i].dims->size(); ++axis) {
          if (!is_named(stated.inputs[i], axis, range.name) && !is_named(declared[i], axis, range.name)) continue;
          out.back().sources.push_back(declared[i].name + "[" + std::to_string(axis) + "]");
        }
      }
    }
    return out;
  }

  static bool is_named(const InputDecl& input, size_t axis, const std::string& name) {
    const auto* given = input.dims && axis < input.dims->size() ? std::get_if<std::string>(&(*input.dims)[axis]) : nullptr;
    return given && *given == name;
  }

  /// Whether the model's own range of the symbol has the value that is left. Ranges are held against it as facts.
  Status hold_against_model(const SymbolRange& range, const options::RangeOrigin& origin) {
    if (!range.fixed()) return {};
    const Symbol info = scope_.info(*scope_.symbol(range.name).symbol());
    if (info.lower <= range.lower && range.lower <= info.upper) return {};
    return invalid_argument((origin.lower.empty() ? origin.upper : origin.lower) + ", but the model has '" + range.name + "' in " +
                            options::range_text({range.name, info.lower, info.upper, 1}));
  }

  /// The model's own facts speak of what the options made of its symbols.
  Status restate_facts() {
    for (Fact& fact : graph_.facts()) {
      const Relation said = fact.relation;
      fact.relation = {said.kind, in_graph_terms(said.a), in_graph_terms(said.b)};
      if (known(fact.relation) == false)
        return invalid_argument("the model has " + said.text() + ", which the options make " + fact.relation.text());
    }
    std::erase_if(graph_.facts(), [](const Fact& fact) { return known(fact.relation).has_value(); });
    return {};
  }

  static std::optional<bool> known(const Relation& relation) {
    if (!relation.a.is_constant() || !relation.b.is_constant()) return std::nullopt;
    return relation.holds([](SymbolId) { return std::optional<int64_t>(); });
  }

  /// The range as facts, so that proofs and reports can name the option.
  void range_facts(const SymbolRange& range, const options::RangeOrigin& origin) {
    if (range.fixed()) return;
    const Dim extent = extents_.at(range.name);
    if (range.lower > 0) graph_.facts().push_back({Fact::Kind::kGiven, at_most(range.lower, extent), origin.lower});
    if (range.upper != INT64_MAX) graph_.facts().push_back({Fact::Kind::kGiven, at_most(extent, range.upper), origin.upper});
  }

  Status assert_facts(const std::string& text) {
    const std::string origin = "--assert '" + text + "'";
    auto relations = parse_relations(text, scope_);
    if (!relations.ok()) return relations.status().at(origin);
    for (const Relation& said : *relations) {
      GBX_RETURN_IF_ERROR(known_symbols(said, origin));
      const Relation relation{said.kind, in_graph_terms(said.a), in_graph_terms(said.b)};
      if (const auto holds = known(relation)) {
        if (*holds) continue;
        return invalid_argument(origin + " is false: the other options make it " + relation.text());
      }
      graph_.facts().push_back({Fact::Kind::kGiven, relation, origin});
    }
    return {};
  }

  Dim in_graph_terms(Dim dim) const {
    return dim.substitute([&](SymbolId symbol) -> std::optional<Dim> {
      const auto extent = extents_.find(scope_.info(symbol).name);
      return extent == extents_.end() ? std::nullopt : std::optional<Dim>(extent->second);
    });
  }

  Status known_symbols(const Relation& relation, const std::string& origin) const {
    for (const Dim side : {relation.a, relation.b}) {
      for (const SymbolId symbol : side.symbols()) {
        const std::string name = scope_.info(symbol).name;
        if (extents_.contains(name)) continue;
        Status out = invalid_argument(origin + ": no input has an axis '" + name + "'");
        for (const auto& [known, extent] : extents_) out.with("known", known);
        return out;
      }
    }
    return {};
  }

  Graph& graph_;
  DimScope& scope_;
  const ShapeRequest& request_;
  std::map<std::string, Dim> extents_;
};

}  // namespace

Result<StatedShapes> state_shapes(Graph& graph, const ShapeRequest& request) { return Statement(graph, request).run(); }

}  // namespace gearbox
