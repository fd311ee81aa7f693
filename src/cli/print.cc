#include "cli/print.h"

#include <cstdio>

#include "base/printable_text.h"

namespace gearbox::cli {

void print(std::string_view text) { std::fputs(printable(text, true).c_str(), stdout); }

void print_aside(std::string_view text) { std::fputs(printable(text, true).c_str(), stderr); }

}  // namespace gearbox::cli
