#include "cli/plan_figures.h"

#include "runtime/call_binding.h"

namespace gearbox::cli {

Result<std::shared_ptr<const BoundPlan>> plan_for(const Model& model, std::span<const Tensor> inputs) {
  const Program& program = model.main();
  const ReadyProgram& ready = model.ready(0);
  std::vector<int64_t> key(ready.key_slots.size());
  GBX_RETURN_IF_ERROR(read_key(program, ready, inputs, key));
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const BoundPlan> plan, bind_plan(program, ready, key));
  GBX_RETURN_IF_ERROR(match_extents(program, plan->slots, inputs));
  return plan;
}

}  // namespace gearbox::cli
