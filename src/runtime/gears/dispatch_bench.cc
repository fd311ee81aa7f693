#include <benchmark/benchmark.h>

#include "runtime/gears/dispatch.h"
#include "runtime/model.h"

namespace gearbox {
namespace {

/// A model that copies x[N0,N1,...], with `gears` gears for all its axes.
std::shared_ptr<const Model> copying_model(int64_t gears, int64_t axes, options::GearMode mode) {
  PackageContents contents;
  const auto program = [&] {
    Program out;
    ProgramValue value;
    value.name = "x";
    value.dtype = DType::kF32;
    value.storage = Storage::kInput;
    for (int32_t axis = 0; axis < axes; ++axis) {
      value.dims.push_back(axis);
      out.bindings.push_back({0, axis, axis, "N" + std::to_string(axis)});
    }
    out.dims.slots = static_cast<int32_t>(axes);
    out.values = {value};
    out.inputs = {0};
    out.outputs = {0};
    out.output_names = {"y"};
    return out;
  };
  contents.programs.push_back(program());
  for (int64_t axis = 0; axis < axes; ++axis) {
    contents.gears.table.axes.push_back({{"N" + std::to_string(axis)}, {{"x", static_cast<size_t>(axis)}}, mode});
  }
  for (int64_t gear = 0; gear < gears; ++gear) {
    std::vector<int64_t> row;
    for (int64_t axis = 0; axis < axes; ++axis) row.push_back(8 * (gear + 1) + axis);
    contents.gears.table.rows.push_back(row);
    contents.gears.gears.push_back({static_cast<int32_t>(contents.programs.size()), {row}});
    contents.programs.push_back(program());
  }
  auto model = Model::load(std::move(contents), {});
  return model.ok() ? *model : nullptr;
}

/// Calls take turns among the gears' values less `shift`.
void choose(benchmark::State& state, options::GearMode mode, int64_t shift) {
  const int64_t gears = state.range(0), axes = state.range(1);
  const auto model = copying_model(gears, axes, mode);
  if (!model) return state.SkipWithError("no model");
  std::vector<std::vector<int64_t>> extents = model->gears().table.rows;
  for (auto& dims : extents) {
    for (int64_t& dim : dims) dim -= shift;
  }
  GearDispatch::Memo memo;
  size_t next = 0;
  for (auto _ : state) {
    const Tensor input{DType::kF32, extents[next], nullptr};
    benchmark::DoNotOptimize(model->dispatch()->choose({&input, 1}, memo));
    next = next + 1 == extents.size() ? 0 : next + 1;
  }
}

void exact_gear(benchmark::State& state) { choose(state, options::GearMode::kExact, 0); }
void no_gear(benchmark::State& state) { choose(state, options::GearMode::kExact, 1); }
void bounded_gear(benchmark::State& state) { choose(state, options::GearMode::kBounded, 1); }

void sizes(benchmark::internal::Benchmark* bench) {
  for (const int64_t axes : {2, 8}) {
    for (const int64_t gears : {2, 10, 100}) bench->Args({gears, axes});
  }
  bench->ArgNames({"gears", "axes"});
}

BENCHMARK(exact_gear)->Apply(sizes);
BENCHMARK(no_gear)->Apply(sizes);
BENCHMARK(bounded_gear)->Apply(sizes);

}  // namespace
}  // namespace gearbox

BENCHMARK_MAIN();
