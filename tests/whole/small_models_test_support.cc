#include "whole/small_models_test_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "codegen/compile.h"
#include "package/reader.h"
#include "package/writer.h"

namespace gearbox::testing {

namespace {

uint64_t next(uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// Adds nodes to a graph with weights drawn from one stream.
class Builder {
 public:
  explicit Builder(Graph& graph) : graph_(graph) {}

  Value* weight(std::vector<int64_t> dims, float scale) {
    Literal literal = random_tensor(std::move(dims), seed_++);
    for (int64_t i = 0; i < literal.elements(); ++i) static_cast<float*>(literal.mutable_data())[i] *= scale;
    return graph_.add_constant(graph_.unique_name("w"), std::move(literal));
  }
  Value* numbers(std::vector<int64_t> values) {
    const auto count = static_cast<int64_t>(values.size());
    return graph_.add_constant(graph_.unique_name("n"), Literal::of<int64_t>({count}, values));
  }
  Value* op(const std::string& name, std::vector<Value*> inputs, Attributes attributes = {}) {
    NodeSpec spec;
    spec.op = name;
    spec.version = 17;
    spec.name = graph_.unique_name(name);
    spec.inputs = std::move(inputs);
    spec.attributes = std::move(attributes);
    return graph_.add(std::move(spec), {""})->output(0);
  }
  Value* conv(Value* x, int64_t in, int64_t out, int64_t kernel, int64_t stride, int64_t group) {
    Attributes attributes;
    attributes.set("kernel_shape", Ints{kernel, kernel});
    attributes.set("strides", Ints{stride, stride});
    attributes.set("pads", Ints(4, kernel / 2));
    attributes.set("group", group);
    const float scale = 1.0F / std::sqrt(static_cast<float>(in / group * kernel * kernel));
    return op("Conv", {x, weight({out, in / group, kernel, kernel}, scale), weight({out}, 0.1F)}, std::move(attributes));
  }
  Value* linear(Value* x, int64_t in, int64_t out) {
    return op("Add", {op("MatMul", {x, weight({in, out}, 1.0F / std::sqrt(static_cast<float>(in)))}), weight({out}, 0.1F)});
  }

 private:
  Graph& graph_;
  uint64_t seed_ = 1;
};

}  // namespace

std::unique_ptr<Graph> convolution_net() {
  auto graph = std::make_unique<Graph>("convolution_net");
  DimScope& scope = *graph->scope();
  Value* x = graph->add_input("x", tensor_type(DType::kF32, {scope.symbol("N"), 3, scope.symbol("H"), scope.symbol("W")}));
  Builder b(*graph);
  Value* y = b.op("HardSwish", {b.conv(x, 3, 12, 3, 2, 1)});
  Value* wide = b.op("Relu", {b.conv(b.conv(y, 12, 20, 1, 1, 1), 20, 20, 3, 1, 20)});
  Value* squeezed = b.op("GlobalAveragePool", {wide});
  Value* gate = b.op("HardSigmoid", {b.conv(b.op("Relu", {b.conv(squeezed, 20, 6, 1, 1, 1)}), 6, 20, 1, 1, 1)});
  y = b.op("Add", {b.conv(b.op("Mul", {gate, wide}), 20, 12, 1, 1, 1), y});
  Attributes pool;
  pool.set("kernel_shape", Ints{2, 2});
  pool.set("strides", Ints{2, 2});
  pool.set("ceil_mode", int64_t{1});
  y = b.op("Tanh", {b.conv(b.op("MaxPool", {y}, pool), 12, 13, 5, 1, 1)});
  Attributes flatten;
  flatten.set("axis", int64_t{1});
  y = b.op("Flatten", {b.op("GlobalAveragePool", {y})}, flatten);
  graph->add_output(b.op("Gemm", {y, b.weight({13, 7}, 0.3F), b.weight({7}, 0.1F)}), "y");
  return graph;
}

std::unique_ptr<Graph> attention_block() {
  constexpr int64_t kWidth = 24, kHeads = 3, kDepth = kWidth / kHeads;
  auto graph = std::make_unique<Graph>("attention_block");
  DimScope& scope = *graph->scope();
  const Dim n = scope.symbol("N"), length = scope.symbol("L");
  Value* x = graph->add_input("x", tensor_type(DType::kF32, {n, length, kWidth}));
  Value* mask = graph->add_input("mask", tensor_type(DType::kF32, {n, 1, 1, length}));
  Builder b(*graph);
  auto heads = [&](Value* value, Ints perm) {
    Attributes attributes;
    attributes.set("perm", std::move(perm));
    return b.op("Transpose", {b.op("Reshape", {value, b.numbers({0, 0, kHeads, kDepth})})}, std::move(attributes));
  };
  Attributes norm;
  norm.set("axis", int64_t{-1});
  Value* h = b.op("LayerNormalization", {x, b.weight({kWidth}, 1.0F), b.weight({kWidth}, 0.1F)}, norm);
  Value* q = heads(b.linear(h, kWidth, kWidth), {0, 2, 1, 3});
  Value* k = heads(b.linear(h, kWidth, kWidth), {0, 2, 3, 1});
  Value* v = heads(b.linear(h, kWidth, kWidth), {0, 2, 1, 3});
  Value* depth = graph->add_constant("depth", Literal::scalar(std::sqrt(static_cast<float>(kDepth))));
  Value* scores = b.op("Add", {b.op("Div", {b.op("MatMul", {q, k}), depth}), mask});
  Attributes last;
  last.set("axis", int64_t{-1});
  Attributes back;
  back.set("perm", Ints{0, 2, 1, 3});
  Value* mixed = b.op("Transpose", {b.op("MatMul", {b.op("Softmax", {scores}, last), v})}, back);
  Value* y = b.op("Add", {b.linear(b.op("Reshape", {mixed, b.numbers({0, 0, kWidth})}), kWidth, kWidth), x});
  graph->add_output(b.op("Add", {b.linear(b.op("Relu", {b.linear(y, kWidth, 50)}), 50, kWidth), y}), "y");
  return graph;
}

std::unique_ptr<Graph> selection() {
  auto graph = std::make_unique<Graph>("selection");
  DimScope& scope = *graph->scope();
  Value* x = graph->add_input("x", tensor_type(DType::kF32, {scope.symbol("N"), scope.symbol("M")}));
  Builder b(*graph);
  Value* half = graph->add_constant("half", Literal::scalar(0.5F));
  Value* where = b.op("NonZero", {b.op("Greater", {x, half})});
  Value* doubled = b.op("Add", {where, where});
  Attributes perm;
  perm.set("perm", Ints{1, 0});
  graph->add_output(b.op("GatherND", {x, b.op("Transpose", {where}, perm)}), "chosen");
  graph->add_output(doubled, "doubled");
  return graph;
}

std::shared_ptr<const Model> compile_model(const Graph& graph, How how, int threads) {
  const OpRegistry ops = OpRegistry::builtin();
  const KernelRegistry kernels = KernelRegistry::builtin();
  const std::unique_ptr<Graph> copy_of_graph = graph.clone();
  CompileOptions options;
  options.optimise = how != How::kReference;
  options.reference_only = how == How::kReference;
  auto contents = compile(*copy_of_graph, ops, kernels, options);
  EXPECT_TRUE(contents.ok()) << contents.status().text();
  if (!contents.ok()) return nullptr;
  if (how == How::kPackage) {
    auto bytes = package_bytes(*contents);
    EXPECT_TRUE(bytes.ok()) << bytes.status().text();
    const size_t size = bytes->size();
    std::shared_ptr<void> aligned(std::aligned_alloc(4096, (size + 4095) / 4096 * 4096), std::free);
    std::memcpy(aligned.get(), bytes->data(), size);
    contents = read_package_bytes({static_cast<const std::byte*>(aligned.get()), size}, aligned, nullptr);
    EXPECT_TRUE(contents.ok()) << contents.status().text();
    if (!contents.ok()) return nullptr;
  }
  auto model = Model::load(std::move(contents).value(), {.threads = threads});
  EXPECT_TRUE(model.ok()) << model.status().text();
  return model.ok() ? *model : nullptr;
}

Literal random_tensor(std::vector<int64_t> dims, uint64_t seed) {
  Literal out = Literal::allocate(DType::kF32, std::move(dims));
  uint64_t state = seed * 0x2545F4914F6CDD1DU + 1;
  for (int64_t i = 0; i < out.elements(); ++i) {
    static_cast<float*>(out.mutable_data())[i] = static_cast<float>(next(state) >> 40) / static_cast<float>(1 << 23) - 1.0F;
  }
  return out;
}

Tensor view(const Literal& literal) { return {literal.dtype(), literal.dims(), const_cast<void*>(literal.data())}; }

double distance(const Tensor& a, const Tensor& b) {
  if (!std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(), b.dims.end()) || a.dtype != b.dtype)
    return std::numeric_limits<double>::infinity();
  if (a.dtype != DType::kF32) {
    return std::memcmp(a.data, b.data, static_cast<size_t>(a.elements()) * dtype_size(a.dtype)) == 0
               ? 0
               : std::numeric_limits<double>::infinity();
  }
  double worst = 0;
  for (int64_t i = 0; i < a.elements(); ++i) {
    const double x = a.as<float>()[i], y = b.as<float>()[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double error = std::fabs(x - y) / (1 + std::fabs(x));
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
  }
  return worst;
}

Literal copy(const Tensor& tensor) {
  Literal out = Literal::allocate(tensor.dtype, std::vector<int64_t>(tensor.dims.begin(), tensor.dims.end()));
  if (out.bytes() > 0) std::memcpy(out.mutable_data(), tensor.data, out.bytes());
  return out;
}

}  // namespace gearbox::testing
