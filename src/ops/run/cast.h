#pragma once

#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// Writes output 0 = input 0 converted to the output's element type.
inline Status run_cast(KernelContext& context) {
  Status status;
  bool known = false;
  dispatch_all(context.input(0).dtype, [&]<class In>(In) {
    known = dispatch_all(context.output_dtype(0),
                         [&]<class Out>(Out) { status = map_unary<In, Out>(context, [](In x) { return convert<Out>(x); }); });
  });
  return known_type(context, known, std::move(status));
}

}  // namespace gearbox::ops
