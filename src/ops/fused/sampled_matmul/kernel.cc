#include "kernels/sampled_product.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::sampled_matmul {

namespace {

struct State final : KernelState {
  kernels::SamplePlan plan;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  const Ints rows = use.attributes.integers("rows"), columns = use.attributes.integers("columns");
  const auto negative = [](int64_t place) { return place < 0; };
  if (rows.size() != columns.size() || std::ranges::any_of(rows, negative) || std::ranges::any_of(columns, negative))
    return corrupt("the places of the samples are out of range");
  auto state = std::make_unique<State>();
  state->plan = kernels::SamplePlan(rows, columns);
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const kernels::SamplePlan& plan = static_cast<const State&>(*context.state()).plan;
  const Tensor &a = context.input(0), &b = context.input(1);
  const bool fits = a.rank() == 3 && b.rank() == 3 && a.dims[0] == b.dims[0] && a.dims[2] == b.dims[2] && a.dims[1] >= plan.rows() &&
                    b.dims[1] >= plan.columns();
  if (!fits) return context.error("operands " + list_text(a.dims) + " and " + list_text(b.dims) + " do not fit");
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::array{a.dims[0], plan.samples()}));
  const int threads = context.threads().threads();
  GBX_ASSIGN_OR_RETURN(void* scratch, context.scratch(static_cast<size_t>(kernels::sampled_product_scratch_bytes(plan, threads))));
  kernels::sampled_product({.plan = plan,
                            .batch = a.dims[0],
                            .k = a.dims[2],
                            .a = a.as<float>(),
                            .b = b.as<float>(),
                            .a_batch_stride = a.dims[1] * a.dims[2],
                            .b_batch_stride = b.dims[1] * b.dims[2],
                            .out = y.as<float>()},
                           context.threads(), scratch);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "SampledMatMul", .domain = "gearbox", .name = "blocks", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::sampled_matmul
