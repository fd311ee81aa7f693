#include "runtime/call_binding.h"

#include <algorithm>
#include <string>

#include "base/dims_text.h"

namespace gearbox {

namespace {

const ProgramValue& input_value(const Program& program, size_t input) { return program.values[static_cast<size_t>(program.inputs[input])]; }

int64_t extent(std::span<const Tensor> inputs, const SymbolBinding& binding) {
  return inputs[static_cast<size_t>(binding.input)].dims[static_cast<size_t>(binding.axis)];
}

std::string axis_name(const Program& program, const SymbolBinding& binding) {
  return input_value(program, static_cast<size_t>(binding.input)).name + "[" + std::to_string(binding.axis) + "]";
}

/// The inputs and what is given for them, when their number is wrong.
Status wrong_count(const Program& program, size_t given) {
  Status out =
      invalid_argument("the model takes " + std::to_string(program.inputs.size()) + " inputs, " + std::to_string(given) + " given");
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& value = input_value(program, i);
    out.with("input " + std::to_string(i), "'" + value.name + "', " + std::string(dtype_name(value.dtype)));
  }
  return out;
}

Status check_input(const ProgramValue& value, const Tensor& input) {
  if (input.dtype != value.dtype) {
    return invalid_argument("input '" + value.name + "' is " + std::string(dtype_name(input.dtype)) + ", the model takes " +
                            std::string(dtype_name(value.dtype)));
  }
  if (value.ranked && input.dims.size() != value.dims.size()) {
    return invalid_argument("input '" + value.name + "' has rank " + std::to_string(input.dims.size()) + " " + dims_text(input.dims) +
                            ", the model takes rank " + std::to_string(value.dims.size()));
  }
  for (const int64_t dim : input.dims) {
    if (dim < 0) return invalid_argument("input '" + value.name + "' has a negative extent: " + dims_text(input.dims));
  }
  return {};
}

Status not_a_multiple(const Program& program, const SymbolBinding& binding, int64_t given) {
  return invalid_argument("axis '" + binding.symbol + "', " + axis_name(program, binding) + ", must be a multiple of " +
                          std::to_string(binding.multiple))
      .with(binding.symbol, std::to_string(given) + ", from " + axis_name(program, binding));
}

}  // namespace

Status read_key(const Program& program, const ReadyProgram& ready, std::span<const Tensor> inputs, std::span<int64_t> key) {
  if (inputs.size() != program.inputs.size()) return wrong_count(program, inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) GBX_RETURN_IF_ERROR(check_input(input_value(program, i), inputs[i]));
  size_t next = 0;
  for (const SymbolBinding& binding : program.bindings) {
    const int64_t given = extent(inputs, binding);
    if (binding.multiple > 1 && given % binding.multiple != 0) return not_a_multiple(program, binding, given);
    if (next < key.size() && binding.slot == ready.key_slots[next]) key[next++] = given / binding.multiple;
  }
  return {};
}

Status match_extents(const Program& program, std::span<const int64_t> slots, std::span<const Tensor> inputs) {
  for (const SymbolBinding& binding : program.bindings) {
    const int64_t given = extent(inputs, binding), expected = slots[static_cast<size_t>(binding.slot)] * binding.multiple;
    if (given == expected) continue;
    if (binding.symbol.empty()) {
      return invalid_argument("input '" + input_value(program, static_cast<size_t>(binding.input)).name + "' has extent " +
                              std::to_string(given) + " at axis " + std::to_string(binding.axis) + ", the model takes " +
                              std::to_string(expected));
    }
    for (const SymbolBinding& first : program.bindings) {
      if (first.slot != binding.slot || first.symbol.empty()) continue;
      return invalid_argument("axis '" + binding.symbol + "' has two sizes in one call")
          .with(axis_name(program, first), std::to_string(expected))
          .with(axis_name(program, binding), std::to_string(given));
    }
  }
  return {};
}

Status check_memory(const Program& program, std::span<const Tensor> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor& input = inputs[i];
    const auto at = reinterpret_cast<uintptr_t>(input.data);
    const size_t element = dtype_size(input.dtype);
    if (at != 0 && at % element == 0) continue;
    if (std::ranges::find(input.dims, 0) != input.dims.end()) continue;
    const std::string name = "input '" + input_value(program, i).name + "' " + dims_text(input.dims);
    if (at == 0) return invalid_argument(name + " has no data: its address is null");
    return invalid_argument(name + " is not aligned to its elements of " + std::to_string(element) + " bytes");
  }
  return {};
}

}  // namespace gearbox
