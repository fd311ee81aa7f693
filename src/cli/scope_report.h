#pragma once

#include <vector>

#include "cli/report.h"
#include "runtime/gears/scope_choice.h"
#include "runtime/model.h"

namespace gearbox::cli {

/// What served the parts of a model that have gears of their own during a run, in the order of execution.
class ScopeLog {
 public:
  /// The model outlives it.
  explicit ScopeLog(const Model& model) : model_(model) {}
  /// For Context::observe_scopes. A part that is served the same way again and again, in a loop, takes one line.
  ScopeObserver observer();
  /// Text and object are empty where the model has no such parts.
  Report report() const;

 private:
  struct Line {
    size_t scope;
    GearChoice choice;
    std::vector<int64_t> values;
    uint64_t times;
  };
  const Model& model_;
  std::vector<Line> lines_;
};

/// The gears of each part, with their steps and the extents of what the part gives.
Report scopes_report(const Model& model);

/// How often each branch of each part was taken since the model was loaded.
Report scope_counts_report(const Model& model);

}  // namespace gearbox::cli
