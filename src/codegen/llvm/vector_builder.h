#pragma once

#include <span>
#include <vector>

#include "base/dtype.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace gearbox::native {

/// What the generated code may use.
struct VectorTarget {
  unsigned lanes = 4;  ///< Elements of every value processed at once.
  bool fma = false;
  bool half = false;          ///< The hardware converts f16 (F16C).
  unsigned masked_bytes = 0;  ///< Smallest element that masked loads and stores exist for; 0 = none.
  bool tables = false;        ///< AVX-512: tables of 16 or 32 floats are looked up in registers, and floats scaled by powers of two.
};

/// The lanes [first, first + count) of a vector.
llvm::Value* slice(llvm::IRBuilder<>& ir, llvm::Value* x, unsigned first, unsigned count);
/// Vectors of one length behind one another; their number is a power of two.
llvm::Value* concatenate(llvm::IRBuilder<>& ir, std::vector<llvm::Value*> parts);

/// Builds vector instructions with the arithmetic of one target. No fast-math flag is ever set: a fused multiply-add appears only
/// where mul_add is called.
class VectorBuilder {
 public:
  using Value = llvm::Value;

  VectorBuilder(llvm::IRBuilder<>& ir, const VectorTarget& target) : ir_(ir), target_(target) {}

  llvm::IRBuilder<>& ir() { return ir_; }
  const VectorTarget& target() const { return target_; }

  /// The register type of an element type: f16 and bf16 are their bits, bool is i1.
  llvm::VectorType* type(DType dtype);
  /// The type of one element in memory.
  llvm::Type* memory_type(DType dtype);
  Value* load(DType dtype, Value* pointer, llvm::Align align);
  void store(DType dtype, Value* value, Value* pointer, llvm::Align align);

  /// A constant of the type of `like`; integers are truncated to its width.
  Value* real(Value* like, double value);
  Value* integer(Value* like, uint64_t value);
  Value* zero(Value* like) { return llvm::Constant::getNullValue(like->getType()); }

  /// a * b + c, rounded once where the target has it.
  Value* mul_add(Value* a, Value* b, Value* c);
  /// Polynomial in x, lowest coefficient first.
  Value* poly(Value* x, std::span<const float> coefficients);
  Value* poly(Value* x, std::span<const double> coefficients);

  /// a < b ? a : b and its mirror: one instruction; gives b when either is NaN.
  Value* min_or_second(Value* a, Value* b) { return ir_.CreateSelect(ir_.CreateFCmpOLT(a, b), a, b); }
  Value* max_or_second(Value* a, Value* b) { return ir_.CreateSelect(ir_.CreateFCmpOGT(a, b), a, b); }
  /// The same as one instruction even where LLVM would merge it with a select of the same values. f32, where the target has tables.
  Value* min_instruction(Value* a, Value* b) { return extreme(llvm::Intrinsic::x86_avx512_min_ps_512, a, b); }
  Value* max_instruction(Value* a, Value* b) { return extreme(llvm::Intrinsic::x86_avx512_max_ps_512, a, b); }
  /// table[index]: 16 or 32 entries, by as many low bits of the i32 index as that takes. Where the target has tables.
  Value* lookup(Value* index, std::span<const float> table);
  /// x * 2^floor(power), rounded once. Where the target has tables.
  Value* scale(Value* x, Value* power);
  Value* unary(llvm::Intrinsic::ID id, Value* x) { return ir_.CreateUnaryIntrinsic(id, x); }
  Value* abs(Value* x) { return unary(llvm::Intrinsic::fabs, x); }
  /// Magnitude of the first, sign of the second.
  Value* copy_sign(Value* magnitude, Value* sign) { return ir_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, magnitude, sign); }

  /// The bits of a float vector as integers, and back.
  Value* bits(Value* x);
  Value* from_bits(Value* x, bool is_double = false);

 private:
  Value* extreme(llvm::Intrinsic::ID id, Value* a, Value* b);
  /// operation(16 lanes of a, the same of b) for all lanes.
  template <class Operation>
  Value* by_register(Value* a, Value* b, const Operation& operation);

  llvm::IRBuilder<>& ir_;
  VectorTarget target_;
};

}  // namespace gearbox::native
