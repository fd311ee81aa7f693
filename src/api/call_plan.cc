#include "api/call_plan.h"

#include "api/extent_values.h"
#include "runtime/call_binding.h"
#include "runtime/plan.h"

namespace gearbox {

namespace {

/// The program that would run the call.
Result<PlacedProgram> program_for(const Model& model, std::span<const Tensor> inputs) {
  const GearDispatch* dispatch = model.dispatch();
  if (!dispatch) return PlacedProgram{&model, 0};
  GearDispatch::Memo memo;
  const GearChoice choice = dispatch->choose(inputs, memo);
  if (choice.way == GearChoice::Way::kRefused) return dispatch->refusal(inputs);
  return model.serving(choice);
}

}  // namespace

Result<std::optional<std::vector<int64_t>>> planned_output(const Model& model, std::span<const Tensor> inputs, size_t output) {
  GBX_ASSIGN_OR_RETURN(const PlacedProgram place, program_for(model, inputs));
  const Program& program = place.program();
  const ReadyProgram& ready = place.ready();
  std::vector<int64_t> key(ready.key_slots.size()), slots;
  GBX_RETURN_IF_ERROR(read_key(program, ready, inputs, key));
  GBX_RETURN_IF_ERROR(bind_slots(program, ready, key, slots));
  GBX_RETURN_IF_ERROR(match_extents(program, slots, inputs));

  const int32_t v = program.outputs[output];
  const ProgramValue& value = program.values[static_cast<size_t>(v)];
  if (value.storage == Storage::kConstant) return std::optional(value.constant.dims());
  if (!value.ranked) return std::optional<std::vector<int64_t>>();
  ExtentValues values(program);
  for (size_t i = 0; i < inputs.size(); ++i) values.bind(static_cast<int32_t>(i), inputs[i].dims);
  std::vector<int64_t> out;
  for (const auto& extent : values.extents(v)) out.push_back(extent.value_or(-1));
  return std::optional(std::move(out));
}

}  // namespace gearbox
