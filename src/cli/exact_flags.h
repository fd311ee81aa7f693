#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "api/compiler.h"

namespace gearbox::cli {

/// Adds --exact-conv and --exact-products, which leave out the algorithms that round more than plain sums do.
void add_exact_flags(CLI::App& command, Exactness& exact);

/// The flags as words of a command line again.
std::vector<std::string> exact_words(const Exactness& exact);

}  // namespace gearbox::cli
