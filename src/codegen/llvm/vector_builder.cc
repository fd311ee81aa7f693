#include "codegen/llvm/vector_builder.h"

#include <numeric>

namespace gearbox::native {
namespace {

/// Rounding argument of AVX-512 intrinsics.
constexpr uint32_t kCurrentRounding = 4;

llvm::Value* shuffle(llvm::IRBuilder<>& ir, llvm::Value* a, llvm::Value* b, unsigned first, unsigned count) {
  std::vector<int> lanes(count);
  std::iota(lanes.begin(), lanes.end(), static_cast<int>(first));
  return ir.CreateShuffleVector(a, b, lanes);
}

unsigned lane_count(llvm::Value* x) { return llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements(); }

}  // namespace

llvm::Value* slice(llvm::IRBuilder<>& ir, llvm::Value* x, unsigned first, unsigned count) {
  return count == lane_count(x) ? x : shuffle(ir, x, llvm::PoisonValue::get(x->getType()), first, count);
}

llvm::Value* concatenate(llvm::IRBuilder<>& ir, std::vector<llvm::Value*> parts) {
  while (parts.size() > 1) {
    std::vector<llvm::Value*> pairs;
    for (size_t i = 0; i < parts.size(); i += 2) pairs.push_back(shuffle(ir, parts[i], parts[i + 1], 0, 2 * lane_count(parts[i])));
    parts = std::move(pairs);
  }
  return parts[0];
}

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

template <class Operation>
llvm::Value* VectorBuilder::by_register(Value* a, Value* b, const Operation& operation) {
  constexpr unsigned kRegister = 16;
  std::vector<Value*> parts;
  for (unsigned first = 0; first < target_.lanes; first += kRegister) {
    parts.push_back(operation(slice(ir_, a, first, kRegister), slice(ir_, b, first, kRegister)));
  }
  return concatenate(ir_, std::move(parts));
}

llvm::Value* VectorBuilder::extreme(llvm::Intrinsic::ID id, Value* a, Value* b) {
  return by_register(a, b,
                     [&](Value* x, Value* y) -> Value* { return ir_.CreateIntrinsic(id, {}, {x, y, ir_.getInt32(kCurrentRounding)}); });
}

llvm::Value* VectorBuilder::lookup(Value* index, std::span<const float> table) {
  llvm::Constant* low = llvm::ConstantDataVector::get(ir_.getContext(), llvm::ArrayRef(table.data(), 16));
  llvm::Constant* high =
      table.size() == 16 ? nullptr : llvm::ConstantDataVector::get(ir_.getContext(), llvm::ArrayRef(table.data() + 16, 16));
  return by_register(index, index, [&](Value* at, Value*) -> Value* {
    if (!high) return ir_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_sf_512, {}, {low, at});
    return ir_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_ps_512, {}, {low, at, high});
  });
}

llvm::Value* VectorBuilder::scale(Value* x, Value* power) {
  return by_register(x, power, [&](Value* part, Value* by) -> Value* {
    return ir_.CreateIntrinsic(
        llvm::Intrinsic::x86_avx512_mask_scalef_ps_512, {},
        {part, by, llvm::Constant::getNullValue(part->getType()), ir_.getInt16(0xFFFF), ir_.getInt32(kCurrentRounding)});
  });
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
