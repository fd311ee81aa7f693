#pragma once

#include "base/log.h"

namespace gearbox::cli {

/// Tells people on stderr where the stored profile of this machine is set aside, which the library would only log.
class MachineWarnings final : public LogSink {
 public:
  bool wants(std::string_view channel) const override { return channel == "machine"; }
  void line(std::string_view channel, std::string_view text) override;
};

}  // namespace gearbox::cli
