#include "codegen/llvm/vector_builder.h"

namespace gearbox::native {

llvm::Type* VectorBuilder::memory_type(DType dtype) {
  switch (dtype) {
    case DType::kF32: return ir_.getFloatTy();
    case DType::kF64: return ir_.getDoubleTy();
    default: return ir_.getIntNTy(static_cast<unsigned>(dtype_size(dtype)) * 8);
  }
}

llvm::VectorType* VectorBuilder::type(DType dtype) {
  llvm::Type* element = dtype == DType::kBool ? ir_.getInt1Ty() : memory_type(dtype);
  return llvm::FixedVectorType::get(element, target_.lanes);
}

llvm::Value* VectorBuilder::load(DType dtype, Value* pointer, llvm::Align align) {
  llvm::Type* memory = llvm::FixedVectorType::get(memory_type(dtype), target_.lanes);
  Value* value = ir_.CreateAlignedLoad(memory, pointer, align);
  return dtype == DType::kBool ? ir_.CreateICmpNE(value, zero(value)) : value;
}

void VectorBuilder::store(DType dtype, Value* value, Value* pointer, llvm::Align align) {
  if (dtype == DType::kBool) value = ir_.CreateZExt(value, llvm::FixedVectorType::get(ir_.getInt8Ty(), target_.lanes));
  ir_.CreateAlignedStore(value, pointer, align);
}

llvm::Value* VectorBuilder::real(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

llvm::Value* VectorBuilder::integer(Value* like, uint64_t value) {
  const unsigned width = like->getType()->getScalarSizeInBits();
  return llvm::ConstantInt::get(like->getType(), llvm::APInt(64, value).trunc(width));
}

llvm::Value* VectorBuilder::mul_add(Value* a, Value* b, Value* c) {
  if (!target_.fma) return ir_.CreateFAdd(ir_.CreateFMul(a, b), c);
  return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
}

llvm::Value* VectorBuilder::poly(Value* x, std::span<const float> coefficients) {
  const std::vector<double> wide(coefficients.begin(), coefficients.end());
  return poly(x, std::span<const double>(wide));
}

llvm::Value* VectorBuilder::poly(Value* x, std::span<const double> coefficients) {
  Value* sum = real(x, coefficients.back());
  for (size_t i = coefficients.size() - 1; i-- > 0;) sum = mul_add(sum, x, real(x, coefficients[i]));
  return sum;
}

llvm::Value* VectorBuilder::bits(Value* x) {
  llvm::Type* integer = ir_.getIntNTy(x->getType()->getScalarSizeInBits());
  return ir_.CreateBitCast(x, llvm::FixedVectorType::get(integer, target_.lanes));
}

llvm::Value* VectorBuilder::from_bits(Value* x, bool is_double) {
  llvm::Type* element = is_double ? ir_.getDoubleTy() : ir_.getFloatTy();
  return ir_.CreateBitCast(x, llvm::FixedVectorType::get(element, target_.lanes));
}

}  // namespace gearbox::native
