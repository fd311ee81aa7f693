#include "ops/run/arithmetic.h"
#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::clip {

namespace {

template <class T>
T bound(const KernelContext& context, int input, const char* attribute, T fallback) {
  if (context.has_input(input)) return *context.input(input).as<T>();
  return context.attributes().has(attribute) ? convert<T>(context.attributes().real(attribute, 0)) : fallback;
}

}  // namespace

Status reference(KernelContext& context) {
  for (int i = 1; i < 3; ++i) {
    if (context.has_input(i) && context.input(i).elements() != 1) {
      return context.error("the bound '" + std::string(context.input_name(i)) + "' has not one element");
    }
  }
  return run_numeric_unary(context, [&]<class T>(T x) {
    const T least = bound(context, 1, "min", lowest_value<T>()), most = bound(context, 2, "max", highest_value<T>());
    return smaller(larger(x, least), most);
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Clip", .run = reference}); }

}  // namespace gearbox::ops::clip
