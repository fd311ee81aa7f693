#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/shape_spelling.h"
#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli::html {

/// A program that calls can enter, as a page shows it.
struct Entry {
  std::string id;                         ///< what links lead to: "dynamic", "gear-0"
  size_t program = 0;                     ///< index in the package; gears may share one
  int32_t gear = -1;                      ///< row of the gear table, -1 for the dynamic program
  std::string title;                      ///< "Gear 0: N=1, L=64"
  std::shared_ptr<const BoundPlan> plan;  ///< null: none to draw
  std::string note;                       ///< what the plan is for, or why there is none
};

/// The dynamic program, planned for the request, and all gears, planned for their own extents and, at axes no gear sets, for those of the
/// request. Errors: a request that the model refuses; an empty one leaves out what it would decide.
Result<std::vector<Entry>> entries_of(const Model& model, const RequestShape& request);

}  // namespace gearbox::cli::html
