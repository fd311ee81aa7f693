#include <array>
#include <cmath>

#include "codegen/llvm/math.h"
#include "llvm/IR/Module.h"

namespace gearbox::native::math {
namespace large_angle {

/// The binary fraction of 1 / (2 pi), most significant word first.
constexpr uint64_t kInverseTurn[] = {0x28be60db9391054a, 0x7f09d5f47d4d3770, 0x36d8a5664f10e410, 0x7f9458eaf7aef158};

/// Smallest magnitude handled here, by its biased exponent.
constexpr int kFirstExponent = 127 + 20;
constexpr int kExponents = 255 - kFirstExponent;

/// `count` bits of 1 / (2 pi) from the one with weight 2^-(first + 1) on; zeros before the point.
uint64_t fraction_bits(int first, int count) {
  uint64_t out = 0;
  for (int i = first; i < first + count; ++i) {
    const uint64_t bit = i < 0 ? 0 : (kInverseTurn[i / 64] >> (63 - i % 64)) & 1;
    out = out * 2 + bit;
  }
  return out;
}

/// For x = m 2^e with a whole m of 24 bits: frac(2^e / (2 pi)) in parts of 29, 29 and 53 bits, so that m times the first two is
/// exact in double (Payne and Hanek's reduction).
std::array<double, 3> turns_of_power(int e) {
  return {std::ldexp(static_cast<double>(fraction_bits(e, 29)), -29), std::ldexp(static_cast<double>(fraction_bits(e + 29, 29)), -58),
          std::ldexp(static_cast<double>(fraction_bits(e + 58, 53)), -111)};
}

/// The parts for all exponents, shared by the loops of a module.
llvm::Constant* table(llvm::Module& module) {
  constexpr const char* kName = "turns_of_powers";
  if (auto* known = module.getNamedGlobal(kName)) return known;
  std::vector<double> parts;
  for (int i = 0; i < kExponents; ++i) {
    for (const double part : turns_of_power(kFirstExponent + i - 127 - 23)) parts.push_back(part);
  }
  llvm::Constant* data = llvm::ConstantDataArray::get(module.getContext(), parts);
  return new llvm::GlobalVariable(module, data->getType(), /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage, data, kName);
}

/// A small double with the sine and cosine of x, for lanes from 2^20 on; other lanes give anything finite.
Value* reduce(VectorBuilder& v, Value* x) {
  auto& ir = v.ir();
  llvm::Module& module = *ir.GetInsertBlock()->getModule();
  Value* bits = v.bits(x);
  Value* exponent = ir.CreateAnd(ir.CreateLShr(bits, 23), v.integer(bits, 0xff));
  Value* in_table = ir.CreateICmpUGE(exponent, v.integer(bits, kFirstExponent));
  Value* row = ir.CreateSelect(in_table, ir.CreateSub(exponent, v.integer(bits, kFirstExponent)), v.zero(bits));
  row = ir.CreateMul(ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, row, v.integer(bits, kExponents - 1)), v.integer(bits, 3));
  Value* mantissa = ir.CreateOr(ir.CreateAnd(bits, v.integer(bits, 0x7fffff)), v.integer(bits, 0x800000));
  Value* m = ir.CreateSIToFP(mantissa, v.type(DType::kF64));
  std::array<Value*, 3> parts;
  for (Value*& part : parts) part = llvm::Constant::getNullValue(v.type(DType::kF64));
  for (unsigned lane = 0; lane < v.target().lanes; ++lane) {
    Value* first = ir.CreateGEP(ir.getDoubleTy(), table(module), ir.CreateZExt(ir.CreateExtractElement(row, lane), ir.getInt64Ty()));
    for (unsigned k = 0; k < parts.size(); ++k) {
      Value* one = ir.CreateLoad(ir.getDoubleTy(), ir.CreateConstGEP1_64(ir.getDoubleTy(), first, k));
      parts[k] = ir.CreateInsertElement(parts[k], one, lane);
    }
  }
  Value* high = ir.CreateFMul(m, parts[0]);
  Value* turns = ir.CreateFSub(high, v.unary(llvm::Intrinsic::roundeven, high));
  turns = ir.CreateFAdd(turns, ir.CreateFMul(m, parts[1]));
  turns = ir.CreateFAdd(turns, ir.CreateFMul(m, parts[2]));
  Value* angle = ir.CreateFMul(turns, v.real(turns, 0x1.921fb54442d18p+2));
  return ir.CreateSelect(ir.CreateFCmpOLT(x, v.zero(x)), ir.CreateFNeg(angle), angle);
}

}  // namespace large_angle

Value* small_angle(VectorBuilder& v, Value* x) {
  using namespace large_angle;
  auto& ir = v.ir();
  Value* wide = ir.CreateFPExt(x, v.type(DType::kF64));
  Value* magnitude = v.abs(x);
  Value* large = ir.CreateAnd(ir.CreateFCmpOGE(magnitude, v.real(x, 0x1p20)),
                              ir.CreateFCmpOLT(magnitude, llvm::ConstantFP::getInfinity(x->getType())));
  llvm::BasicBlock* from = ir.GetInsertBlock();
  llvm::BasicBlock* rare = llvm::BasicBlock::Create(ir.getContext(), "large_angle", from->getParent());
  llvm::BasicBlock* join = llvm::BasicBlock::Create(ir.getContext(), "angle", from->getParent());
  ir.CreateCondBr(ir.CreateOrReduce(large), rare, join);
  ir.SetInsertPoint(rare);
  Value* reduced = ir.CreateSelect(large, reduce(v, x), wide);
  ir.CreateBr(join);
  ir.SetInsertPoint(join);
  llvm::PHINode* out = ir.CreatePHI(wide->getType(), 2);
  out->addIncoming(wide, from);
  out->addIncoming(reduced, rare);
  return out;
}

}  // namespace gearbox::native::math
