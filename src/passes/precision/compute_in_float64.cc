#include "passes/precision/compute_in_float64.h"

#include <algorithm>
#include <set>
#include <vector>

namespace gearbox {

namespace {

constexpr int64_t kOnnxFloat = 1, kOnnxDouble = 11;

Literal widened(const Literal& literal) { return Literal::of<double>(literal.dims(), literal.as_double()); }

/// One graph or body of control flow.
class Widening {
 public:
  explicit Widening(Graph& graph) : graph_(graph) {
    for (Value* value : graph.values()) {
      if (value->type().dtype == DType::kF32) narrow_.insert(value);
    }
    for (const Value* output : graph.outputs()) narrow_outputs_.push_back(narrow_.contains(output));
    nodes_ = graph.nodes();
  }

  void run(bool body) {
    for (Node* node : nodes_) keep_narrow_operands(*node);
    for (Value* value : graph_.values()) {
      if (value->is_constant() && narrow_.contains(value) && !kept_.contains(value)) {
        graph_.replace_uses(value, graph_.add_constant(value->name(), widened(value->constant())));
      }
    }
    for (Value* input : std::vector(graph_.inputs().begin(), graph_.inputs().end())) {
      if (!narrow_.contains(input)) continue;
      if (body)
        input->type().dtype = DType::kF64;
      else
        follow_with_cast(input, kOnnxDouble);
    }
    for (Node* node : nodes_) {
      widen_attributes(*node);
      for (auto& [name, inner] : node->bodies()) Widening(*inner).run(true);
      for (size_t i = 0; i < node->output_list().size(); ++i) {
        Value* output = node->output_list()[i];
        if (output && narrow_.contains(output) && !takes_double(node->definition()->outputs(), i)) follow_with_cast(output, kOnnxDouble);
      }
    }
    for (size_t i = 0; !body && i < narrow_outputs_.size(); ++i) {
      if (narrow_outputs_[i]) graph_.set_output(static_cast<int>(i), cast(graph_.outputs()[i], kOnnxFloat));
    }
  }

 private:
  /// Formals without types take all; captures of control flow lie behind them.
  static bool takes_double(const std::vector<Formal>& formals, size_t index) {
    if (formals.empty() || (index >= formals.size() && formals.back().arity != Formal::Arity::kVariadic)) return true;
    const TypeSet types = formals[std::min(index, formals.size() - 1)].types;
    return types.empty() || std::ranges::find(types, DType::kF64) != types.end();
  }

  Value* cast(Value* value, int64_t to) {
    NodeSpec spec{.op = "Cast", .version = 13, .inputs = {value}};
    spec.attributes.set("to", to);
    return graph_.add(std::move(spec), {""})->output(0);
  }

  void follow_with_cast(Value* value, int64_t to) {
    Value* after = cast(value, to);
    graph_.replace_uses(value, after);
    graph_.set_input(after->producer(), 0, value);
  }

  /// Operands that must be f32 are cast back, or stay the constants they are.
  void keep_narrow_operands(Node& node) {
    for (int i = 0; i < node.inputs(); ++i) {
      Value* value = node.input(i);
      if (!value || !narrow_.contains(value) || takes_double(node.definition()->inputs(), static_cast<size_t>(i))) continue;
      Value* kept = value->is_constant() ? graph_.add_constant(value->name(), value->constant()) : cast(value, kOnnxFloat);
      kept_.insert(kept);
      graph_.set_input(&node, i, kept);
    }
  }

  static void widen_attributes(Node& node) {
    Attributes out = node.attributes();
    for (const auto& [name, attribute] : node.attributes()) {
      const auto* literal = std::get_if<Literal>(&attribute);
      const auto* number = std::get_if<int64_t>(&attribute);
      if (literal && literal->dtype() == DType::kF32) out.set(name, widened(*literal));
      if (number && *number == kOnnxFloat && (name == "to" || name == "dtype" || name == "output_datatype")) out.set(name, kOnnxDouble);
    }
    if (node.is("ConstantOfShape") && !out.has("value")) out.set("value", Literal::of<double>({1}, std::vector<double>{0}));
    node.attributes() = std::move(out);
  }

  Graph& graph_;
  std::vector<Node*> nodes_;
  std::vector<bool> narrow_outputs_;
  std::set<const Value*> narrow_;  ///< f32 before
  std::set<const Value*> kept_;    ///< f32 still
};

}  // namespace

void compute_in_float64(Graph& graph) { Widening(graph).run(false); }

}  // namespace gearbox
