#pragma once

#include <string_view>

namespace gearbox::cli {

/// Print text for people to stdout, and to stderr. Names that a model or a command line gives do nothing to a terminal: see
/// base/printable_text.h. All that the program prints goes through these two, but for JSON and the control codes of a line that gives way.
void print(std::string_view text);
void print_aside(std::string_view text);

}  // namespace gearbox::cli
