#include "ir/dot.h"

#include <unordered_map>

namespace gearbox {

namespace ir_dot {

std::string label(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

class Drawing {
 public:
  void graph(const Graph& graph) {
    std::unordered_map<const Value*, std::string> makers;
    for (const Value* input : graph.inputs()) {
      makers[input] = box(input->name() + "\n" + type_text(input->type()), "ellipse");
    }
    std::unordered_map<const Node*, std::string> boxes;
    for (const Node* node : graph.nodes()) {
      const std::string id = box(node->op() + "\n" + node->name(), "box");
      boxes[node] = id;
      for (const Value* input : node->input_list()) {
        if (input && makers.contains(input)) edge(makers[input], id, input->name() + " " + type_text(input->type()));
      }
      for (const Node* before : node->control_inputs()) out_ += boxes[before] + " -> " + id + " [style=dashed];\n";
      for (const Value* output : node->output_list()) makers[output] = id;
      for (const auto& [key, body] : node->bodies()) {
        out_ += "subgraph cluster_" + std::to_string(next_++) + " {\nlabel=" + label(node->name() + "." + key) + ";\n";
        this->graph(*body);
        out_ += "}\n";
      }
    }
    for (size_t i = 0; i < graph.outputs().size(); ++i) {
      const Value* output = graph.outputs()[i];
      const std::string id = box(graph.output_name(static_cast<int>(i)), "ellipse");
      if (makers.contains(output)) edge(makers[output], id, type_text(output->type()));
    }
  }

  std::string take() && { return std::move(out_); }

 private:
  std::string box(std::string_view text, std::string_view shape) {
    std::string id = "n" + std::to_string(next_++);
    out_ += id + " [shape=" + std::string(shape) + ", label=" + label(text) + "];\n";
    return id;
  }
  void edge(const std::string& from, const std::string& to, std::string_view text) {
    out_ += from + " -> " + to + " [label=" + label(text) + "];\n";
  }

  std::string out_;
  int next_ = 0;
};

}  // namespace ir_dot

std::string dot(const Graph& graph) {
  ir_dot::Drawing drawing;
  drawing.graph(graph);
  return "digraph " + ir_dot::label(graph.name()) + " {\n" + std::move(drawing).take() + "}\n";
}

}  // namespace gearbox
