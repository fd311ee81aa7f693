#include "expr/bytecode.h"
#include "ops/kernel_api.h"

namespace gearbox::ops::shape_vector {

namespace {

struct State final : KernelState {
  struct Source {
    int input;
    size_t axis;
    int64_t multiple;
    int32_t slot;
  };
  std::vector<Source> sources;
  std::vector<int32_t> elements;  ///< slots
  DimProgram program;
  Ints dims;
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>();
  DimScope scope;
  DimCompiler compiler;
  const Strings symbols = use.attributes.texts("symbols");
  const Ints inputs = use.attributes.integers("inputs"), axes = use.attributes.integers("axes");
  const Ints multiples = use.attributes.integers("multiples");
  if (inputs.size() != symbols.size() || axes.size() != symbols.size() || multiples.size() != symbols.size())
    return corrupt("the sources of a shape vector contradict each other");
  for (size_t i = 0; i < symbols.size(); ++i) {
    if (inputs[i] < 0 || inputs[i] >= static_cast<int64_t>(use.inputs.size()) || axes[i] < 0 || multiples[i] < 1)
      return corrupt("a shape vector reads an input it does not have");
    state->sources.push_back({static_cast<int>(inputs[i]), static_cast<size_t>(axes[i]), multiples[i],
                              compiler.slot_of_symbol(*scope.symbol(symbols[i]).symbol())});
  }
  const int known = scope.size();
  for (const std::string& text : use.attributes.texts("extents")) {
    GBX_ASSIGN_OR_RETURN(const Dim element, parse_dim(text, scope));
    if (scope.size() != known) return corrupt("a shape vector uses a symbol without a source: " + text);
    state->elements.push_back(compiler.slot_of(element));
  }
  state->program = compiler.program();
  state->dims = use.attributes.integers("dims");
  if (element_count(state->dims) != static_cast<int64_t>(state->elements.size()))
    return corrupt("a shape vector has the wrong number of elements");
  return std::unique_ptr<KernelState>(std::move(state));
}

Status run(KernelContext& context) {
  const State& state = static_cast<const State&>(*context.state());
  constexpr size_t kFew = 256;
  int64_t few[kFew];
  std::vector<int64_t> many;
  const auto count = static_cast<size_t>(state.program.slots);
  if (count > kFew) many.resize(count);
  const std::span<int64_t> slots(count > kFew ? many.data() : few, count);
  for (const State::Source& source : state.sources) {
    const Tensor& x = context.input(source.input);
    if (source.axis >= x.dims.size()) return context.error("an input has too few axes");
    slots[static_cast<size_t>(source.slot)] = x.dims[source.axis] / source.multiple;
  }
  if (!run_dim_code(state.program.code, slots)) return context.error("the shape has no value for these inputs");
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, state.dims));
  for (size_t i = 0; i < state.elements.size(); ++i) y.as<int64_t>()[i] = slots[static_cast<size_t>(state.elements[i])];
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ShapeVector", .domain = "gearbox", .name = "compiled", .run = run, .prepare = prepare});
}

}  // namespace gearbox::ops::shape_vector
