#include "ops/epilogue.h"
#include "ops/rules.h"

namespace gearbox::ops::linear {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) return c.error("the rank of its input must be known");
  Shape shape = c.shape(0);
  GBX_RETURN_IF_ERROR(c.require_equal(shape.back(), c.attributes().integer("k", 0),
                                      "columns of '" + c.node().input(0)->name() + "' and rows of the weights"));
  shape.back() = c.attributes().integer("n", 0);
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// x[…, k] times weights [k, n] packed for kernels/gemm.h, then the epilogue, whose channels are the columns.
/// `mixes` is not 0 where kernels/gemm.h's gemm_may_mix() holds for the weights and Strassen's algorithm may be used.
/// Inputs: x, packed weights, operands of the epilogue.
OpDef definition() {
  constexpr static DType kTypes[] = {DType::kF32};
  return with_epilogue(OpDef("Linear", "gearbox")
                           .input("x", kTypes)
                           .input("packed", kTypes)
                           .input("operands", {}, Formal::Arity::kVariadic)
                           .output("y", kTypes)
                           .attribute("k", true)
                           .attribute("n", true)
                           .attribute("mixes"))
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        return input == 0 && axis == c.rank(0) - 1 ? AxisRole::kContracted : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) {
        const int64_t k = c.attributes().integer("k", 0), n = c.attributes().integer("n", 0);
        const Dim volume = c.volume(0);
        return Cost{volume * (2 * n), volume * 4 + Dim(k * n * 4) + (k > 0 ? floordiv(volume * (4 * n), k) : Dim(0))};
      });
}

}  // namespace gearbox::ops::linear
