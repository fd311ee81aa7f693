#include "codegen/llvm/emit_body.h"

#include "codegen/llvm/emit_cast.h"
#include "codegen/llvm/emit_value.h"

namespace gearbox::native {
namespace {

using llvm::Value;

/// Whether an operation takes a polynomial.
bool is_function(LoopOp op) {
  const auto within = [&](LoopOp first, LoopOp last) { return op >= first && op <= last; };
  return op == LoopOp::kPow || within(LoopOp::kExp, LoopOp::kErf) || within(LoopOp::kElu, LoopOp::kSoftplus) ||
         within(LoopOp::kSilu, LoopOp::kGeluTanh) || within(LoopOp::kSin, LoopOp::kAtanh);
}

Value* constant(VectorBuilder& v, const LoopValue& value) {
  llvm::Type* element = v.type(value.type)->getElementType();
  const llvm::APInt bits(element->getScalarSizeInBits(), value.bits);
  llvm::Constant* one = element->isIntegerTy() ? llvm::Constant::getIntegerValue(element, bits)
                                               : llvm::ConstantFP::get(element, llvm::APFloat(element->getFltSemantics(), bits));
  return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(v.target().lanes), one);
}

OperandFacts facts_of(const LoopBody& body, const LoopValue& value, const std::vector<LoopBounds>& bounds) {
  OperandFacts out{bounds[static_cast<size_t>(value.args[0])]};
  if (value.op != LoopOp::kMin && value.op != LoopOp::kMax) return out;
  if (keeps_nan(body, value.args[1], value.args[0])) out.any_nan = 0;
  if (keeps_nan(body, value.args[0], value.args[1])) out.any_nan = 1;
  return out;
}

/// Emits the operations [first, last).
Status emit_range(VectorBuilder& v, const LoopBody& body, size_t first, size_t last, std::vector<Value*>& values) {
  const std::vector<LoopBounds> bounds = loop_bounds(body);
  for (size_t i = first; i < last; ++i) {
    const LoopValue& value = body.values[i];
    if (value.op == LoopOp::kInput) continue;
    if (value.op == LoopOp::kConstant) {
      values[i] = constant(v, value);
      continue;
    }
    std::vector<Value*> args;
    for (int k = 0; k < loop_op_arity(value.op); ++k) args.push_back(values[value.args[k]]);
    const DType type = body.values[value.args[value.op == LoopOp::kSelect ? 1 : 0]].type;
    values[i] = value.op == LoopOp::kCast ? emit_cast(v, args[0], type, value.type)
                                          : emit_value(v, value.op, type, args, facts_of(body, value, bounds));
    if (!values[i])
      return internal_error("fused loop: no code for " + std::string(loop_op_name(value.op)) + " on " + std::string(dtype_name(type)));
  }
  return {};
}

/// The end of the operations from `first` on with at most two functions.
size_t end_of_turn(const LoopBody& body, size_t first) {
  int functions = 0;
  for (size_t i = first; i < body.values.size(); ++i) {
    functions += static_cast<int>(is_function(body.values[i].op));
    if (functions > 2) return i;
  }
  return body.values.size();
}

}  // namespace

bool has_long_chains(const LoopBody& body) {
  int functions = 0;
  for (const LoopValue& value : body.values) functions += static_cast<int>(is_function(value.op));
  return functions > 1;
}

/// In long chains the registers of a vector take turns, two functions each: while one waits for its results, the instructions that
/// follow are another's. That takes the 32 registers of AVX-512: with fewer, the functions' constants would be loaded again every turn.
Status emit_body(VectorBuilder& v, const LoopBody& body, std::vector<Value*>& values) {
  if (!v.target().tables || !has_long_chains(body)) return emit_range(v, body, 0, body.values.size(), values);
  VectorTarget target = v.target();
  target.lanes /= kRegistersOfLongChains;
  VectorBuilder part(v.ir(), target);
  std::vector<std::vector<Value*>> parts(kRegistersOfLongChains, std::vector<Value*>(values.size()));
  for (unsigned p = 0; p < kRegistersOfLongChains; ++p) {
    for (const int32_t input : body.inputs()) parts[p][input] = slice(v.ir(), values[input], p * target.lanes, target.lanes);
  }
  for (size_t first = 0; first < body.values.size();) {
    const size_t last = end_of_turn(body, first);
    for (std::vector<Value*>& own : parts) GBX_RETURN_IF_ERROR(emit_range(part, body, first, last, own));
    first = last;
  }
  for (const int32_t output : body.outputs) {
    std::vector<Value*> results;
    for (const std::vector<Value*>& own : parts) results.push_back(own[output]);
    values[output] = concatenate(v.ir(), std::move(results));
  }
  return {};
}

}  // namespace gearbox::native
