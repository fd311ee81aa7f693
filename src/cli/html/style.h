#pragma once

namespace gearbox::cli::html {

/// The page's style sheet.
extern const char* const kStyle;

}  // namespace gearbox::cli::html
