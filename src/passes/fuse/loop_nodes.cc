#include "passes/fuse/loop_nodes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace gearbox {

namespace {

/// A node whose inputs map one to one to the operands of a loop operation, followed by attributes with defaults as constant operands.
struct LoopRule {
  std::string_view op;
  LoopOp loop;
  int inputs;
  std::string_view a_name = {};
  float a = 0;
  std::string_view b_name = {};
  float b = 0;
};

constexpr LoopRule kRules[] = {
    {"Add", LoopOp::kAdd, 2},
    {"Sub", LoopOp::kSub, 2},
    {"Mul", LoopOp::kMul, 2},
    {"Div", LoopOp::kDiv, 2},
    {"Neg", LoopOp::kNeg, 1},
    {"Abs", LoopOp::kAbs, 1},
    {"Sign", LoopOp::kSign, 1},
    {"Reciprocal", LoopOp::kReciprocal, 1},
    {"Sqrt", LoopOp::kSqrt, 1},
    {"Floor", LoopOp::kFloor, 1},
    {"Ceil", LoopOp::kCeil, 1},
    {"Round", LoopOp::kRound, 1},
    {"Exp", LoopOp::kExp, 1},
    {"Log", LoopOp::kLog, 1},
    {"Tanh", LoopOp::kTanh, 1},
    {"Sigmoid", LoopOp::kSigmoid, 1},
    {"Erf", LoopOp::kErf, 1},
    {"Relu", LoopOp::kRelu, 1},
    {"LeakyRelu", LoopOp::kLeakyRelu, 1, "alpha", 0.01F},
    {"Elu", LoopOp::kElu, 1, "alpha", 1.0F},
    {"Selu", LoopOp::kSelu, 1, "alpha", 1.67326319217681884765625F, "gamma", 1.05070102214813232421875F},
    {"Celu", LoopOp::kCelu, 1, "alpha", 1.0F},
    {"Softplus", LoopOp::kSoftplus, 1},
    {"Softsign", LoopOp::kSoftsign, 1},
    {"HardSigmoid", LoopOp::kHardSigmoid, 1, "alpha", 0.2F, "beta", 0.5F},
    {"HardSwish", LoopOp::kHardSwish, 1},
    {"Mish", LoopOp::kMish, 1},
    {"PRelu", LoopOp::kLeakyRelu, 2},
    {"Sin", LoopOp::kSin, 1},
    {"Cos", LoopOp::kCos, 1},
    {"Tan", LoopOp::kTan, 1},
    {"Asin", LoopOp::kAsin, 1},
    {"Acos", LoopOp::kAcos, 1},
    {"Atan", LoopOp::kAtan, 1},
    {"Sinh", LoopOp::kSinh, 1},
    {"Cosh", LoopOp::kCosh, 1},
    {"Asinh", LoopOp::kAsinh, 1},
    {"Acosh", LoopOp::kAcosh, 1},
    {"Atanh", LoopOp::kAtanh, 1},
    {"Equal", LoopOp::kEqual, 2},
    {"Less", LoopOp::kLess, 2},
    {"LessOrEqual", LoopOp::kLessEqual, 2},
    {"Greater", LoopOp::kGreater, 2},
    {"GreaterOrEqual", LoopOp::kGreaterEqual, 2},
    {"And", LoopOp::kAnd, 2},
    {"Or", LoopOp::kOr, 2},
    {"Xor", LoopOp::kXor, 2},
    {"Not", LoopOp::kNot, 1},
    {"BitwiseAnd", LoopOp::kAnd, 2},
    {"BitwiseOr", LoopOp::kOr, 2},
    {"BitwiseXor", LoopOp::kXor, 2},
    {"BitwiseNot", LoopOp::kNot, 1},
    {"Where", LoopOp::kSelect, 3},
    {"IsNaN", LoopOp::kIsNan, 1},
    {"Pow", LoopOp::kPow, 2},
};

const LoopRule* rule_of(const Node& node) {
  if (!node.domain().empty()) return nullptr;
  const auto it = std::find_if(std::begin(kRules), std::end(kRules), [&](const LoopRule& rule) { return rule.op == node.op(); });
  return it == std::end(kRules) ? nullptr : it;
}

/// Variadic folds over their inputs.
std::optional<LoopOp> fold_of(const Node& node) {
  if (!node.domain().empty()) return std::nullopt;
  if (node.op() == "Max") return LoopOp::kMax;
  if (node.op() == "Min") return LoopOp::kMin;
  if (node.op() == "Sum") return LoopOp::kAdd;
  return std::nullopt;
}

bool is_scalar_constant(const Value* value) { return value && value->is_constant() && value->constant().elements() == 1; }

/// The bit pattern of a one-element constant.
uint64_t bits_of(const Literal& literal) {
  uint64_t bits = 0;
  std::memcpy(&bits, literal.data(), dtype_size(literal.dtype()));
  return bits;
}

DType operand_type(const Node& node, const LoopRule& rule) { return node.input(rule.loop == LoopOp::kSelect ? 1 : 0)->type().dtype; }

/// Casts that a loop does bit for bit as the kernel: between numbers where nothing depends on how out-of-range values turn out.
bool supported_cast(const Node& node) {
  const DType from = node.input(0)->type().dtype, to = node.output(0)->type().dtype;
  return loop_supported(LoopOp::kCast, from) && loop_supported(LoopOp::kCast, to) &&
         (!is_float(from) || is_float(to) || to == DType::kBool);
}

bool supported_types(const Node& node) {
  if (node.is("Cast")) return supported_cast(node);
  if (node.is("Gelu") || node.is("Clip") || node.is("Silu", "gearbox")) return node.output(0)->type().dtype == DType::kF32;
  if (const auto fold = fold_of(node)) return loop_supported(*fold, node.input(0)->type().dtype);
  const LoopRule* rule = rule_of(node);
  if (!rule || !loop_supported(rule->loop, operand_type(node, *rule))) return false;
  // Integer division by zero and int -> int powers keep to their kernels.
  if (rule->loop == LoopOp::kDiv && !is_float(node.input(0)->type().dtype)) return false;
  return rule->loop != LoopOp::kPow || node.input(1)->type().dtype == DType::kF32;
}

}  // namespace

bool is_loop_parameter(const Node& node, int index) {
  const Value* value = node.input(index);
  return is_scalar_constant(value) && value->type().dtype != DType::kF16 && value->type().dtype != DType::kBF16;
}

bool loop_node_supported(const Node& node) {
  if (node.outputs() != 1 || !node.output(0) || !node.bodies().empty() || !node.control_inputs().empty() || node.inputs() == 0)
    return false;
  const bool known = rule_of(node) || fold_of(node) || node.is("Cast") || node.is("Gelu") || node.is("Clip") || node.is("Silu", "gearbox");
  if (!known) return false;
  for (int i = 0; i < node.inputs(); ++i) {
    const Value* value = node.input(i);
    if (!value) {
      if (node.is("Clip")) continue;
      return false;
    }
    if (!value->type().ranked() || value->type().rank() > 8 || value->type().format != MemoryFormat::kPlain) return false;
  }
  if (node.output(0)->type().format != MemoryFormat::kPlain || !supported_types(node)) return false;
  if (node.is("Clip")) return (!node.input(1) || is_loop_parameter(node, 1)) && (!node.input(2) || is_loop_parameter(node, 2));
  return true;
}

int32_t emit_node(LoopBody& body, const Node& node, std::span<const int32_t> operands) {
  auto operand = [&](int index) {
    if (operands[static_cast<size_t>(index)] >= 0) return operands[static_cast<size_t>(index)];
    const Literal& literal = node.input(index)->constant();
    return body.constant_bits(literal.dtype(), bits_of(literal));
  };
  if (node.is("Cast")) return body.cast(operand(0), node.output(0)->type().dtype);
  if (node.is("Gelu"))
    return body.emit(node.attributes().text("approximate", "none") == "tanh" ? LoopOp::kGeluTanh : LoopOp::kGelu, operand(0));
  if (node.is("Silu", "gearbox")) return body.emit(LoopOp::kSilu, operand(0));
  if (node.is("Clip")) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float low = node.attributes().real("min", -kInfinity), high = node.attributes().real("max", kInfinity);
    const int32_t x = operand(0);
    const int32_t a = node.input(1) ? operand(1) : body.constant(DType::kF32, low);
    const int32_t b = node.input(2) ? operand(2) : body.constant(DType::kF32, high);
    return body.emit(LoopOp::kClip, x, a, b);
  }
  if (const auto fold = fold_of(node)) {
    int32_t result = operand(0);
    for (int i = 1; i < node.inputs(); ++i) result = body.emit(*fold, result, operand(i));
    return result;
  }
  const LoopRule& rule = *rule_of(node);
  // x^2 and x^3 as products, as exact as a power can be.
  if (rule.loop == LoopOp::kPow && is_loop_parameter(node, 1)) {
    const float exponent = node.input(1)->constant().values<float>()[0];
    const int32_t x = operand(0);
    if (exponent == 2) return body.emit(LoopOp::kMul, x, x);
    if (exponent == 3) return body.emit(LoopOp::kMul, body.emit(LoopOp::kMul, x, x), x);
    if (exponent == 0.5F) {  // the root but for -inf
      const float infinity = std::numeric_limits<float>::infinity();
      const int32_t lowest = body.emit(LoopOp::kEqual, x, body.constant(DType::kF32, -infinity));
      return body.emit(LoopOp::kSelect, lowest, body.constant(DType::kF32, infinity), body.emit(LoopOp::kSqrt, x));
    }
  }
  int32_t args[3] = {-1, -1, -1};
  int count = 0;
  for (; count < rule.inputs; ++count) args[count] = operand(count);
  const DType type = node.input(0)->type().dtype;
  if (!rule.a_name.empty()) args[count++] = body.constant(type, node.attributes().real(rule.a_name, rule.a));
  if (!rule.b_name.empty()) args[count++] = body.constant(type, node.attributes().real(rule.b_name, rule.b));
  return body.emit(rule.loop, args[0], args[1], args[2]);
}

}  // namespace gearbox
