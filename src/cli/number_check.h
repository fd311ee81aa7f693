#pragma once

#include <CLI/CLI.hpp>

namespace gearbox::cli {

/// Checks of an option's number that name the bound in few words; CLI11's own name the largest double as well.
CLI::Validator above_zero();
CLI::Validator zero_or_more();

}  // namespace gearbox::cli
