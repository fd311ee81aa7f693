#include "ir/loop.h"

#include <bit>
#include <map>
#include <tuple>

#include "base/half.h"

namespace gearbox {
namespace loop_body {

bool gives_bool(LoopOp op) { return (op >= LoopOp::kEqual && op <= LoopOp::kGreaterEqual) || op == LoopOp::kIsNan || op == LoopOp::kIsInf; }

bool commutes(LoopOp op) {
  switch (op) {
    case LoopOp::kAdd:
    case LoopOp::kMul:
    case LoopOp::kEqual:
    case LoopOp::kNotEqual:
    case LoopOp::kAnd:
    case LoopOp::kOr:
    case LoopOp::kXor: return true;
    default: return false;
  }
}

uint64_t encode(DType type, double value) {
  switch (type) {
    case DType::kF32: return std::bit_cast<uint32_t>(static_cast<float>(value));
    case DType::kF64: return std::bit_cast<uint64_t>(value);
    case DType::kF16: return Half(static_cast<float>(value)).bits;
    case DType::kBF16: return BFloat16(static_cast<float>(value)).bits;
    case DType::kBool: return value != 0 ? 1 : 0;
    case DType::kU64: return static_cast<uint64_t>(value);
    default: break;
  }
  const size_t width = dtype_size(type) * 8;
  const uint64_t bits = static_cast<uint64_t>(static_cast<int64_t>(value));
  return width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

Status check_value(const LoopBody& body, int32_t id) {
  const LoopValue& value = body.values[id];
  const auto fail = [&](const char* why) { return internal_error("fused loop: " + value_text(body, id) + ": " + why); };
  if (value.op > LoopOp::kIsInf) return internal_error("fused loop: value " + std::to_string(id) + " has an unknown operation");
  const int arity = loop_op_arity(value.op);
  for (int i = 0; i < arity; ++i) {
    if (value.args[i] < 0 || value.args[i] >= id) return fail("operands must be earlier values");
  }
  if (arity == 0) return loop_supported(value.op, value.type) ? Status() : fail("element type cannot be in a loop");
  const auto type_of = [&](int i) { return body.values[value.args[i]].type; };
  if (value.op == LoopOp::kSelect) {
    if (type_of(0) != DType::kBool) return fail("the condition must be bool");
    if (type_of(1) != type_of(2)) return fail("both choices must have one type");
    if (value.type != type_of(1)) return fail("the result must have the type of the choices");
    return {};
  }
  if (!loop_supported(value.op, type_of(0))) return fail("not supported on this element type");
  if (value.op == LoopOp::kCast) return loop_supported(value.op, value.type) ? Status() : fail("cannot cast to this element type");
  for (int i = 1; i < arity; ++i) {
    if (type_of(i) != type_of(0)) return fail("operands must have one type");
  }
  const DType expected = gives_bool(value.op) ? DType::kBool : type_of(0);
  return value.type == expected ? Status() : fail("result type does not follow from the operands");
}

/// Copies what the outputs need into a new body, operands first.
class Canonicaliser {
 public:
  explicit Canonicaliser(const LoopBody& from) : from_(from), ids_(from.values.size(), -1) {}

  LoopBody run() {
    to_.column_multiple = from_.column_multiple;
    for (const int32_t id : from_.inputs()) ids_[id] = to_.input(from_.values[id].type, from_.values[id].access);
    for (const int32_t id : from_.outputs) to_.output(visit(id));
    return std::move(to_);
  }

 private:
  using Key = std::tuple<LoopOp, DType, uint64_t, std::array<int32_t, 3>>;

  int32_t visit(int32_t id) {
    if (ids_[id] >= 0) return ids_[id];
    LoopValue value = from_.values[id];
    const int arity = loop_op_arity(value.op);
    for (int i = 0; i < 3; ++i) value.args[i] = i < arity ? visit(value.args[i]) : -1;
    if (value.op == LoopOp::kCast && to_.values[value.args[0]].type == value.type) return ids_[id] = value.args[0];
    if (commutes(value.op) && value.args[0] > value.args[1]) std::swap(value.args[0], value.args[1]);
    if (value.op != LoopOp::kConstant) value.bits = 0;
    value.access = LoopAccess::kDense;
    const auto [place, fresh] =
        seen_.try_emplace(Key{value.op, value.type, value.bits, value.args}, static_cast<int32_t>(to_.values.size()));
    if (fresh) to_.values.push_back(value);
    return ids_[id] = place->second;
  }

  const LoopBody& from_;
  LoopBody to_;
  std::vector<int32_t> ids_;
  std::map<Key, int32_t> seen_;
};

}  // namespace loop_body

int32_t LoopBody::input(DType type, LoopAccess access) {
  values.push_back({.op = LoopOp::kInput, .type = type, .access = access});
  return static_cast<int32_t>(values.size()) - 1;
}

int32_t LoopBody::constant(DType type, double value) { return constant_bits(type, loop_body::encode(type, value)); }

int32_t LoopBody::constant_bits(DType type, uint64_t bits) {
  if (type == DType::kBool) bits = bits != 0;
  values.push_back({.op = LoopOp::kConstant, .type = type, .bits = bits});
  return static_cast<int32_t>(values.size()) - 1;
}

int32_t LoopBody::emit(LoopOp op, int32_t a, int32_t b, int32_t c) {
  LoopValue value{.op = op, .args = {a, b, c}};
  const int32_t typed = op == LoopOp::kSelect ? b : a;
  if (typed >= 0 && typed < static_cast<int32_t>(values.size())) value.type = values[typed].type;
  if (loop_body::gives_bool(op)) value.type = DType::kBool;
  values.push_back(value);
  return static_cast<int32_t>(values.size()) - 1;
}

int32_t LoopBody::cast(int32_t value, DType to) {
  values.push_back({.op = LoopOp::kCast, .type = to, .args = {value, -1, -1}});
  return static_cast<int32_t>(values.size()) - 1;
}

std::vector<int32_t> LoopBody::inputs() const {
  std::vector<int32_t> out;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].op == LoopOp::kInput) out.push_back(static_cast<int32_t>(i));
  }
  return out;
}

Status validate(const LoopBody& body) {
  if (body.values.size() > kMaxLoopValues) return internal_error("fused loop: more than " + std::to_string(kMaxLoopValues) + " values");
  for (size_t i = 0; i < body.values.size(); ++i) GBX_RETURN_IF_ERROR(loop_body::check_value(body, static_cast<int32_t>(i)));
  if (body.outputs.empty()) return internal_error("fused loop: no output");
  if (body.column_multiple < 1 || !std::has_single_bit(static_cast<uint64_t>(body.column_multiple))) {
    return internal_error("fused loop: the multiple of columns is no power of two");
  }
  for (const int32_t id : body.outputs) {
    if (id < 0 || id >= static_cast<int32_t>(body.values.size())) return internal_error("fused loop: an output is no value of the loop");
  }
  return {};
}

LoopBody canonical(const LoopBody& body) { return loop_body::Canonicaliser(body).run(); }

uint64_t structural_hash(const LoopBody& body) {
  // FNV-1a, 64 bits.
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text(canonical(body))) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace gearbox
