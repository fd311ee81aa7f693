#include <unordered_map>

#include "ir/text.h"
#include "ir/text_cursor.h"
#include "ir/type_annotation.h"

namespace gearbox {

namespace ir_parse {

constexpr int kMaxDepth = 64;
constexpr int kDefaultVersion = 17;

class Parser {
 public:
  explicit Parser(std::string_view text) : cursor_(text) {}

  Result<std::unique_ptr<Graph>> whole() {
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, this->graph(0, nullptr));
    if (!cursor_.at_end()) return cursor_.error("expected the end of the text");
    return graph;
  }

 private:
  /// What one graph's statements refer to.
  struct Frame {
    Graph& graph;
    std::unordered_map<std::string, Node*> nodes;
  };
  struct Output {
    std::string value;
    std::string name;
  };

  Result<std::unique_ptr<Graph>> graph(int depth, std::shared_ptr<DimScope> scope) {
    if (depth > kMaxDepth) return cursor_.error("graphs are nested too deeply");
    if (!cursor_.accept_word("graph")) return cursor_.error("expected 'graph'");
    GBX_RETURN_IF_ERROR(cursor_.expect("@"));
    GBX_ASSIGN_OR_RETURN(std::string name, cursor_.name());
    // Symbols are numbered in the order of `given`, which stands behind the signature. A nested graph with one has symbols of its own.
    const size_t signature = cursor_.position();
    GBX_RETURN_IF_ERROR(skip_signature());
    if (cursor_.accept_word("given")) {
      scope = std::make_shared<DimScope>();
      GBX_RETURN_IF_ERROR(given(*scope));
    }
    auto graph = std::make_unique<Graph>(std::move(name), std::move(scope));
    const size_t behind = cursor_.position();
    cursor_.seek(signature);
    Frame frame{*graph, {}};
    GBX_RETURN_IF_ERROR(inputs(frame));
    GBX_RETURN_IF_ERROR(cursor_.expect("->"));
    GBX_ASSIGN_OR_RETURN(std::vector<Output> outputs, this->outputs());
    cursor_.seek(behind);
    GBX_RETURN_IF_ERROR(cursor_.expect("{"));
    while (!cursor_.accept("}")) GBX_RETURN_IF_ERROR(statement(frame, depth));
    for (const Output& output : outputs) {
      Value* value = graph->find_value(output.value);
      if (!value) return cursor_.error("the graph's output '" + output.value + "' is not defined");
      graph->add_output(value, output.name);
    }
    return graph;
  }

  Status skip_signature() {
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    cursor_.until(")");
    GBX_RETURN_IF_ERROR(cursor_.expect(")"));
    GBX_RETURN_IF_ERROR(cursor_.expect("->"));
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    cursor_.until(")");
    return cursor_.expect(")");
  }

  Status given(DimScope& scope) {
    do {
      const size_t start = cursor_.position();
      Result<Dim> dim = parse_dim(cursor_.until("<>=,{"), scope);
      if (!dim.ok() || !dim->symbol()) {
        cursor_.seek(start);
        return cursor_.error("'given' holds ranges of symbols: N >= 1, N <= 16");
      }
      const bool at_least = cursor_.accept(">=");
      const bool at_most = !at_least && cursor_.accept("<=");
      if (!at_least && !at_most) return cursor_.error("expected >= or <=");
      GBX_ASSIGN_OR_RETURN(int64_t bound, cursor_.integer());
      scope.narrow(*dim->symbol(), at_least ? bound : 0, at_most ? bound : INT64_MAX);
    } while (cursor_.accept(","));
    return {};
  }

  Status define(const Frame& frame, std::string_view name) const {
    return frame.graph.find_value(name) ? cursor_.error("'" + std::string(name) + "' is defined twice") : Status();
  }

  Status inputs(Frame& frame) {
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    if (cursor_.accept(")")) return {};
    do {
      GBX_RETURN_IF_ERROR(cursor_.expect("%"));
      GBX_ASSIGN_OR_RETURN(std::string name, cursor_.name());
      GBX_RETURN_IF_ERROR(define(frame, name));
      Annotation annotation;
      if (cursor_.accept(":")) {
        GBX_ASSIGN_OR_RETURN(annotation, parse_annotation(cursor_, *frame.graph.scope()));
      }
      Value* value = frame.graph.add_input(std::move(name), std::move(annotation.type));
      value->set_contents(std::move(annotation.contents));
    } while (cursor_.accept(","));
    return cursor_.expect(")");
  }

  Result<std::vector<Output>> outputs() {
    std::vector<Output> out;
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    if (cursor_.accept(")")) return out;
    DimScope ignored;
    do {
      if (!cursor_.accept("%")) GBX_RETURN_IF_ERROR(cursor_.expect("@"));
      GBX_ASSIGN_OR_RETURN(std::string value, cursor_.name());
      Output output{value, value};
      if (cursor_.accept(":")) {
        GBX_RETURN_IF_ERROR(parse_annotation(cursor_, ignored).status());
      }
      if (cursor_.accept_word("as")) {
        GBX_ASSIGN_OR_RETURN(output.name, cursor_.quoted());
      }
      out.push_back(std::move(output));
    } while (cursor_.accept(","));
    GBX_RETURN_IF_ERROR(cursor_.expect(")"));
    return out;
  }

  Status statement(Frame& frame, int depth) {
    if (cursor_.at_end()) return cursor_.error("the graph does not end: expected '}'");
    if (cursor_.accept("@")) return constant(frame);
    if (cursor_.accept_word("fact")) return fact(frame);
    if (cursor_.accept_word("check")) return check(frame);
    if (cursor_.accept_word("claim")) return claim(frame);
    if (cursor_.accept_word("note")) {
      GBX_ASSIGN_OR_RETURN(std::string text, cursor_.quoted());
      frame.graph.notes().push_back(std::move(text));
      return {};
    }
    return node(frame, depth);
  }

  Status constant(Frame& frame) {
    GBX_ASSIGN_OR_RETURN(std::string name, cursor_.name());
    GBX_RETURN_IF_ERROR(define(frame, name));
    GBX_RETURN_IF_ERROR(cursor_.expect("="));
    GBX_ASSIGN_OR_RETURN(Literal literal, parse_literal(cursor_));
    Value* value = frame.graph.add_constant(std::move(name), std::move(literal));
    return cursor_.accept(":") ? annotate(frame, value) : Status();
  }

  Status annotate(Frame& frame, Value* value) {
    GBX_ASSIGN_OR_RETURN(Annotation annotation, parse_annotation(cursor_, *frame.graph.scope()));
    value->type() = std::move(annotation.type);
    value->set_contents(std::move(annotation.contents));
    return {};
  }

  Status check(Frame& frame) {
    ShapeCheck out;
    const std::string_view kind = cursor_.word();
    if (kind == "broadcast") out.kind = ShapeCheck::Kind::kBroadcast;
    if (kind == "at_least") out.kind = ShapeCheck::Kind::kAtLeast;
    if (kind != "equal" && out.kind == ShapeCheck::Kind::kEqual) return cursor_.error("expected equal, broadcast or at_least");
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    GBX_ASSIGN_OR_RETURN(std::vector<Dim> dims, parse_dims(cursor_, ")", *frame.graph.scope()));
    if (dims.size() != 2) return cursor_.error("a check compares two dims");
    out.a = dims[0];
    out.b = dims[1];
    GBX_ASSIGN_OR_RETURN(out.node, cursor_.quoted());
    GBX_ASSIGN_OR_RETURN(out.message, cursor_.quoted());
    frame.graph.checks().push_back(std::move(out));
    return {};
  }

  Status fact(Frame& frame) {
    GBX_ASSIGN_OR_RETURN(const std::string kind_name, cursor_.name());
    const std::optional<Fact::Kind> kind = fact_kind(kind_name);
    if (!kind) return cursor_.error("expected 'given', 'assert' or 'specialise'");
    GBX_ASSIGN_OR_RETURN(const std::string text, cursor_.quoted());
    auto relations = parse_relations(text, *frame.graph.scope());
    if (!relations.ok()) return cursor_.error(relations.status().message());
    GBX_ASSIGN_OR_RETURN(const std::string origin, cursor_.quoted());
    for (Relation& relation : *relations) frame.graph.facts().push_back({*kind, std::move(relation), origin});
    return {};
  }

  Status claim(Frame& frame) {
    OutputClaim out;
    GBX_ASSIGN_OR_RETURN(out.output, cursor_.quoted());
    GBX_RETURN_IF_ERROR(cursor_.expect(":"));
    const std::optional<DType> dtype = dtype_from_name(cursor_.word());
    if (!dtype) return cursor_.error("expected an element type");
    out.dtype = *dtype;
    if (cursor_.peek() == '[' || cursor_.peek() == 's') {
      GBX_ASSIGN_OR_RETURN(Attribute dims, parse_attribute(cursor_));
      if (!std::holds_alternative<Strings>(dims)) return cursor_.error("the dims of a claim are quoted texts");
      out.dims = std::get<Strings>(std::move(dims));
    }
    frame.graph.claims().push_back(std::move(out));
    return {};
  }

  /// The names left of '='; "-" where an output is left out.
  Result<std::vector<std::string>> results(const Frame& frame) {
    std::vector<std::string> out;
    if (cursor_.accept("(")) {
      GBX_RETURN_IF_ERROR(cursor_.expect(")"));
      return out;
    }
    do {
      if (cursor_.accept_word("_")) {
        out.push_back("-");
        continue;
      }
      GBX_RETURN_IF_ERROR(cursor_.expect("%"));
      GBX_ASSIGN_OR_RETURN(std::string name, cursor_.name());
      GBX_RETURN_IF_ERROR(define(frame, name));
      for (const std::string& other : out) {
        if (other == name) return cursor_.error("'" + name + "' is defined twice");
      }
      if (name.empty() || name == "-") return cursor_.error("a value cannot be named '" + name + "'");
      out.push_back(std::move(name));
    } while (cursor_.accept(","));
    return out;
  }

  Status operation(NodeSpec& spec) {
    const size_t start = cursor_.position();
    if (cursor_.peek() == '"') {
      GBX_ASSIGN_OR_RETURN(spec.domain, cursor_.quoted());
    } else {
      spec.domain = cursor_.word(".");
    }
    if (!cursor_.accept("::")) {
      spec.domain.clear();
      cursor_.seek(start);
    }
    if (cursor_.peek() == '"') {
      GBX_ASSIGN_OR_RETURN(spec.op, cursor_.quoted());
    } else {
      spec.op = cursor_.word();
    }
    if (spec.op.empty()) return cursor_.error("expected an operator");
    spec.version = spec.domain.empty() ? kDefaultVersion : 1;
    if (!cursor_.accept(".")) return {};
    GBX_ASSIGN_OR_RETURN(int64_t version, cursor_.integer());
    if (version < 0 || version > INT32_MAX) return cursor_.error("no operator has this version");
    spec.version = static_cast<int>(version);
    return {};
  }

  Status operands(const Frame& frame, NodeSpec& spec) {
    GBX_RETURN_IF_ERROR(cursor_.expect("("));
    if (cursor_.accept(")")) return {};
    do {
      if (cursor_.accept_word("_")) {
        spec.inputs.push_back(nullptr);
        continue;
      }
      const bool constant = cursor_.accept("@");
      if (!constant) GBX_RETURN_IF_ERROR(cursor_.expect("%"));
      GBX_ASSIGN_OR_RETURN(std::string name, cursor_.name());
      Value* value = frame.graph.find_value(name);
      if (!value) return cursor_.error("'" + name + "' is not defined");
      if (value->is_constant() != constant) return cursor_.error("'" + name + "': constants are written with @, other values with %");
      spec.inputs.push_back(value);
    } while (cursor_.accept(","));
    return cursor_.expect(")");
  }

  /// {axis=1, body=graph …}: attributes and bodies, separated by commas or just white space.
  Status properties(Frame& frame, NodeSpec& spec, int depth) {
    while (!cursor_.accept("}")) {
      GBX_ASSIGN_OR_RETURN(std::string key, cursor_.name());
      GBX_RETURN_IF_ERROR(cursor_.expect("="));
      const size_t start = cursor_.position();
      const bool body = cursor_.accept_word("graph");
      cursor_.seek(start);
      if (body) {
        GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> nested, graph(depth + 1, frame.graph.scope()));
        spec.bodies.emplace_back(std::move(key), std::move(nested));
      } else {
        GBX_ASSIGN_OR_RETURN(Attribute value, parse_attribute(cursor_));
        spec.attributes.set(std::move(key), std::move(value));
      }
      cursor_.accept(",");
    }
    return {};
  }

  Status node(Frame& frame, int depth) {
    GBX_ASSIGN_OR_RETURN(std::vector<std::string> names, results(frame));
    GBX_RETURN_IF_ERROR(cursor_.expect("="));
    NodeSpec spec;
    GBX_RETURN_IF_ERROR(operation(spec));
    GBX_RETURN_IF_ERROR(operands(frame, spec));
    if (cursor_.accept("{")) GBX_RETURN_IF_ERROR(properties(frame, spec, depth));
    if (cursor_.accept_word("named")) {
      GBX_ASSIGN_OR_RETURN(spec.name, cursor_.quoted());
      if (frame.nodes.contains(spec.name)) return cursor_.error("two nodes are named '" + spec.name + "'");
    }
    std::vector<Node*> before;
    if (cursor_.accept_word("after")) GBX_RETURN_IF_ERROR(predecessors(frame, before));
    std::vector<Annotation> annotations(names.size());
    if (cursor_.accept(":")) {
      for (size_t i = 0; i < names.size(); ++i) {
        if (i > 0) GBX_RETURN_IF_ERROR(cursor_.expect(","));
        if (names[i] == "-" && cursor_.accept_word("_")) continue;
        GBX_ASSIGN_OR_RETURN(annotations[i], parse_annotation(cursor_, *frame.graph.scope()));
      }
    }
    if (cursor_.accept("{")) GBX_RETURN_IF_ERROR(properties(frame, spec, depth));
    Node* node = frame.graph.add(std::move(spec), std::move(names));
    frame.nodes.emplace(node->name(), node);
    for (Node* other : before) frame.graph.add_control_edge(other, node);
    for (int i = 0; i < node->outputs(); ++i) {
      if (!node->output(i)) continue;
      node->output(i)->type() = std::move(annotations[static_cast<size_t>(i)].type);
      node->output(i)->set_contents(std::move(annotations[static_cast<size_t>(i)].contents));
    }
    return {};
  }

  Status predecessors(const Frame& frame, std::vector<Node*>& out) {
    do {
      GBX_ASSIGN_OR_RETURN(std::string name, cursor_.quoted());
      auto it = frame.nodes.find(name);
      if (it == frame.nodes.end()) return cursor_.error("no node '" + name + "' stands before this one");
      out.push_back(it->second);
    } while (cursor_.accept(","));
    return {};
  }

  TextCursor cursor_;
};

}  // namespace ir_parse

Result<std::unique_ptr<Graph>> parse_graph(std::string_view text) { return ir_parse::Parser(text).whole(); }

}  // namespace gearbox
