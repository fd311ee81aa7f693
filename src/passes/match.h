#pragma once

#include <cmath>
#include <optional>
#include <string_view>

#include "ir/graph.h"

namespace gearbox {

/// The node of that operator that makes the value, or null.
inline Node* made_by(const Value* value, std::string_view op, std::string_view domain = "") {
  Node* node = value ? value->producer() : nullptr;
  return node && node->is(op, domain) ? node : nullptr;
}

/// The value of a constant f32 with one element.
inline std::optional<float> scalar_constant(const Value* value) {
  if (!value || !value->is_constant() || value->type().dtype != DType::kF32 || value->constant().elements() != 1) return std::nullopt;
  return value->constant().values<float>()[0];
}

/// Whether the value is a constant scalar equal to `expected` up to rounding.
inline bool is_scalar(const Value* value, float expected) {
  const auto given = scalar_constant(value);
  return given && std::fabs(*given - expected) <= 1e-5F * std::fabs(expected);
}

/// The one node that reads the value, where it is read once and is no graph output; null otherwise.
inline Node* only_user(const Value* value, const Graph& graph) {
  return value && value->users().size() == 1 && !graph.is_output(value) ? value->users()[0] : nullptr;
}

/// The other operand of a binary node.
inline Value* other_operand(const Node& node, const Value* one) { return node.input(node.input(0) == one ? 1 : 0); }

}  // namespace gearbox
