#include "whole/gears_test_support.h"

#include <gtest/gtest.h>

#include <cstring>

#include "api/options/shape_options.h"
#include "ir/text.h"
#include "package/reader.h"
#include "package/writer.h"
#include "passes/gear/input_declarations.h"
#include "whole/small_models_test_support.h"

namespace gearbox::testing {

namespace {

const OpRegistry& ops() {
  static const OpRegistry registry = OpRegistry::builtin();
  return registry;
}
const KernelRegistry& kernels() {
  static const KernelRegistry registry = KernelRegistry::builtin();
  return registry;
}

}  // namespace

options::GearTable gear_table(const Graph& graph, const Geared& geared) {
  options::ShapeWords words;
  words.gears = geared.gears;
  words.gear_mode = geared.mode;
  words.max_gears = 1000;
  const auto read = parse_shape_options(words, input_declarations(graph));
  EXPECT_TRUE(read.ok()) << read.status().text();
  return read.ok() ? read->gears : options::GearTable();
}

Result<PackageContents> compile_gears(const Graph& graph, const Geared& geared) {
  CompileOptions options;
  if (!geared.gears.empty()) options.gears.table = gear_table(graph, geared);
  options.gears.fallback = geared.fallback;
  options.gears.threads = geared.threads;
  options.gears.lazy = geared.lazy;
  options::Problems problems;
  options.gears.scopes = options::parse_gear_scopes(geared.scopes, problems);
  GBX_RETURN_IF_ERROR(problems.status());
  return compile(*graph.clone(), ops(), kernels(), options);
}

std::vector<std::byte> bytes_of(const PackageContents& contents) {
  auto bytes = package_bytes(contents);
  EXPECT_TRUE(bytes.ok()) << bytes.status().text();
  return std::move(bytes).value();
}

std::shared_ptr<const Model> loaded(const PackageContents& contents) {
  const std::vector<std::byte> bytes = bytes_of(contents);
  std::shared_ptr<void> aligned(std::aligned_alloc(4096, (bytes.size() + 4095) / 4096 * 4096), std::free);
  std::memcpy(aligned.get(), bytes.data(), bytes.size());
  auto read = read_package_bytes({static_cast<const std::byte*>(aligned.get()), bytes.size()}, aligned, nullptr);
  EXPECT_TRUE(read.ok()) << read.status().text();
  if (!read.ok()) return nullptr;
  auto model = Model::load(std::move(read).value(), {});
  EXPECT_TRUE(model.ok()) << model.status().text();
  return model.ok() ? *model : nullptr;
}

std::shared_ptr<const Model> geared_model(const Graph& graph, const Geared& geared) {
  const auto contents = compile_gears(graph, geared);
  EXPECT_TRUE(contents.ok()) << contents.status().text();
  return contents.ok() ? loaded(*contents) : nullptr;
}

std::shared_ptr<const Model> static_model(const Graph& graph, const options::GearTable& table, size_t row) {
  const std::unique_ptr<Graph> copy = graph.clone();
  const auto shapes = gear_shapes(table, row);
  for (size_t i = 0; i < table.inputs.size(); ++i) {
    Shape& shape = *copy->find_value(table.inputs[i].name)->type().shape;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (shapes[i][axis] >= 0) shape[axis] = shapes[i][axis];
    }
  }
  const auto contents = compile(*copy, ops(), kernels(), {});
  EXPECT_TRUE(contents.ok()) << contents.status().text();
  return contents.ok() ? loaded(*contents) : nullptr;
}

std::vector<Literal> random_inputs(const std::vector<std::vector<int64_t>>& extents, uint64_t seed) {
  std::vector<Literal> out;
  for (const std::vector<int64_t>& dims : extents) out.push_back(random_tensor(dims, seed++));
  return out;
}

std::vector<Tensor> views(const std::vector<Literal>& literals) {
  std::vector<Tensor> out;
  for (const Literal& literal : literals) out.push_back(view(literal));
  return out;
}

std::unique_ptr<Graph> graph_of(const char* text) {
  auto graph = parse_graph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().text();
  return graph.ok() ? std::move(graph).value() : std::make_unique<Graph>("none");
}

std::unique_ptr<Graph> perceptron() {
  return graph_of(R"(graph @perceptron(%x: f32[N,4]) -> (%y) given N >= 0 {
    @w = f32[4,3]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
    @b = f32[3]{-20, 0, 1}
    %p = MatMul(%x, @w)
    %s = Add(%p, @b)
    %y = Relu(%s)
  })");
}

const std::vector<GearSample> kGearSamples = {{"perceptron", perceptron, "N=1,2,7"},
                                              {"convolution_net", convolution_net, "N=1,2; H=16,33; W=24"},
                                              {"attention_block", attention_block, "N=1,3; L=1,8,16"}};

std::vector<Literal> inputs_of(const options::GearTable& table, size_t row, uint64_t seed) {
  std::vector<std::vector<int64_t>> extents = gear_shapes(table, row);
  for (auto& dims : extents) {
    for (int64_t& dim : dims) dim = dim < 0 ? 2 : dim;
  }
  return random_inputs(extents, seed);
}

void expect_same(Context& expected, Context& given, const std::vector<Literal>& inputs, double tolerance) {
  const auto a = expected.run(views(inputs)), b = given.run(views(inputs));
  ASSERT_TRUE(a.ok()) << a.status().text();
  ASSERT_TRUE(b.ok()) << b.status().text();
  ASSERT_EQ(a->size(), b->size());
  for (size_t i = 0; i < a->size(); ++i) EXPECT_LE(distance((*a)[i], (*b)[i]), tolerance) << "output " << i;
}

}  // namespace gearbox::testing
