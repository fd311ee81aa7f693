#include "api/shape_trace.h"

#include <algorithm>

#include "base/dims_text.h"

namespace gearbox {

namespace {

bool differ(std::span<const std::optional<int64_t>> expected, std::span<const int64_t> actual) {
  if (expected.size() != actual.size()) return true;
  for (size_t axis = 0; axis < actual.size(); ++axis) {
    if (expected[axis] && *expected[axis] != actual[axis]) return true;
  }
  return false;
}

}  // namespace

void ShapeTrace::begin(std::span<const Tensor> inputs) {
  rows_.clear();
  inputs_.clear();
  for (const Tensor& input : inputs) inputs_.emplace_back(input.dims.begin(), input.dims.end());
  for (auto& [program, part] : parts_) start(*program, *part);
}

StepObserver ShapeTrace::observer() {
  return [this](const Program& program, const ProgramStep& step, std::span<const Tensor> inputs, std::span<const Tensor> outputs, int64_t,
                int64_t) { return note(program, step, inputs, outputs); };
}

bool ShapeTrace::is_whole(const Program& program) const {
  const auto [model, index] = model_.place_of(program);
  return index == 0 || std::ranges::find(model_.gears().gears, index, &GearInfo::program) != model_.gears().gears.end();
}

ShapeTrace::Part& ShapeTrace::part(const Program& program) {
  std::unique_ptr<Part>& found = parts_[&program];
  if (!found) {
    found = std::make_unique<Part>(program, model_.contents().symbols);
    start(program, *found);
  }
  return *found;
}

void ShapeTrace::start(const Program& program, Part& part) const {
  part.values.clear();
  part.last = nullptr;
  for (size_t i = 0; is_whole(program) && i < inputs_.size(); ++i) part.values.bind(static_cast<int32_t>(i), inputs_[i]);
}

Status ShapeTrace::note(const Program& program, const ProgramStep& step, std::span<const Tensor> inputs, std::span<const Tensor> outputs) {
  Part& at = part(program);
  if (!is_whole(program)) {
    // The extents of a body's inputs show in the steps that read them; a step that comes again is of another run of the body.
    if (at.last >= &step) at.values.clear();
    at.last = &step;
    for (size_t i = 0; i < step.inputs.size(); ++i) {
      const auto input = std::ranges::find(program.inputs, step.inputs[i]);
      if (input != program.inputs.end()) at.values.bind(static_cast<int32_t>(input - program.inputs.begin()), inputs[i].dims);
    }
  }
  at.values.settle(step, outputs);
  Status out;
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const int32_t v = step.outputs[i];
    if (v < 0) continue;
    const ProgramValue& value = program.values[static_cast<size_t>(v)];
    Row& row = rows_.emplace_back(Row{step.op, value.name, at.extents.type(v), value.ranked, {}, {}});
    row.actual.assign(outputs[i].dims.begin(), outputs[i].dims.end());
    if (value.ranked) row.expected = at.values.extents(v);
    row.differs = value.ranked && differ(row.expected, row.actual);
    if (seen_) seen_(row);
    if (!row.differs || !out.ok()) continue;
    out = internal_error("node '" + step.node + "': output '" + value.name + "' has the extents " + extents_text(row.actual) +
                         ", its type " + row.type + " says " + extents_text(row.expected));
  }
  return out;
}

}  // namespace gearbox
