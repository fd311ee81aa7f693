#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "expr/node.h"

namespace gearbox {

/// How functions are called in the text form.
inline constexpr std::pair<NodeKind, std::string_view> kFunctionNames[] = {
    {NodeKind::kFloorDiv, "floordiv"},   {NodeKind::kMod, "mod"},         {NodeKind::kMin, "min"}, {NodeKind::kMax, "max"},
    {NodeKind::kBroadcast, "broadcast"}, {NodeKind::kProduct, "product"},
};

std::string_view function_name(NodeKind kind);
/// A symbol's name as the text form writes it: itself, or in double quotes.
std::string dim_name_text(std::string_view name);
/// Reads the longest expression that starts at `at`, which moves behind it. Errors call the text a `what`.
Result<Dim> read_dim(std::string_view text, size_t& at, DimScope& scope, std::string_view what);

}  // namespace gearbox
