#include "ops/fraction_contents.h"

#include <cmath>

#include "ops/run/scaled_extent.h"

namespace gearbox::ops {

namespace {

using Fractions = std::optional<std::vector<Fraction>>;
constexpr int64_t kLargestDenominator = int64_t{1} << 24;
constexpr int kDeepest = 12;

std::optional<Fraction> fraction_of(double value) {
  if (!(std::abs(value) < 2147483648.0)) return std::nullopt;
  for (int64_t denominator = 1; denominator <= 1024; denominator *= 2) {
    const double scaled = value * static_cast<double>(denominator);
    if (scaled == std::floor(scaled)) return Fraction{static_cast<int64_t>(scaled), denominator};
  }
  const float rounded = static_cast<float>(value);
  if (!usable_scale(rounded) || rounded != value) return std::nullopt;
  // A product with an integer whose exact value is an integer rounds to it when the factor is off by less than a quarter of an ulp.
  const Ratio ratio = ratio_of(rounded);
  const double exact = static_cast<double>(ratio.numerator) / static_cast<double>(ratio.denominator);
  if (ratio.denominator > 4096 || std::abs(value - exact) >= exact * 0x1p-25) return std::nullopt;
  return Fraction{ratio.numerator, ratio.denominator};
}

std::optional<Fraction> combine(const std::string& op, Fraction a, Fraction b) {
  if (op == "Div") {
    if (!b.numerator.is_constant() || b.numerator.value() <= 0) return std::nullopt;
    const Fraction inverse = {b.denominator, b.numerator.value()};
    return combine("Mul", a, inverse);
  }
  int64_t denominator = 0;
  if (__builtin_mul_overflow(a.denominator, b.denominator, &denominator) || denominator > kLargestDenominator) return std::nullopt;
  if (op == "Mul") return Fraction{a.numerator * b.numerator, denominator};
  const Dim left = a.numerator * b.denominator, right = b.numerator * a.denominator;
  return Fraction{op == "Add" ? left + right : left - right, denominator};
}

/// Follows a value back and keeps what has to be exact on the way.
class Follower {
 public:
  Fractions follow(const Value& value, int depth);
  /// Numerators, and the type that must hold them exactly.
  const std::vector<std::pair<Dim, DType>>& exact() const { return exact_; }

 private:
  Fractions elements(const Value& value, int depth);
  Fractions pairwise(const Node& node, int depth);
  Fractions rounded(const Node& node, int depth);

  std::vector<std::pair<Dim, DType>> exact_;
};

Fractions Follower::follow(const Value& value, int depth) {
  Fractions out = elements(value, depth);
  if (!out || !is_float(value.type().dtype)) return out;
  for (const Fraction& element : *out) {
    if (!element.numerator.is_constant()) exact_.emplace_back(element.numerator, value.type().dtype);
  }
  return out;
}

Fractions Follower::pairwise(const Node& node, int depth) {
  const Fractions a = follow(*node.input(0), depth), b = follow(*node.input(1), depth);
  if (!a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1)) return std::nullopt;
  std::vector<Fraction> out;
  for (size_t i = 0; i < (a->size() == 1 ? b->size() : a->size()); ++i) {
    const auto element = combine(node.op(), (*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]);
    if (!element) return std::nullopt;
    out.push_back(*element);
  }
  return out;
}

Fractions Follower::rounded(const Node& node, int depth) {
  Fractions out = follow(*node.input(0), depth);
  if (!out) return out;
  for (Fraction& element : *out) {
    element.numerator =
        node.is("Floor") ? floordiv(element.numerator, element.denominator) : ceildiv(element.numerator, element.denominator);
    element.denominator = 1;
  }
  return out;
}

Fractions Follower::elements(const Value& value, int depth) {
  if (!value.type().ranked() || value.type().rank() > 1 || depth > kDeepest) return std::nullopt;
  std::vector<Fraction> out;
  if (value.contents()) {
    for (Dim element : *value.contents()) out.push_back({element, 1});
    return out;
  }
  if (value.is_constant()) {
    if (value.constant().elements() > static_cast<int64_t>(InferContext::kMaxContents)) return std::nullopt;
    for (double element : value.constant().as_double()) {
      const auto fraction = fraction_of(element);
      if (!fraction) return std::nullopt;
      out.push_back(*fraction);
    }
    return out;
  }
  const Node* node = value.producer();
  const DType dtype = value.type().dtype;
  if (!node || !node->domain().empty() || (dtype != DType::kF32 && dtype != DType::kF64)) return std::nullopt;
  for (const char* view : {"Cast", "Identity", "Unsqueeze", "Squeeze", "Reshape"}) {
    if (node->is(view)) return follow(*node->input(0), depth + 1);
  }
  for (const char* pair : {"Add", "Sub", "Mul", "Div"}) {
    if (node->is(pair)) return pairwise(*node, depth + 1);
  }
  if (node->is("Floor") || node->is("Ceil")) return rounded(*node, depth + 1);
  if (!node->is("Concat")) return std::nullopt;
  for (const Value* input : node->input_list()) {
    const Fractions part = follow(*input, depth + 1);
    if (!part) return std::nullopt;
    out.insert(out.end(), part->begin(), part->end());
  }
  return out;
}

}  // namespace

Dim Fraction::truncated() const {
  if (denominator == 1) return numerator;
  if (bounds(numerator).lower >= 0) return floordiv(numerator, denominator);
  return numerator.is_constant() ? Dim(numerator.value() / denominator) : Dim::overflow();
}

Result<std::optional<std::vector<Fraction>>> fraction_contents(InferContext& context, const Value& value) {
  Follower follower;
  Fractions out = follower.follow(value, 0);
  if (!out) return out;
  for (const auto& [number, dtype] : follower.exact()) {
    const int64_t most = dtype == DType::kF32 ? int64_t{1} << 24 : int64_t{1} << 53;
    GBX_RETURN_IF_ERROR(context.require_at_least(
        most, number,
        "'" + value.name() + "' is computed in " + std::string(dtype_name(dtype)) + ", which is exact up to " + std::to_string(most)));
  }
  return out;
}

}  // namespace gearbox::ops
