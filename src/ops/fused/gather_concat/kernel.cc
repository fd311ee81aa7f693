#include "kernels/gather_parts.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::gather_concat {

namespace {

struct State final : KernelState {
  Ints columns;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  state->columns = use.attributes.integers("columns");
  if (use.inputs.size() < 2 || state->columns.size() + 1 != use.inputs.size() || dtype_size(use.inputs[1]) == 0 ||
      (use.inputs[0] != DType::kI64 && use.inputs[0] != DType::kI32))
    return corrupt("the parts are out of range");
  return std::unique_ptr<KernelState>(std::move(state));
}

template <class Index>
Status gather(KernelContext& context, std::span<const kernels::GatherPart> parts, const Tensor& y) {
  const Tensor& indices = context.input(0);
  const kernels::GatherPartsArgs<Index> args{
      .rows = y.dims[0], .parts = parts, .indices = indices.as<Index>(), .columns = indices.dims[1], .out = y.data};
  const auto bad = kernels::gather_parts(args, context.threads());
  if (!bad) return {};
  const kernels::GatherPart& part = parts[bad->part];
  return context.error("index " + std::to_string(args.indices[bad->row * args.columns + part.column]) + " in " + quoted(context, 0) +
                       " is out of range for extent " + std::to_string(part.extent) + " of " +
                       quoted(context, static_cast<int>(bad->part) + 1));
}

Status run(KernelContext& context) {
  const auto& columns = static_cast<const State&>(*context.state()).columns;
  const Tensor& indices = context.input(0);
  if (indices.rank() != 2) return context.error(quoted(context, 0) + " has rank " + std::to_string(indices.rank()) + ", 2 expected");
  constexpr size_t kUsual = 64;
  std::array<kernels::GatherPart, kUsual> few;
  std::vector<kernels::GatherPart> many(columns.size() > kUsual ? columns.size() : 0);
  const std::span<kernels::GatherPart> parts = many.empty() ? std::span(few).first(columns.size()) : std::span(many);
  const auto element = static_cast<int64_t>(dtype_size(context.input(1).dtype));
  std::array<int64_t, 2> dims = {indices.dims[0], 0};
  for (size_t i = 0; i < parts.size(); ++i) {
    const Tensor& x = context.input(static_cast<int>(i) + 1);
    const bool fits = x.rank() == 2 && (columns[i] < 0 ? x.dims[0] == dims[0] : columns[i] < indices.dims[1]);
    if (!fits) return context.error("cannot join " + quoted(context, static_cast<int>(i) + 1) + " with extents " + list_text(x.dims));
    parts[i] = {.data = x.data, .bytes = x.dims[1] * element, .column = columns[i], .extent = x.dims[0]};
    dims[1] += x.dims[1];
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, dims));
  return indices.dtype == DType::kI64 ? gather<int64_t>(context, parts, y) : gather<int32_t>(context, parts, y);
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "GatherConcat", .domain = "gearbox", .name = "rows", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::gather_concat
