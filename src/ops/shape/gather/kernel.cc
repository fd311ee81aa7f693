#include "kernels/gather.h"
#include "kernels/gather_plan.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::gather {

namespace {

bool supported(const PrepareContext& use) {
  return dtype_size(use.inputs[0]) > 0 && (use.inputs[1] == DType::kI64 || use.inputs[1] == DType::kI32);
}

/// What a step keeps whose extents are the same in every run.
struct State final : KernelState {
  kernels::GatherArgs args;
  bool wide = false;         ///< the indices are i64
  kernels::GatherPlan plan;  ///< where they are constants
};

Status wrong_index(const KernelContext& context, int64_t index, int64_t extent) {
  return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                       std::to_string(extent) + " of " + quoted(context, 0));
}

Status run_planned(const KernelState& given, void* const* operands, KernelContext& context) {
  static_cast<const State&>(given).plan.run(operands[0], operands[2], context.threads());
  return {};
}

Status run_fixed(const KernelState& given, void* const* operands, KernelContext& context) {
  const auto& state = static_cast<const State&>(given);
  kernels::GatherArgs args = state.args;
  args.data = operands[0];
  args.out = operands[2];
  const auto* wide = static_cast<const int64_t*>(operands[1]);
  const auto* narrow = static_cast<const int32_t*>(operands[1]);
  const auto bad = state.wide ? kernels::gather(args, wide, context.threads()) : kernels::gather(args, narrow, context.threads());
  return bad ? wrong_index(context, state.wide ? wide[*bad] : narrow[*bad], args.extent) : Status();
}

/// The rows that constant indices name; empty where one of them is out of range, which the run reports.
std::vector<int64_t> rows_of(const Tensor& indices, int64_t extent) {
  std::vector<int64_t> out;
  for (int64_t i = 0; i < indices.elements(); ++i) {
    const int64_t index = indices.dtype == DType::kI64 ? indices.as<int64_t>()[i] : indices.as<int32_t>()[i];
    if (index < -extent || index >= extent) return {};
    out.push_back(index < 0 ? index + extent : index);
  }
  return out;
}

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  if (!use.fixed() || use.inputs.size() != 2) return std::unique_ptr<KernelState>(std::move(state));
  const Tensor &data = *use.fixed_inputs[0], &indices = *use.fixed_inputs[1], &y = *use.fixed_outputs[0];
  int64_t axis = use.attributes.integer("axis", 0);
  axis += axis < 0 ? data.rank() : 0;
  if (axis < 0 || axis >= data.rank()) return std::unique_ptr<KernelState>(std::move(state));  // the run says what is wrong
  kernels::GatherArgs& args = state->args;
  args.outer = element_count(data.dims.first(static_cast<size_t>(axis)));
  args.extent = data.dims[static_cast<size_t>(axis)];
  args.count = indices.elements();
  args.row_bytes = element_count(data.dims.subspan(static_cast<size_t>(axis) + 1)) * static_cast<int64_t>(dtype_size(data.dtype));
  if (args.outer * args.count * args.row_bytes != y.elements() * static_cast<int64_t>(dtype_size(data.dtype)))
    return std::unique_ptr<KernelState>(std::move(state));
  state->wide = indices.dtype == DType::kI64;
  state->run_fixed = run_fixed;
  if (!use.constants[1]) return std::unique_ptr<KernelState>(std::move(state));
  const std::vector<int64_t> rows = rows_of(*use.constants[1], args.extent);
  if (static_cast<int64_t>(rows.size()) == args.count) {
    state->plan = kernels::GatherPlan(args.outer, args.extent, args.row_bytes, rows);
    state->run_fixed = run_planned;
  }
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run_fast(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  std::array<int64_t, 16> dims;
  const size_t rank = data.dims.size() - 1 + indices.dims.size();
  if (rank > dims.size()) return context.error("rank " + std::to_string(rank) + " is not supported");
  auto end = std::copy(data.dims.begin(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis), dims.begin());
  end = std::copy(indices.dims.begin(), indices.dims.end(), end);
  std::copy(data.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1, data.dims.end(), end);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, std::span(dims.data(), rank)));
  kernels::GatherArgs args;
  args.outer = element_count(data.dims.first(axis));
  args.extent = data.dims[axis];
  args.count = indices.elements();
  args.row_bytes = element_count(data.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(data.dtype));
  args.data = data.data;
  args.out = y.data;
  const auto bad = indices.dtype == DType::kI64 ? kernels::gather(args, indices.as<int64_t>(), context.threads())
                                                : kernels::gather(args, indices.as<int32_t>(), context.threads());
  if (!bad) return {};
  const int64_t index = indices.dtype == DType::kI64 ? indices.as<int64_t>()[*bad] : indices.as<int32_t>()[*bad];
  return wrong_index(context, index, args.extent);
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "Gather", .name = "rows", .run = run_fast, .supports = supported, .prepare = prepare});
}

}  // namespace gearbox::ops::gather
