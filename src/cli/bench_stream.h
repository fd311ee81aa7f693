#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/compiler.h"
#include "cli/bench_report.h"
#include "cli/model_inputs.h"
#include "cli/profile.h"
#include "cli/trace.h"

namespace gearbox::cli {

struct BenchOptions {
  std::string model;
  std::string trace;
  InputOptions inputs;
  ShapeRequest shapes;
  Exactness exact;
  std::string dump;
  std::string profile;
  std::string debug;
  int threads = 1;
  int warmup = -1;
  int iterations = 0;
  double duration = 0;
  double peak_gflops = 0;
  bool reference = false;
  bool explain = false;
  bool versus_dynamic = false;
  bool each_gear = false;
  bool json = false;
};

/// The requests of --trace, or a stream in which the shapes of --input-shape take turns.
Result<Trace> requests_of(const BenchOptions& options);

/// A model with its requests made ahead, so that a run takes no memory and touches no fresh page.
class Bench {
 public:
  /// `options` must outlive it.
  Bench(std::shared_ptr<const Model> model, const BenchOptions& options, Trace trace);

  /// Makes the inputs and the room for the times.
  Status prepare();
  /// A run of each shape with its steps' extents compared, apart from those measured. What was seen is added to `text`, up to the step
  /// that gave other extents where the result is an error.
  Status trace_shapes(std::string& text);
  Status measure();
  /// Estimates the operations a run of each shape takes, by the costs in the package.
  Status count_flops();
  /// Fills BenchResult::explanations.
  Status explain();
  /// Further runs with every step timed, kProfiledRuns of each shape, apart from those measured. After count_flops().
  Status record(Profile& profile);
  static constexpr int kProfiledRuns = 3;

  BenchResult& result();

 private:
  enum class Keep { kFirstOnly, kAll };
  /// Makes `tensors_` the inputs of the shape: those held, or ones made now, outside of the timing.
  Status take_inputs(size_t shape);
  Status run(size_t shape, Keep keep);

  const BenchOptions& options_;
  Trace trace_;
  std::shared_ptr<const Model> model_;
  Context context_;
  std::vector<std::vector<Literal>> literals_;
  std::vector<Literal> made_;
  std::vector<Tensor> tensors_;
  std::vector<ProgramFlops> flops_;
  int passes_ = 1;
  BenchResult result_;
};

}  // namespace gearbox::cli
