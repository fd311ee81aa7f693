#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/dtype.h"

namespace gearbox::options {

/// An extent as a model declares it: a number, or the name of a symbol, which may hold any character.
using DeclaredDim = std::variant<int64_t, std::string>;

/// What the options know of one input of the model. An open axis without a name has a symbol of its own, "<input>.<axis>".
struct InputDecl {
  std::string name;
  DType dtype = DType::kUndefined;
  std::optional<std::vector<DeclaredDim>> dims;  ///< nullopt: not even the rank is known

  friend bool operator==(const InputDecl&, const InputDecl&) = default;
};

/// The input of that name, or null.
const InputDecl* find_input(std::span<const InputDecl> inputs, std::string_view name);
/// Names of all inputs, in order.
std::vector<std::string> input_names(std::span<const InputDecl> inputs);
/// Every symbol of the inputs once, in order of first appearance.
std::vector<std::string> symbol_names(std::span<const InputDecl> inputs);
/// How messages name an axis: "x[1]".
std::string axis_text(std::string_view input, size_t axis);

}  // namespace gearbox::options
