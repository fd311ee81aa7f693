#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/literal.h"
#include "cli/fill_rule.h"
#include "cli/shape_spelling.h"
#include "runtime/model.h"

namespace gearbox::cli {

/// What the options --input-shape and --fill say, as typed.
struct InputOptions {
  std::vector<std::string> shapes;
  std::vector<std::string> fills;

  /// Each word of --input-shape as requests of its own.
  Result<std::vector<RequestShape>> requests() const;
  /// All words together as one request.
  Result<RequestShape> one_request() const;
  /// The words of --fill. Errors: an input with two of them.
  Result<FillRules> fill_rules() const;
};

/// Adds both options to a command; wrong spellings are usage errors.
void add_input_options(CLI::App& command, InputOptions& options);

/// The tensors of one request in the model's input order: given ones as they are, others filled by their rules. Inputs whose extents the
/// model fixes need not be named. Errors: an unknown or missing input, with all inputs of the model as facts; a given tensor with a rule,
/// or of other extents than the request's; values a type does not have.
Result<std::vector<Literal>> make_inputs(const Model& model, const RequestShape& request, const FillRules& fills,
                                         const std::map<std::string, Literal>& given = {});

/// Views of the literals for a run.
std::vector<Tensor> tensors_of(std::span<const Literal> literals);

}  // namespace gearbox::cli
