#include "passes/gear/gear_parts.h"

#include <algorithm>
#include <map>

#include "api/options/gears.h"
#include "ir/verifier.h"
#include "passes/gear/gear_row.h"
#include "passes/gear/gear_variants.h"
#include "passes/gear/input_declarations.h"
#include "passes/gear/scope_region.h"
#include "passes/outline/outline.h"
#include "shape/bound_extents.h"
#include "shape/facts/fact_store.h"
#include "shape/infer.h"

namespace gearbox {

namespace {

constexpr char kScope[] = "scope";

/// How deep a graph is nested in another; -1: not at all.
int depth_of(const Graph& wanted, const Graph& graph) {
  if (&wanted == &graph) return 0;
  for (const Node* node : graph.nodes()) {
    for (const auto& [name, body] : node->bodies()) {
      if (const int depth = depth_of(wanted, *body); depth >= 0) return depth + 1;
    }
  }
  return -1;
}

/// The extents that gears can set.
std::vector<options::SymbolRange> settable(const Graph& graph) {
  std::vector<options::SymbolRange> out;
  for (const BoundExtent& bound : bound_extents(graph)) {
    if (!is_named_extent(*graph.scope(), bound.extent)) continue;
    const std::string name = extent_name(*graph.scope(), bound.extent);
    if (std::ranges::find(out, name, &options::SymbolRange::name) != out.end()) continue;
    const Interval range = graph.solver()->range(graph.inputs()[bound.input]->type().dim(bound.axis));
    out.push_back({name, std::max<int64_t>(range.lower, 0), range.upper, bound.extent.multiple});
  }
  return out;
}

/// A part that has been found: where, and which words ask for it.
struct Found {
  const options::GearScopeWords* words;
  ScopeRegion region;
  int depth;
};

class Outliner {
 public:
  Outliner(Graph& graph, const GearRequest& request, const PassContext& context) : graph_(graph), request_(request), context_(context) {}

  Result<std::vector<GearPart>> run() {
    std::vector<Found> found = find_all();
    GBX_RETURN_IF_ERROR(problems_.status());
    // Nested graphs first: whatever holds one is rebuilt when it becomes part of a body itself.
    std::ranges::stable_sort(found, std::greater(), &Found::depth);
    std::map<std::string, GearPart> parts;
    for (const Found& part : found) GBX_RETURN_IF_ERROR(make(part, parts));
    GBX_RETURN_IF_ERROR(problems_.status());
    GBX_RETURN_IF_ERROR(verify(graph_));
    std::vector<GearPart> out;
    for (const options::GearScopeWords& words : request_.scopes) out.push_back(std::move(parts.at(words.name)));
    return out;
  }

 private:
  void problem(const options::GearScopeWords& words, const std::string& text) {
    problems_.add(options::Option::kGearScope, words.name + ": " + text);
  }

  std::vector<Found> find_all() {
    std::vector<Found> out;
    for (const options::GearScopeWords& words : request_.scopes) {
      auto region = find_region(graph_, words);
      if (!region.ok()) {
        problem(words, region.status().message());
        continue;
      }
      bool apart = true;
      for (const Found& other : out) {
        const auto shared = std::ranges::find_first_of(region->nodes, other.region.nodes);
        if (shared == region->nodes.end()) continue;
        problem(words, "node '" + (*shared)->name() + "' is in '" + other.words->name + "' too");
        apart = false;
        break;
      }
      if (!apart) continue;
      const int depth = depth_of(*region->graph, graph_);
      out.push_back({&words, std::move(region).value(), depth});
    }
    return out;
  }

  Status make(const Found& part, std::map<std::string, GearPart>& parts) {
    Graph& graph = *part.region.graph;
    std::string path;
    // Parts made before are one node each by now, through which a path may run.
    for (const Node* node : path_outside(graph, part.region.nodes)) path += (path.empty() ? "'" : " -> '") + node->name() + "'";
    if (!path.empty()) {
      problem(*part.words, "the path " + path + " leaves it and comes back");
      return {};
    }
    GBX_ASSIGN_OR_RETURN(Node * call, outline(graph, part.region.nodes, part.words->name, context_.ops));
    call->attributes().set(kScope, part.words->name);
    GBX_RETURN_IF_ERROR(infer_shapes(graph_, context_.ops));
    const Graph& body = *call->body("body");
    const std::vector<options::InputDecl> inputs = input_declarations(body);
    const std::vector<options::SymbolRange> symbols = settable(body);
    GearPart made;
    made.name = part.words->name;
    made.table = parse_scope_gears(*part.words, request_.max_gears, {nullptr, inputs, symbols}, problems_);
    for (const Value* output : body.outputs()) made.outputs.push_back(output->name());
    parts.emplace(made.name, std::move(made));
    return {};
  }

  Graph& graph_;
  const GearRequest& request_;
  const PassContext& context_;
  options::Problems problems_;
};

/// Whether a call of the body may choose the row: it contradicts no extent that is a number by now.
bool may_serve(const Graph& body, const options::GearTable& table, size_t row) {
  for (size_t column = 0; column < table.axes.size(); ++column) {
    for (const options::AxisPlace& place : table.axes[column].places) {
      const Dim extent = body.find_value(place.input)->type().dim(static_cast<int64_t>(place.axis));
      const int64_t value = table.rows[row][column];
      const bool bounded = table.axes[column].mode == options::GearMode::kBounded;
      if (extent.is_constant() ? (bounded ? extent.value() > value : extent.value() != value) : !bounded && value > bounds(extent).upper)
        return false;
    }
  }
  return true;
}

class Expander {
 public:
  Expander(const std::vector<GearPart>& parts, const GearRequest& request, const PassContext& context)
      : parts_(parts), request_(request), context_(context) {}

  /// A main graph, or a closed one.
  Status run(Graph& graph) {
    GBX_ASSIGN_OR_RETURN(const bool changed, expand_all(graph));
    if (!changed) return {};
    GBX_RETURN_IF_ERROR(infer_shapes(graph, context_.ops));
    return verify(graph);
  }

 private:
  Result<bool> expand_all(Graph& graph) {
    bool changed = false;
    for (Node* node : std::vector<Node*>(graph.nodes())) {
      const auto part = std::ranges::find(parts_, node->attributes().text(kScope, ""), &GearPart::name);
      if (node->is("PartitionedCall", "gearbox") && part != parts_.end()) {
        GBX_RETURN_IF_ERROR(expand(graph, *node, *part));
        changed = true;
        continue;
      }
      for (auto& [name, body] : node->bodies()) {
        if (body->scope() != graph.scope()) {
          GBX_RETURN_IF_ERROR(run(*body));
          continue;
        }
        GBX_ASSIGN_OR_RETURN(const bool inner, expand_all(*body));
        changed = changed || inner;
      }
    }
    return changed;
  }

  Status expand(Graph& graph, Node& call, const GearPart& part) {
    std::unique_ptr<Graph> body = std::move(call.bodies()[0].second);
    const auto input = [&](std::string_view name) {
      const auto at = std::ranges::find(body->inputs(), name, [](const Value* value) -> std::string_view { return value->name(); });
      return call.input(static_cast<int>(at - body->inputs().begin()));
    };
    GBX_ASSIGN_OR_RETURN(Value * row, add_gear_row(graph, part.table, part.name, input, context_.ops));
    NodeSpec branches{.op = "Case", .domain = "gearbox", .name = call.name() + "_case", .inputs = {row}};
    branches.attributes.set("gears", static_cast<int64_t>(part.table.rows.size()));
    branches.attributes.set(kScope, part.name);
    branches.inputs.insert(branches.inputs.end(), call.input_list().begin(), call.input_list().end());
    GBX_RETURN_IF_ERROR(add_branches(std::move(body), part, branches));
    return replace(graph, call, std::move(branches));
  }

  Status add_branches(std::unique_ptr<Graph> body, const GearPart& part, NodeSpec& branches) {
    GearRequest own;
    own.table = part.table;
    own.threads = request_.threads;
    std::vector<size_t> rows;
    for (size_t row = 0; row < part.table.rows.size(); ++row) {
      if (may_serve(*body, part.table, row)) rows.push_back(row);
    }
    auto variants = gear_variants(*body, own, context_, rows);
    if (!variants.ok()) return variants.status().at("scope '" + part.name + "'");
    for (size_t i = 0; i < rows.size(); ++i) branches.bodies.emplace_back("gear_" + std::to_string(rows[i]), std::move((*variants)[i]));
    if (rows.empty() && !request_.fallback) return invalid_argument("no gear of scope '" + part.name + "' can serve it: --no-fallback");
    if (request_.fallback) branches.bodies.emplace_back("fallback", std::move(body));
    for (auto& [name, branch] : branches.bodies) GBX_RETURN_IF_ERROR(run(*branch));
    return {};
  }

  Status replace(Graph& graph, Node& call, NodeSpec branches) {
    std::vector<std::string> names;
    for (Value* output : call.output_list()) {
      names.push_back(output ? output->name() : "-");
      if (output) graph.rename(output, output->name() + ".call");
    }
    Node* node = graph.add(std::move(branches), std::move(names));
    for (Node* before : call.control_inputs()) graph.add_control_edge(before, node);
    for (Node* other : std::vector<Node*>(graph.nodes())) {
      if (std::ranges::find(other->control_inputs(), &call) != other->control_inputs().end()) graph.add_control_edge(node, other);
    }
    for (int i = 0; i < call.outputs(); ++i) {
      if (call.output(i)) graph.replace_uses(call.output(i), node->output(i));
    }
    graph.erase(&call);
    return infer_node(*node, graph, context_.ops);
  }

  const std::vector<GearPart>& parts_;
  const GearRequest& request_;
  const PassContext& context_;
};

}  // namespace

Result<std::vector<GearPart>> outline_parts(Graph& graph, const GearRequest& request, const PassContext& context) {
  if (request.scopes.empty()) return std::vector<GearPart>();
  return Outliner(graph, request, context).run();
}

Status add_part_gears(Graph& graph, const std::vector<GearPart>& parts, const GearRequest& request, const PassContext& context) {
  return Expander(parts, request, context).run(graph);
}

}  // namespace gearbox
