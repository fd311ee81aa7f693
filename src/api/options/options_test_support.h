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
/// The table in one line: "dims x[0] y[1]: 1,2; 3,4 (x[-1,4] y[8,-1])"; an axis of several places is "x[0]+y[0]", a bounded one "<=x[0]".
std::string text_of(const GearTable& table);
/// Every gear's full shapes: "x[1,4] y[8,2]; x[3,4] y[8,4]".
std::string shapes_text(const GearTable& table);
/// text_of what the words mean, or the message of their Status.
std::string outcome(const ShapeWords& words, const std::vector<InputDecl>& model);

}  // namespace gearbox::options
