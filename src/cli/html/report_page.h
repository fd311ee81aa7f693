#pragma once

#include <span>
#include <string>

#include "cli/html/entry.h"

namespace gearbox::cli::html {

/// A package as one self-contained page: no network, readable without scripts. `path` is what the user calls it. Programs that are
/// bodies of steps follow the entry that reaches them first.
std::string report_page(const Model& model, const std::string& path, std::span<const Entry> entries);

}  // namespace gearbox::cli::html
