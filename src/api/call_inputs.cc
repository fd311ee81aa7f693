#include "api/call_inputs.h"

#include <unistd.h>

#include "api/symbolic_extents.h"
#include "base/dims_text.h"
#include "base/literal.h"

namespace gearbox {

namespace {

const ProgramValue& input_value(const Program& program, size_t input) { return program.values[static_cast<size_t>(program.inputs[input])]; }

/// The error, with the model's inputs below it.
Status with_inputs(Status status, const Model& model) {
  const Program& program = model.main();
  const SymbolicExtents extents(program, model.contents().symbols);
  for (const int32_t v : program.inputs) status.with(program.values[static_cast<size_t>(v)].name, extents.type(v));
  return status;
}

}  // namespace

Status no_such_input(const Model& model, const std::string& name) {
  return with_inputs(invalid_argument("the model has no input '" + name + "'; it takes"), model);
}

Status input_missing(const Model& model, size_t input) {
  return with_inputs(invalid_argument("input '" + input_value(model.main(), input).name + "' is not given; the model takes"), model);
}

Status check_extents(const std::string& input, DType dtype, std::span<const int64_t> dims) {
  for (const int64_t dim : dims) {
    if (dim < 0) return invalid_argument("input '" + input + "' has a negative extent: " + dims_text(dims));
  }
  const int64_t elements = element_count(dims);
  const auto memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (elements >= 0 && static_cast<double>(elements) * static_cast<double>(dtype_size(dtype)) < memory) return {};
  return resource_exhausted("input '" + input + "' of extents " + dims_text(dims) + " does not fit this machine's memory");
}

}  // namespace gearbox
