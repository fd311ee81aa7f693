#pragma once

#include <mutex>
#include <string>

#include "base/log.h"
#include "gearbox/compile.h"

namespace gearbox::c {

/// Log lines handed to the caller's function, one at a time.
class CallbackLog final : public LogSink {
 public:
  /// Wants nothing where the function is null.
  explicit CallbackLog(const gbx_log& log);
  bool wants(std::string_view channel) const override;
  void line(std::string_view channel, std::string_view text) override;

 private:
  gbx_log log_;
  std::string channels_;  ///< ",pass,plan,"; empty: all
  std::mutex mutex_;
};

}  // namespace gearbox::c
