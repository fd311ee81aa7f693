#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gearbox::options {

/// The known name with the fewest edits (Levenshtein, without regard to case) from `name`, if these are few enough for a slip.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// The message for a name nobody has: "'N' is not a symbol of the model; did you mean 'M'? (symbols: M, L)". `kind` is the singular.
std::string unknown_name_text(std::string_view name, std::string_view kind, std::span<const std::string> known);

/// "a, b, c", cut after twenty names.
std::string names_text(std::span<const std::string> names);

}  // namespace gearbox::options
