#include "passes/canonicalise/fold_loop.h"

#include <algorithm>

#include "ir/loop_interpret.h"
#include "kernels/loop_nest.h"

namespace gearbox {

namespace {

/// Interprets the loop for every position of the outer axes.
Status run_outer(const LoopBody& body, const LoopNest& nest, int axis, std::array<LoopOperand, LoopNest::kMaxOperands> at) {
  if (axis == nest.axes) return interpret(body, {nest.columns, nest.rows, at.data()});
  const auto a = static_cast<size_t>(axis);
  for (int64_t i = 0; i < nest.extents[a]; ++i) {
    GBX_RETURN_IF_ERROR(run_outer(body, nest, axis + 1, at));
    for (size_t operand = 0; operand < static_cast<size_t>(nest.operands); ++operand)
      at[operand].data = static_cast<std::byte*>(at[operand].data) + nest.strides[a][operand];
  }
  return {};
}

}  // namespace

Result<std::vector<Literal>> evaluate_loop(const Node& node) {
  GBX_ASSIGN_OR_RETURN(const LoopBody body, parse_loop(node.attributes().text("loop", "")));
  const Ints access = node.attributes().integers("access");
  std::vector<int64_t> dims;
  for (const Dim& dim : *node.output(0)->type().shape) dims.push_back(dim.value());
  std::vector<LoopTensor> operands;
  for (int i = 0; i < node.inputs(); ++i) {
    const Literal& literal = node.input(i)->constant();
    operands.push_back({const_cast<void*>(literal.data()), literal.dims(), dtype_size(literal.dtype()),
                        static_cast<LoopAccess>(access[static_cast<size_t>(i)])});
  }
  std::vector<Literal> out;
  for (const Value* value : node.output_list()) {
    out.push_back(Literal::allocate(value->type().dtype, dims));
    operands.push_back({out.back().mutable_data(), dims, dtype_size(out.back().dtype()), LoopAccess::kDense});
  }
  LoopNest nest;
  GBX_RETURN_IF_ERROR(make_loop_nest(dims, operands, nest));
  GBX_RETURN_IF_ERROR(run_outer(body, nest, 0, nest.operand));
  return out;
}

}  // namespace gearbox
