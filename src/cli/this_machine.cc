#include "cli/this_machine.h"

#include <cstdio>

#include "base/machine/stored_machine.h"

namespace gearbox::cli {

namespace {

class StderrSink final : public LogSink {
 public:
  bool wants(std::string_view channel) const override { return channel == "machine"; }
  void line(std::string_view, std::string_view text) override {
    std::fprintf(stderr, "gearbox: warning: %.*s\n", static_cast<int>(text.size()), text.data());
  }
};

}  // namespace

MachineProfile this_machine() {
  StderrSink sink;
  return stored_machine(machine_file(), Logger(&sink));
}

}  // namespace gearbox::cli
