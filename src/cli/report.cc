#include <cstdio>

#include "cli/commands.h"

namespace gearbox::cli {

int report(const Status& status) {
  if (status.ok()) return kExitOk;
  std::fprintf(stderr, "gearbox: %s\n", status.text().c_str());
  switch (status.code()) {
    case Code::kUnsupported: return kExitUnsupported;
    default: return kExitFailed;
  }
}

}  // namespace gearbox::cli
