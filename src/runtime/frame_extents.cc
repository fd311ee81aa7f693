#include <algorithm>

#include "base/dims_text.h"
#include "runtime/check_failure.h"
#include "runtime/frame.h"

namespace gearbox {

Status Frame::settle(size_t index) {
  const ProgramStep& step = program_.steps[index];
  for (const LateExtent& late : step.late) {
    const int32_t v = step.outputs[static_cast<size_t>(late.output)];
    const Tensor& tensor = tensors_[static_cast<size_t>(v)];
    if (tensor.dims.size() != program_.values[static_cast<size_t>(v)].dims.size()) return wrong_extents(v, tensor.dims, "another rank");
    slots_[static_cast<size_t>(late.slot)] = tensor.dims[static_cast<size_t>(late.axis)];
  }
  const auto code =
      std::span(program_.dims.code).subspan(static_cast<size_t>(step.code_begin), static_cast<size_t>(step.code_end - step.code_begin));
  const auto checks =
      std::span(program_.checks).subspan(static_cast<size_t>(step.check_begin), static_cast<size_t>(step.check_end - step.check_begin));
  size_t failed = 0;
  if (!run_dim_code(code, slots_, &failed)) {
    return undefined_extent(program_, static_cast<size_t>(step.code_begin) + failed, checks, slots_);
  }
  for (const ProgramCheck& check : checks) {
    const int64_t a = slots_[static_cast<size_t>(check.a)], b = slots_[static_cast<size_t>(check.b)];
    if (!holds(check, a, b)) return check_failure(program_, check, slots_);
  }
  for (int32_t v : ready_.steps[index].settle) {
    const ProgramValue& value = program_.values[static_cast<size_t>(v)];
    std::vector<int64_t>& extents = late_extents_[static_cast<size_t>(v)];
    const bool given = !step.alias_only && std::ranges::find(step.outputs, v) != step.outputs.end();
    if (given && !std::ranges::equal(extents, value.dims, {}, {}, [&](int32_t slot) { return slots_[static_cast<size_t>(slot)]; })) {
      std::vector<int64_t> expected;
      for (const int32_t slot : value.dims) expected.push_back(slots_[static_cast<size_t>(slot)]);
      return wrong_extents(v, extents, dims_text(expected));
    }
    extents.resize(value.dims.size());
    for (size_t axis = 0; axis < extents.size(); ++axis) extents[axis] = slots_[static_cast<size_t>(value.dims[axis])];
    tensors_[static_cast<size_t>(v)].dims = extents;
  }
  return {};
}

Status Frame::wrong_extents(int32_t value, std::span<const int64_t> given, const std::string& expected) const {
  return internal_error("node '" + step_->node + "': output '" + program_.values[static_cast<size_t>(value)].name + "' has the extents " +
                        dims_text(given) + ", its shape rule says " + expected);
}

void Frame::set_late_extents(int32_t value, std::span<const int64_t> dims) {
  std::vector<int64_t>& extents = late_extents_[static_cast<size_t>(value)];
  if (extents.data() != dims.data()) extents.assign(dims.begin(), dims.end());
  tensors_[static_cast<size_t>(value)].dims = extents;
}

std::optional<std::vector<int64_t>> Frame::planned_dims(int index) const {
  if (!wants_output(index)) return std::nullopt;
  const auto v = static_cast<size_t>(step_->outputs[static_cast<size_t>(index)]);
  const auto here = static_cast<int32_t>(step_ - program_.steps.data());
  if (ready_.ready_at[v] < here) return std::vector<int64_t>(tensors_[v].dims.begin(), tensors_[v].dims.end());
  if (!program_.values[v].ranked) return std::nullopt;
  std::vector<int64_t> out;
  for (const int32_t slot : program_.values[v].dims) out.push_back(known_before(here, slot) ? slots_[static_cast<size_t>(slot)] : -1);
  return out;
}

/// Whether neither this step nor a later one sets the slot.
bool Frame::known_before(int32_t step, int32_t slot) const {
  const auto steps = std::span(program_.steps).subspan(static_cast<size_t>(step));
  const auto code = std::span(program_.dims.code).subspan(static_cast<size_t>(steps.front().code_begin));
  return std::ranges::none_of(code, [&](const DimInstruction& instruction) { return instruction.target == slot; }) &&
         std::ranges::none_of(
             steps, [&](const ProgramStep& each) { return std::ranges::find(each.late, slot, &LateExtent::slot) != each.late.end(); });
}

}  // namespace gearbox
