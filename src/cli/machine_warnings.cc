#include "cli/machine_warnings.h"

#include <cstdio>

namespace gearbox::cli {

void MachineWarnings::line(std::string_view, std::string_view text) {
  std::fprintf(stderr, "gearbox: warning: %.*s\n", static_cast<int>(text.size()), text.data());
}

}  // namespace gearbox::cli
