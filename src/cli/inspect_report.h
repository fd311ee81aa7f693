#pragma once

#include <string>
#include <vector>

#include "cli/report.h"
#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli {

/// A program and the bodies of its control flow: [first, last) of PackageContents::programs.
struct ProgramRange {
  size_t first = 0, last = 0;
};
/// Those of a gear, or of the dynamic program for -1.
ProgramRange programs_of(const Model& model, int32_t gear);

/// Interface, symbols, size and target on one screen.
Report summary_report(const Model& model, const std::string& path);
/// Each symbol with its range and the input axes that bind it.
Report symbols_report(const Model& model);
/// The answer to a question about extents, from the model's symbols and facts. Errors: unknown symbols, wrong grammar.
Result<Report> why_report(const Model& model, const std::string& question);
/// Gears in the user's order: values, the program of each with its steps, the extents of the outputs. `outputs` are their names.
Report gear_set_report(const Model& model, const GearSet& set, const std::vector<std::string>& outputs);
/// The gears of the model, those of its parts, and what becomes of other calls.
Report gears_report(const Model& model);
/// How often each operator is used and which kernel was chosen for it.
Report ops_report(const Model& model, const ProgramRange& of);
/// All steps in order with the symbolic types of their operands.
Report steps_report(const Model& model, const ProgramRange& of);
/// What is tested on every new binding because it could not be proven.
Report checks_report(const Model& model, const ProgramRange& of);
/// The arena of a program for one plan: its size, the least possible, and the largest tensors with offset and life.
Report memory_report(const Program& program, const BoundPlan& plan);

}  // namespace gearbox::cli
