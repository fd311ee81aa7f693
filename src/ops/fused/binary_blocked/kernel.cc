#include <algorithm>
#include <optional>

#include "kernels/layout.h"
#include "kernels/pointwise.h"
#include "ops/run/arguments.h"
#include "ops/run/epilogue.h"

namespace gearbox::ops::binary_blocked {

namespace {

enum class Function : uint8_t { kAdd, kSub, kMul, kDiv, kMax, kMin };
constexpr std::string_view kNames[] = {"Add", "Sub", "Mul", "Div", "Max", "Min"};

struct State final : KernelState {
  EpiloguePlan epilogue;
  Function function = Function::kAdd;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  GBX_ASSIGN_OR_RETURN(state->epilogue, parse_epilogue(use));
  const auto name = std::find(std::begin(kNames), std::end(kNames), use.attributes.text("function", ""));
  if (name == std::end(kNames)) return corrupt("the function is unknown");
  state->function = static_cast<Function>(name - std::begin(kNames));
  return std::unique_ptr<KernelState>(std::move(state));
}

/// Calls visit(f) with the function on floats.
template <class Visit>
void with_function(Function function, const Visit& visit) {
  switch (function) {
    case Function::kAdd: return visit([](float a, float b) { return a + b; });
    case Function::kSub: return visit([](float a, float b) { return a - b; });
    case Function::kMul: return visit([](float a, float b) { return a * b; });
    case Function::kDiv: return visit([](float a, float b) { return a / b; });
    case Function::kMax: return visit([](float a, float b) { return a > b || a != a ? a : b; });
    case Function::kMin: return visit([](float a, float b) { return a < b || a != a ? a : b; });
  }
}

/// One step of an epilogue on `a` where the function is one; nullopt elsewhere.
std::optional<kernels::EpilogueStep> step_of(Function function, const float* b) {
  kernels::EpilogueStep step{.kind = kernels::EpilogueKind::kAddTensor, .data = b};
  if (function == Function::kMul) step.kind = kernels::EpilogueKind::kMulTensor;
  if (function == Function::kSub) step.a = -1;
  if (function > Function::kMul) return std::nullopt;
  return step;
}

/// Floats from one index to the next along each axis, 0 along broadcast ones; the lanes of a block are the last axis, and a single
/// channel stays in its lane.
Extents memory_strides(std::span<const int64_t> dims, std::span<const int64_t> out) {
  Extents memory = extents(dims);
  memory[1] = kernels::channel_blocks(memory[1]);
  memory.push_back(kernels::kBlock);
  Extents strides = dense_strides(memory);
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] != out[axis]) strides[axis] = 0;
  }
  if (dims[1] != out[1]) strides.back() = 0;
  return strides;
}

void broadcast(Function function, const Tensor& a, const Tensor& b, const Tensor& y) {
  const Extents a_strides = memory_strides(a.dims, y.dims), b_strides = memory_strides(b.dims, y.dims);
  Extents memory = extents(y.dims);
  memory[1] = kernels::channel_blocks(memory[1]);
  float* to = y.as<float>();
  with_function(function, [&](auto f) {
    for_each_index(memory, [&](std::span<const int64_t> index) {
      int64_t a_at = 0, b_at = 0;
      for (size_t axis = 0; axis < index.size(); ++axis) {
        a_at += index[axis] * a_strides[axis];
        b_at += index[axis] * b_strides[axis];
      }
      for (int64_t lane = 0; lane < kernels::kBlock; ++lane)
        *to++ = f(a.as<float>()[a_at + lane * a_strides.back()], b.as<float>()[b_at + lane * b_strides.back()]);
    });
  });
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor &a = context.input(0), &b = context.input(1);
  if (a.rank() < 2 || a.rank() != b.rank()) return context.error("its inputs have different ranks");
  auto dims = broadcast_extents(a.dims, b.dims);
  if (!dims.ok()) return context.error(dims.status().message());
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, *dims));
  if (y.elements() == 0) return {};
  const int64_t pixels = element_count(y.dims.subspan(2));
  const BoundEpilogue bound(state.epilogue, context);
  const std::span<const kernels::EpilogueStep> rest = bound.epilogue().steps;
  std::array<kernels::EpilogueStep, kMaxEpilogueSteps + 1> steps;
  const auto first = step_of(state.function, b.as<float>());
  const bool equal = std::equal(a.dims.begin(), a.dims.end(), b.dims.begin());
  if (equal && first) {
    steps[0] = *first;
    std::copy(rest.begin(), rest.end(), steps.begin() + 1);
    kernels::pointwise_blocked(y.dims[0], y.dims[1], pixels, a.as<float>(), y.as<float>(), {std::span(steps.data(), rest.size() + 1)},
                               context.threads());
    return {};
  }
  if (equal) {
    const int64_t floats = kernels::blocked_size(y.dims[0], y.dims[1], pixels);
    with_function(state.function, [&](auto f) {
      context.threads().parallel_for(floats, 8192, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) y.as<float>()[i] = f(a.as<float>()[i], b.as<float>()[i]);
      });
    });
  } else {
    broadcast(state.function, a, b, y);
  }
  if (!rest.empty()) {
    kernels::pointwise_blocked(y.dims[0], y.dims[1], pixels, y.as<float>(), y.as<float>(), bound.epilogue(), context.threads());
  }
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "BinaryBlocked", .domain = "gearbox", .name = "blocked", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::binary_blocked
