#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "api/options/shape_options.h"

namespace gearbox::options {

/// An input of f32.
inline InputDecl input(std::string name, std::vector<DeclaredDim> dims) { return {std::move(name), DType::kF32, std::move(dims)}; }
/// An input of f32 whose rank the model does not give.
inline InputDecl unranked(std::string name) { return {std::move(name), DType::kF32, std::nullopt}; }

/// "x[N,3] y[4]" and the symbols' values behind it: "x[N,3] | N=1..8".
std::string text_of(const ShapeOptions& options);
/// text_of what the words mean, or the message of their Status.
std::string outcome(const ShapeWords& words, const std::vector<InputDecl>& model);

}  // namespace gearbox::options
