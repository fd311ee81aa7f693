#pragma once

#include "cli/inspect_report.h"
#include "cli/model_inputs.h"

namespace gearbox::cli {

/// Each step with the kernel it was given and the operator's other kernels, those that could not serve it in brackets.
Report kernels_report(const Model& model, const ProgramRange& of);

/// The steps that a run of these inputs takes: kernel and algorithm, the others, operations, bytes, and time as predicted from the
/// machine's profile and as measured, with the share of the machine's peak and what bounds the step. Takes about half a second. Errors as
/// of a run.
Result<Report> kernels_run_report(const std::shared_ptr<const Model>& model, std::span<const Tensor> inputs);

}  // namespace gearbox::cli
