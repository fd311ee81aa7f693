#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/context.h"

namespace ocr {

struct SessionOptions {
  int threads = 1;
  int repeat = 5;  ///< further runs on the same input after the first, to measure
};

/// How long one shape took: the first run of it includes the planning of its memory.
struct ShapeTimes {
  std::vector<int64_t> dims;
  gearbox::GearChoice choice;  ///< what served it
  double first_ms = 0;
  std::vector<double> more_ms;

  double median_ms() const;
};

/// A package with one float input and one float output, loaded and timed. One thread at a time.
class Session {
 public:
  /// Maps the package and makes it ready. Errors: not a package, other inputs than one of f32, outputs other than one of f32.
  static gearbox::Result<Session> open(const std::string& path, const SessionOptions& options);

  /// Runs the model. The result is valid until the next run.
  gearbox::Result<gearbox::Tensor> run(const std::vector<float>& values, const std::vector<int64_t>& dims);

  const std::string& path() const { return path_; }
  const gearbox::Model& model() const { return *model_; }
  const std::vector<ShapeTimes>& times() const { return times_; }

 private:
  Session() = default;
  std::string path_;
  SessionOptions options_;
  std::shared_ptr<const gearbox::Model> model_;
  std::unique_ptr<gearbox::Context> context_;
  std::vector<ShapeTimes> times_;
};

}  // namespace ocr
