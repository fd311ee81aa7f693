#include "ops/run/arguments.h"

namespace gearbox::ops::dropout {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (integer_input(context, 2, 0) != 0) {
    const std::vector<double> ratio = context.has_input(1) ? reals_of(context.input(1)) : std::vector<double>{0.5};
    if (ratio.empty() || ratio[0] != 0)
      return unsupported("node '" + std::string(context.node_name()) +
                         "': Dropout in training mode drops nothing here; set its ratio to 0");
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  copy_elements(x, y);
  if (!context.wants_output(1)) return {};
  GBX_ASSIGN_OR_RETURN(Tensor mask, context.output(1, x.dims));
  const bool known =
      dispatch<float, double, Half, BFloat16, bool>(mask.dtype, [&]<class T>(T) { std::fill_n(mask.as<T>(), mask.elements(), T(1)); });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Dropout", .run = reference}); }

}  // namespace gearbox::ops::dropout
