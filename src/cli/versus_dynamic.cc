#include "cli/versus_dynamic.h"

#include <algorithm>
#include <array>

#include "api/extent_values.h"
#include "api/gear_shapes.h"
#include "base/clock.h"
#include "cli/table.h"
#include "cli/tensor_difference.h"

namespace gearbox::cli {

namespace {

constexpr size_t kGear = 0, kDynamic = 1;
constexpr int64_t kBlockNs = 2'000'000;  // runs shorter than that are timed many at once
constexpr size_t kMostRounds = 2000;     // passes over a stream

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? NAN : values[values.size() / 2];
}

std::string way_text(const GearChoice& choice) {
  const std::string way(gear_way_name(choice.way));
  return choice.gear < 0 ? way : "gear " + std::to_string(choice.gear) + ", " + way;
}

/// One shape with a context for each side.
class Pair {
 public:
  Pair(std::array<Context*, 2> contexts, const std::string& shape, std::vector<Literal> inputs)
      : contexts_(contexts), inputs_(std::move(inputs)), tensors_(tensors_of(inputs_)) {
    row_.shape = shape;
  }

  /// A run that asks for the gear, where it is still to be made.
  Status ask() { return contexts_[kGear]->run(tensors_).status(); }

  /// The first runs: what both give, and how many runs make up a block.
  Status begin(const Tolerance& tolerance) {
    std::array<std::span<const Tensor>, 2> outputs;
    for (const size_t side : {kGear, kDynamic}) {
      GBX_ASSIGN_OR_RETURN(outputs[side], contexts_[side]->run(tensors_));
    }
    row_.way = way_text(contexts_[kGear]->last_choice());
    for (size_t i = 0; i < outputs[0].size(); ++i) {
      const Difference difference = compare_tensors(outputs[kDynamic][i], outputs[kGear][i], tolerance);
      row_.apart = std::max(row_.apart, difference.max_absolute);
      if (!difference.equal() && row_.differs.empty()) row_.differs = difference.text();
    }
    int64_t longest = 1;
    for (const size_t side : {kGear, kDynamic}) {
      GBX_ASSIGN_OR_RETURN(const double ns, block(side, 1));
      longest = std::max(longest, static_cast<int64_t>(ns));
    }
    runs_ = std::max<int64_t>(1, kBlockNs / longest);
    return {};
  }

  /// A block on each side, the other one first every other time.
  Status round() {
    const bool swapped = times_[kGear].size() % 2 == 1;
    for (const size_t side : {swapped ? kDynamic : kGear, swapped ? kGear : kDynamic}) {
      GBX_RETURN_IF_ERROR(block(side, 1).status());  // brings its data back to the caches
      GBX_RETURN_IF_ERROR(time(side, runs_));
    }
    return {};
  }

  /// A single run on one side, whatever ran before.
  Status request(size_t side) { return time(side, 1); }

  VersusRow row() {
    row_.rounds = times_[kGear].size();
    row_.gear_ms = median(times_[kGear]);
    row_.dynamic_ms = median(times_[kDynamic]);
    row_.gear_least_ms = *std::ranges::min_element(times_[kGear]);
    row_.dynamic_least_ms = *std::ranges::min_element(times_[kDynamic]);
    std::vector<double> ratios;
    for (size_t i = 0; i < row_.rounds; ++i) ratios.push_back(times_[kDynamic][i] / times_[kGear][i]);
    row_.speedup = median(std::move(ratios));
    return row_;
  }

 private:
  Status time(size_t side, int64_t runs) {
    GBX_ASSIGN_OR_RETURN(const double ns, block(side, runs));
    times_[side].push_back(ns * 1e-6);
    return {};
  }

  /// Nanoseconds of one of `runs` runs.
  Result<double> block(size_t side, int64_t runs) {
    const int64_t begin = now_ns();
    for (int64_t i = 0; i < runs; ++i) GBX_RETURN_IF_ERROR(contexts_[side]->run(tensors_).status());
    return static_cast<double>(now_ns() - begin) / static_cast<double>(runs);
  }

  std::array<Context*, 2> contexts_;
  std::vector<Literal> inputs_;
  std::vector<Tensor> tensors_;
  int64_t runs_ = 1;
  std::array<std::vector<double>, 2> times_;
  VersusRow row_;
};

/// The whole stream on one side and then on the other: what ran before a request is the same on both.
Status stream_round(std::vector<Pair>& pairs, const Trace& trace, bool swapped) {
  for (const size_t side : {swapped ? kDynamic : kGear, swapped ? kGear : kDynamic}) {
    for (const int request : trace.requests) GBX_RETURN_IF_ERROR(pairs[static_cast<size_t>(request)].request(side));
  }
  return {};
}

Status shapes_round(std::vector<Pair>& pairs) {
  for (Pair& pair : pairs) GBX_RETURN_IF_ERROR(pair.round());
  return {};
}

}  // namespace

Result<std::vector<VersusRow>> versus_dynamic(const std::shared_ptr<const Model>& model, const Trace& trace, const BenchOptions& options) {
  constexpr double kShapeSeconds = 1;
  Context gear(model, {});
  Context dynamic(model, {.gears = false});
  std::vector<Pair> pairs;
  for (size_t i = 0; i < trace.shapes.size(); ++i) {
    GBX_ASSIGN_OR_RETURN(std::vector<Literal> inputs, make_inputs(*model, trace.shapes[i], trace.fills));
    pairs.emplace_back(std::array{&gear, &dynamic}, trace.shape_names[i], std::move(inputs));
    if (!model->late_gears()) continue;
    Status asked = pairs.back().ask();
    if (!asked.ok()) return std::move(asked).at(trace.shape_names[i]);
  }
  if (model->late_gears()) model->late_gears()->wait();
  for (size_t i = 0; i < pairs.size(); ++i) {
    Status begun = pairs[i].begin({.absolute = 1e-5, .relative = 0});
    if (!begun.ok()) return std::move(begun).at(trace.shape_names[i]);
  }
  const bool stream = !options.trace.empty();
  const double seconds = options.duration > 0 ? options.duration : kShapeSeconds * static_cast<double>(pairs.size());
  const size_t most = options.iterations > 0 ? static_cast<size_t>(options.iterations) : kMostRounds;
  const int64_t begin = now_ns();
  for (size_t round = 0; round < most; ++round) {
    if (round > 0 && options.iterations == 0 && static_cast<double>(now_ns() - begin) * 1e-9 > seconds) break;
    GBX_RETURN_IF_ERROR(stream ? stream_round(pairs, trace, round % 2 == 1) : shapes_round(pairs));
  }
  std::vector<VersusRow> out;
  for (Pair& pair : pairs) out.push_back(pair.row());
  return out;
}

namespace {

/// The least extent above zero of an axis that no gear sets.
int64_t least_extent(const Program& program, size_t input, size_t axis) {
  const auto binds = [&](const SymbolBinding& b) { return static_cast<size_t>(b.input) == input && static_cast<size_t>(b.axis) == axis; };
  const auto binding = std::ranges::find_if(program.bindings, binds);
  return binding == program.bindings.end() ? 1 : binding->multiple;
}

/// A gear's shapes of the inputs it lists. What it leaves open is small, or follows from the others.
RequestShape gear_request(const Program& program, const GearShapes& gears, size_t gear) {
  RequestShape out;
  ExtentValues computed(program);
  for (const size_t input : gears.inputs()) {
    const auto part = *gears.part(input);
    const auto begin = gears.dims(gear).begin() + static_cast<std::ptrdiff_t>(part.begin);
    std::vector<int64_t> dims(begin, begin + static_cast<std::ptrdiff_t>(part.rank));
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      if (dims[axis] < 0) dims[axis] = least_extent(program, input, axis);
    }
    computed.bind(static_cast<int32_t>(input), dims);
    out.push_back({program.values[static_cast<size_t>(program.inputs[input])].name, std::move(dims)});
  }
  for (size_t i = 0; i < out.size(); ++i) {
    const auto extents = computed.extents(program.inputs[gears.inputs()[i]]);
    for (size_t axis = 0; axis < extents.size(); ++axis) out[i].dims[axis] = extents[axis].value_or(out[i].dims[axis]);
  }
  return out;
}

}  // namespace

Trace gear_requests(const Model& model, const std::map<std::string, FillRule>& fills) {
  Trace out;
  out.fills = fills;
  const GearShapes gears(model);
  for (size_t gear = 0; gear < gears.count(); ++gear) {
    RequestShape shape = gear_request(model.main(), gears, gear);
    out.shape_names.push_back(trace_words(shape));
    out.shapes.push_back(std::move(shape));
    out.requests.push_back(static_cast<int>(gear));
  }
  return out;
}

std::string versus_table(const std::vector<VersusRow>& rows) {
  Table table("llrrrrrrrl");
  table.row({"shape", "served by", "rounds", "gear ms", "min", "dynamic ms", "min", "speed-up", "apart", ""});
  for (const VersusRow& row : rows) {
    table.row({row.shape, row.way, std::to_string(row.rounds), number_text(row.gear_ms), number_text(row.gear_least_ms),
               number_text(row.dynamic_ms), number_text(row.dynamic_least_ms), fixed_text(row.speedup, 3), number_text(row.apart),
               row.differs});
  }
  return table.text();
}

nlohmann::json versus_object(const std::vector<VersusRow>& rows) {
  nlohmann::json out = nlohmann::json::array();
  for (const VersusRow& row : rows) {
    out.push_back({{"shape", row.shape},
                   {"served_by", row.way},
                   {"rounds", row.rounds},
                   {"gear_ms", row.gear_ms},
                   {"gear_min_ms", row.gear_least_ms},
                   {"dynamic_ms", row.dynamic_ms},
                   {"dynamic_min_ms", row.dynamic_least_ms},
                   {"speed_up", row.speedup},
                   {"apart", row.apart},
                   {"reason", row.differs}});
  }
  return out;
}

}  // namespace gearbox::cli
