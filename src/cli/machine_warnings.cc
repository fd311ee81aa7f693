#include "cli/machine_warnings.h"

#include "cli/print.h"

namespace gearbox::cli {

void MachineWarnings::line(std::string_view, std::string_view text) { print_aside("gearbox: warning: " + std::string(text) + "\n"); }

}  // namespace gearbox::cli
