#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/literal.h"
#include "codegen/compile.h"
#include "ir/graph.h"
#include "runtime/context.h"

namespace gearbox::testing {

/// What a test asks for besides the graph.
struct Geared {
  std::string gears = {};      ///< as --gears; empty: none
  std::string mode = "exact";  ///< as --gear-mode
  bool fallback = true;
  int threads = 1;                       ///< that compile
  std::vector<std::string> scopes = {};  ///< as --gear-scope, each use
  bool lazy = false;                     ///< as --lazy-gears
};

options::GearTable gear_table(const Graph& graph, const Geared& geared);
/// The contents of a package of the graph with those gears.
Result<PackageContents> compile_gears(const Graph& graph, const Geared& geared);
/// The same, written, read and loaded. Fails the test where that fails.
std::shared_ptr<const Model> geared_model(const Graph& graph, const Geared& geared);
/// The graph compiled for the extents of one gear alone, by another way than gears take: its inputs declared with numbers.
std::shared_ptr<const Model> static_model(const Graph& graph, const options::GearTable& table, size_t row);
/// The bytes of a package.
std::vector<std::byte> bytes_of(const PackageContents& contents);
std::shared_ptr<const Model> loaded(const PackageContents& contents);

/// f32 inputs of those extents for a model, a function of the seed.
std::vector<Literal> random_inputs(const std::vector<std::vector<int64_t>>& extents, uint64_t seed);
std::vector<Tensor> views(const std::vector<Literal>& literals);
/// The graph of a text that must parse.
std::unique_ptr<Graph> graph_of(const char* text);

/// A model with gears that suit it.
struct GearSample {
  const char* name;
  std::unique_ptr<Graph> (*graph)();
  const char* gears;
};
/// A perceptron over x[N,4].
std::unique_ptr<Graph> perceptron();
/// A perceptron, a convolution net, a transformer block.
extern const std::vector<GearSample> kGearSamples;

/// Inputs for a gear; an axis the table leaves open is 2 long.
std::vector<Literal> inputs_of(const options::GearTable& table, size_t row, uint64_t seed);

/// Runs both on the inputs and expects the same outputs within `tolerance`.
void expect_same(Context& expected, Context& given, const std::vector<Literal>& inputs, double tolerance = 1e-5);

}  // namespace gearbox::testing
