#include "api/c/callback_log.h"

namespace gearbox::c {

CallbackLog::CallbackLog(const gbx_log& log) : log_(log), channels_(log.channels ? "," + std::string(log.channels) + "," : "") {}

bool CallbackLog::wants(std::string_view channel) const {
  return log_.line != nullptr && (channels_.empty() || channels_.find("," + std::string(channel) + ",") != std::string::npos);
}

void CallbackLog::line(std::string_view channel, std::string_view text) {
  const std::lock_guard lock(mutex_);
  log_.line(log_.user, std::string(channel).c_str(), std::string(text).c_str());
}

}  // namespace gearbox::c
