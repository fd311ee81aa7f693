#include <set>
#include <utility>

#include "ir/text.h"
#include "ir/text_cursor.h"
#include "ir/type_annotation.h"

namespace gearbox {

namespace ir_print {

std::string reference(const Value* value) {
  if (!value) return "_";
  return (value->is_constant() ? "@" : "%") + name_text(value->name());
}

template <class List, class Text>
std::string join(const List& list, Text text) {
  std::string out;
  bool first = true;
  for (const auto& item : list) {
    if (!first) out += ", ";
    first = false;
    out += text(item);
  }
  return out;
}

/// Every symbol that the graph and its bodies mention, ascending.
void collect_symbols(const Graph& graph, std::set<SymbolId>& out) {
  auto add = [&](const std::vector<Dim>& dims) {
    for (Dim dim : dims) {
      for (SymbolId id : dim.symbols()) out.insert(id);
    }
  };
  for (const Value* value : graph.values()) {
    const TensorType& type = value->type();
    if (type.shape) add(*type.shape);
    if (type.capacity) add(*type.capacity);
    add(type.strides);
    if (value->contents()) add(*value->contents());
    if (const Node* node = value->producer(); node && value->output_index() == 0) {
      for (const auto& [key, body] : node->bodies()) {
        if (body->scope() == graph.scope()) collect_symbols(*body, out);
      }
    }
  }
  for (const ShapeCheck& check : graph.checks()) add({check.a, check.b});
  for (const Fact& fact : graph.facts()) add({fact.relation.a, fact.relation.b});
}

std::string given_text(const Graph& graph) {
  std::set<SymbolId> symbols;
  collect_symbols(graph, symbols);
  return join(symbols, [&](SymbolId id) {
    const Symbol info = graph.scope()->info(id);
    const std::string name = graph.scope()->from_id(id).text();
    std::string out = name + " >= " + std::to_string(info.lower);
    if (info.upper != INT64_MAX) out += ", " + name + " <= " + std::to_string(info.upper);
    return out;
  });
}

class Printer {
 public:
  explicit Printer(const LiteralStyle& style) : style_(style) {}

  /// `outer`: the scope of the graph it stands in, whose symbols are listed there.
  void graph(const Graph& graph, const DimScope* outer) {
    out_ += "graph @" + name_text(graph.name()) + "(";
    out_ += join(graph.inputs(), [](const Value* value) { return reference(value) + ": " + annotation_text(*value); }) + ") -> (";
    int index = 0;
    out_ += join(graph.outputs(), [&](const Value* value) {
      const std::string& name = graph.output_name(index++);
      return reference(value) + ": " + type_text(value->type()) + (name == value->name() ? "" : " as " + quoted_text(name));
    });
    out_ += ")";
    if (graph.scope().get() != outer) {
      const std::string given = given_text(graph);
      if (!given.empty()) out_ += "\n" + indent() + "  given " + given;
    }
    out_ += " {\n";
    ++depth_;
    const DimScope* outside = std::exchange(scope_, graph.scope().get());
    for (const Value* value : graph.values()) {
      if (value->is_constant()) constant(*value);
    }
    for (const Node* node : graph.nodes()) statement(*node);
    for (const Fact& fact : graph.facts()) {
      line("fact " + std::string(fact_kind_name(fact.kind)) + " " + quoted_text(fact.relation.text()) + " " + quoted_text(fact.origin));
    }
    for (const ShapeCheck& check : graph.checks()) shape_check(check);
    for (const OutputClaim& claim : graph.claims()) {
      line("claim " + quoted_text(claim.output) + ": " + std::string(dtype_name(claim.dtype)) +
           (claim.dims ? " " + attribute_text(*claim.dims, style_) : ""));
    }
    for (const std::string& note : graph.notes()) line("note " + quoted_text(note));
    scope_ = outside;
    --depth_;
    out_ += indent() + "}";
  }

  std::string take() && { return std::move(out_); }

 private:
  std::string indent() const { return std::string(2 * static_cast<size_t>(depth_), ' '); }
  void line(const std::string& text) { out_ += indent() + text + "\n"; }

  void constant(const Value& value) {
    Value plain;
    plain.type() = type_of(value.constant());
    std::string text = reference(&value) + " = " + literal_text(value.constant(), style_);
    const std::string annotation = annotation_text(value);
    if (annotation != annotation_text(plain)) text += " : " + annotation;
    line(text);
  }

  std::string operation(const Node& node) const {
    const bool plain_domain = node.domain().find('/') == std::string::npos;
    std::string out;
    if (!node.domain().empty()) out = (plain_domain ? name_text(node.domain()) : quoted_text(node.domain())) + "::";
    const bool plain = node.op().find_first_of("./") == std::string::npos;
    return out + (plain ? name_text(node.op()) : quoted_text(node.op())) + "." + std::to_string(node.version());
  }

  void statement(const Node& node) {
    std::string text = node.outputs() == 0 ? "()" : join(node.output_list(), reference);
    text += " = " + operation(node) + "(" + join(node.input_list(), reference) + ")";
    if (!node.attributes().empty()) {
      text += " {" +
              join(node.attributes(), [&](const auto& item) { return name_text(item.first) + "=" + attribute_text(item.second, style_); });
      text += "}";
    }
    std::string expected;
    for (const Value* output : node.output_list()) {
      if (output && expected.empty()) expected = output->name();
    }
    if (node.name() != expected) text += " named " + quoted_text(node.name());
    if (!node.control_inputs().empty()) {
      text += " after " + join(node.control_inputs(), [](const Node* before) { return quoted_text(before->name()); });
    }
    if (node.outputs() > 0) {
      text += " : " + join(node.output_list(), [](const Value* value) { return value ? annotation_text(*value) : std::string("_"); });
    }
    if (node.bodies().empty()) return line(text);
    out_ += indent() + text + " {\n";
    ++depth_;
    for (const auto& [key, body] : node.bodies()) {
      out_ += indent() + name_text(key) + " = ";
      graph(*body, scope_);
      out_ += '\n';
    }
    --depth_;
    line("}");
  }

  void shape_check(const ShapeCheck& check) {
    const std::string_view kind = check.kind == ShapeCheck::Kind::kEqual       ? "equal"
                                  : check.kind == ShapeCheck::Kind::kBroadcast ? "broadcast"
                                                                               : "at_least";
    line("check " + std::string(kind) + "(" + check.a.text() + ", " + check.b.text() + ") " + quoted_text(check.node) + " " +
         quoted_text(check.message));
  }

  const LiteralStyle& style_;
  const DimScope* scope_ = nullptr;
  std::string out_;
  int depth_ = 0;
};

}  // namespace ir_print

std::string print(const Graph& graph, const LiteralStyle& style) {
  ir_print::Printer printer(style);
  printer.graph(graph, nullptr);
  return std::move(printer).take() + "\n";
}

std::string first_difference(const Graph& a, const Graph& b) {
  const std::string left = print(a), right = print(b);
  if (left == right) return "";
  size_t start = 0;
  size_t i = 0;
  while (i < left.size() && i < right.size() && left[i] == right[i]) {
    if (left[i++] == '\n') start = i;
  }
  auto line = [&](const std::string& text) { return text.substr(start, text.find('\n', start) - start); };
  return "'" + line(left) + "' against '" + line(right) + "'";
}

}  // namespace gearbox
