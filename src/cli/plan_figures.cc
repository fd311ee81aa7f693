#include "cli/plan_figures.h"

#include "runtime/call_binding.h"

namespace gearbox::cli {

Result<CallPlan> plan_for(const Model& model, std::span<const Tensor> inputs) {
  GearChoice choice;
  GearDispatch::Memo memo;
  if (model.dispatch()) choice = model.dispatch()->choose(inputs, memo);
  if (choice.way == GearChoice::Way::kRefused) return model.dispatch()->refusal(inputs);
  const PlacedProgram place = model.serving(choice);
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, plan_of(place, inputs));
  return CallPlan{place, std::move(plan)};
}

Result<std::shared_ptr<const BoundPlan>> plan_of(const PlacedProgram& place, std::span<const Tensor> inputs) {
  const Program& program = place.program();
  const ReadyProgram& ready = place.ready();
  std::vector<int64_t> key(ready.key_slots.size());
  GBX_RETURN_IF_ERROR(read_key(program, ready, inputs, key));
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, bind_plan(program, ready, key));
  GBX_RETURN_IF_ERROR(match_extents(program, plan->slots, inputs));
  return plan;
}

}  // namespace gearbox::cli
