#include "cli/peak_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace gearbox::cli {

double peak_resident_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib / 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace gearbox::cli
