#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::trilu {

/// The upper (or lower) triangle of the matrices in the last two axes, zeros elsewhere; `k` moves the diagonal to the right.
OpDef definition() {
  return OpDef("Trilu")
      .versions({14})
      .input("input", {})
      .input("k", kInt64Types, Formal::Arity::kOptional)
      .output("output", {})
      .attribute("upper")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0) && c.rank(0) < 2) return c.error(quoted(c, 0) + " must have at least 2 axes");
        return same_as_input(c);
      })
      .axes(independent)
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::trilu
