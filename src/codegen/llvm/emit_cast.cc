#include "codegen/llvm/emit_cast.h"

namespace gearbox::native {
namespace casts {

using llvm::Value;

bool is_stored(DType type) { return type == DType::kF16 || type == DType::kBF16; }
bool is_real(DType type) { return type == DType::kF32 || type == DType::kF64; }
bool is_unsigned(DType type) {
  return type == DType::kBool || type == DType::kU8 || type == DType::kU16 || type == DType::kU32 || type == DType::kU64;
}

Value* bf16_to_f32(VectorBuilder& v, Value* x) {
  Value* wide = v.ir().CreateZExt(x, v.type(DType::kU32));
  return v.from_bits(v.ir().CreateShl(wide, 16));
}

Value* f32_to_bf16(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* bits = v.bits(x);
  Value* odd = ir.CreateAnd(ir.CreateLShr(bits, 16), v.integer(bits, 1));
  Value* rounded = ir.CreateLShr(ir.CreateAdd(ir.CreateAdd(bits, v.integer(bits, 0x7fff)), odd), 16);
  Value* quiet = ir.CreateOr(ir.CreateLShr(bits, 16), v.integer(bits, 0x40));
  return ir.CreateTrunc(ir.CreateSelect(ir.CreateFCmpUNO(x, x), quiet, rounded), v.type(DType::kBF16));
}

/// Shifts the 15 exponent and mantissa bits into place and rebases the exponent; denormals are normalised by a subtraction.
Value* f16_to_f32_in_integers(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* wide = ir.CreateZExt(x, v.type(DType::kU32));
  Value* magnitude = ir.CreateShl(ir.CreateAnd(wide, v.integer(wide, 0x7fff)), 13);
  Value* exponent = ir.CreateAnd(magnitude, v.integer(wide, 0x7c00u << 13));
  Value* normal = ir.CreateAdd(magnitude, v.integer(wide, (127u - 15) << 23));
  Value* special = ir.CreateAdd(magnitude, v.integer(wide, (255u - 31) << 23));
  Value* shifted = v.from_bits(ir.CreateAdd(magnitude, v.integer(wide, (127u - 14) << 23)));
  Value* denormal = v.bits(ir.CreateFSub(shifted, v.real(shifted, 0x1p-14)));
  Value* out = ir.CreateSelect(ir.CreateICmpEQ(exponent, v.integer(wide, 0x7c00u << 13)), special, normal);
  out = ir.CreateSelect(ir.CreateICmpEQ(exponent, v.zero(wide)), denormal, out);
  Value* sign = ir.CreateShl(ir.CreateAnd(wide, v.integer(wide, 0x8000)), 16);
  return v.from_bits(ir.CreateOr(out, sign));
}

/// Rounds to nearest even: normals by a carry into the kept bits, denormals by an addition that aligns the last place.
Value* f32_to_f16_in_integers(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  Value* bits = v.bits(x);
  Value* sign = ir.CreateAnd(bits, v.integer(bits, 0x80000000u));
  Value* magnitude = ir.CreateXor(bits, sign);
  Value* odd = ir.CreateAnd(ir.CreateLShr(magnitude, 13), v.integer(bits, 1));
  Value* rebased = ir.CreateAdd(magnitude, v.integer(bits, (uint32_t{15} - 127u) << 23));
  Value* normal = ir.CreateLShr(ir.CreateAdd(ir.CreateAdd(rebased, v.integer(bits, 0xfff)), odd), 13);
  Value* aligned = ir.CreateFAdd(v.from_bits(magnitude), v.real(x, 0.5));
  Value* denormal = ir.CreateSub(v.bits(aligned), v.integer(bits, 126u << 23));
  Value* out = ir.CreateSelect(ir.CreateICmpULT(magnitude, v.integer(bits, 113u << 23)), denormal, normal);
  out = ir.CreateSelect(ir.CreateICmpUGE(magnitude, v.integer(bits, 143u << 23)), v.integer(bits, 0x7c00), out);
  out = ir.CreateSelect(ir.CreateFCmpUNO(x, x), v.integer(bits, 0x7e00), out);
  return ir.CreateTrunc(ir.CreateOr(out, ir.CreateLShr(sign, 16)), v.type(DType::kF16));
}

llvm::Type* half_type(VectorBuilder& v) { return llvm::FixedVectorType::get(v.ir().getHalfTy(), v.target().lanes); }

Value* f16_to_f32(VectorBuilder& v, Value* x) {
  if (!v.target().half) return f16_to_f32_in_integers(v, x);
  return v.ir().CreateFPExt(v.ir().CreateBitCast(x, half_type(v)), v.type(DType::kF32));
}

Value* f32_to_f16(VectorBuilder& v, Value* x) {
  if (!v.target().half) return f32_to_f16_in_integers(v, x);
  return v.ir().CreateBitCast(v.ir().CreateFPTrunc(x, half_type(v)), v.type(DType::kF16));
}

}  // namespace casts

llvm::Value* emit_cast(VectorBuilder& v, llvm::Value* x, DType from, DType to) {
  using namespace casts;
  auto& ir = v.ir();
  if (from == to) return x;
  if (from == DType::kF16) return emit_cast(v, f16_to_f32(v, x), DType::kF32, to);
  if (from == DType::kBF16) return emit_cast(v, bf16_to_f32(v, x), DType::kF32, to);
  if (to == DType::kF16) return f32_to_f16(v, emit_cast(v, x, from, DType::kF32));
  if (to == DType::kBF16) return f32_to_bf16(v, emit_cast(v, x, from, DType::kF32));
  llvm::Type* type = v.type(to);
  if (is_real(from)) {
    if (to == DType::kBool) return ir.CreateFCmpUNE(x, v.zero(x));
    if (is_real(to)) return ir.CreateFPCast(x, type);
    const auto id = is_unsigned(to) ? llvm::Intrinsic::fptoui_sat : llvm::Intrinsic::fptosi_sat;
    return ir.CreateIntrinsic(id, {type, x->getType()}, {x});
  }
  if (to == DType::kBool) return ir.CreateICmpNE(x, v.zero(x));
  if (is_real(to)) return is_unsigned(from) ? ir.CreateUIToFP(x, type) : ir.CreateSIToFP(x, type);
  return ir.CreateIntCast(x, type, !is_unsigned(from));
}

}  // namespace gearbox::native
