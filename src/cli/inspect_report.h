#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// One thing `inspect` shows, for people and for programs.
struct Report {
  std::string text;
  nlohmann::json object;
};

/// Interface, symbols, size and target on one screen.
Report summary_report(const Model& model, const std::string& path);
/// Each symbol with its range and the input axes that bind it.
Report symbols_report(const Model& model);
/// The answer to a question about extents, from the model's symbols and facts. Errors: unknown symbols, wrong grammar.
Result<Report> why_report(const Model& model, const std::string& question);
/// The gears in the user's order: values, the program of each with its steps, the extents of the outputs, and what becomes of other calls.
Report gears_report(const Model& model);
/// How often each operator is used and which kernel was chosen for it.
Report ops_report(const Model& model);
/// All steps in order with the symbolic types of their operands.
Report steps_report(const Model& model);
/// What is tested on every new binding because it could not be proven.
Report checks_report(const Model& model);
/// The arena of the main program for one plan: its size, the least possible, and the largest tensors with offset and life.
Report memory_report(const Model& model, const BoundPlan& plan);

}  // namespace gearbox::cli
