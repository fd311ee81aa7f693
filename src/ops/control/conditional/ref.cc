#include "ops/run/body.h"

namespace gearbox::ops::conditional {

Status reference(KernelContext& context) {
  if (context.input(0).elements() != 1) return context.error("condition " + quoted(context, 0) + " must hold one element");
  std::vector<Tensor> captures;
  for (int i = context.inputs() - captures_of(context); i < context.inputs(); ++i) captures.push_back(context.input(i));
  GBX_ASSIGN_OR_RETURN(const std::vector<Tensor> results,
                       context.run_body(context.input(0).as<bool>()[0] ? "then_branch" : "else_branch", captures));
  if (static_cast<int>(results.size()) != context.outputs()) return context.error("its branch returns a wrong number of outputs");
  for (int i = 0; i < context.outputs(); ++i) GBX_RETURN_IF_ERROR(write_output(context, i, results[static_cast<size_t>(i)]));
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "If", .run = reference}); }

}  // namespace gearbox::ops::conditional
