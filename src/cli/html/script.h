#pragma once

namespace gearbox::cli::html {

/// What makes the page more comfortable: filter, details of what one points at, unfolding what a link leads to.
extern const char* const kScript;

/// The script's hash as the page's content security policy names it; tests/html/run_pages tells the right one after a change.
extern const char* const kScriptHash;

}  // namespace gearbox::cli::html
