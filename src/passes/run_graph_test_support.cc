#include "passes/run_graph_test_support.h"

#include <cmath>
#include <map>
#include <random>

#include "ops/run/evaluate.h"

namespace gearbox {

Result<std::vector<Literal>> run_graph(const Graph& graph, std::span<const Literal> inputs, const KernelRegistry& kernels,
                                       bool reference_only) {
  std::map<const Value*, Literal> values;
  for (size_t i = 0; i < inputs.size(); ++i) values[graph.inputs()[i]] = inputs[i];
  auto literal_of = [&](const Value* value) { return !value ? Literal() : value->is_constant() ? value->constant() : values.at(value); };
  for (const Node* node : graph.nodes()) {
    std::vector<Literal> arguments;
    std::vector<DType> types;
    for (const Value* input : node->input_list()) arguments.push_back(literal_of(input));
    for (const Value* output : node->output_list()) types.push_back(output ? output->type().dtype : DType::kUndefined);
    auto results = ops::evaluate(kernels, {.op = node->op(),
                                           .domain = node->domain(),
                                           .version = node->version(),
                                           .node_name = node->name(),
                                           .attributes = &node->attributes(),
                                           .inputs = arguments,
                                           .output_types = types,
                                           .reference_only = reference_only && node->domain().empty(),
                                           .threads = nullptr});
    if (!results.ok()) return results.status().at(node->op() + " '" + node->name() + "'");
    for (int i = 0; i < node->outputs(); ++i) {
      if (node->output(i)) values[node->output(i)] = (*results)[static_cast<size_t>(i)];
    }
  }
  std::vector<Literal> out;
  for (const Value* value : graph.outputs()) out.push_back(literal_of(value));
  return out;
}

Literal random_literal(std::vector<int64_t> dims, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Literal out = Literal::allocate(DType::kF32, std::move(dims));
  for (int64_t i = 0; i < out.elements(); ++i) static_cast<float*>(out.mutable_data())[i] = uniform(random);
  return out;
}

std::string difference(const Literal& expected, const Literal& given, double tolerance) {
  if (expected.dtype() != given.dtype() || expected.dims() != given.dims()) return "the types differ";
  const auto a = expected.as_double(), b = given.as_double();
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::fabs(a[i] - b[i]) <= tolerance * (1 + std::fabs(a[i])) || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    return "element " + std::to_string(i) + " of " + std::to_string(a.size()) + " is " + std::to_string(b[i]) + ", expected " +
           std::to_string(a[i]);
  }
  return {};
}

std::string operators(const Graph& graph) {
  std::string out;
  for (const Node* node : graph.nodes())
    out += (out.empty() ? "" : " ") + (node->domain().empty() ? "" : node->domain() + "::") + node->op();
  return out;
}

}  // namespace gearbox
