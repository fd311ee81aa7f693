#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>

#include "cli/print.h"
#include "cli/table.h"

namespace gearbox::cli {

namespace {
constexpr int64_t kInterval = 100'000'000;
}

Progress::Progress(std::string what, size_t total)
    : what_(std::move(what)), total_(total), begin_ns_(now_ns()), shown_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_ && shown_ns_ > 0) std::fputs("\r\033[K", stderr);
}

void Progress::step(const std::string& now) {
  ++done_;
  const int64_t at = now_ns();
  if (!shown_ || at - shown_ns_ < kInterval) return;
  shown_ns_ = at;
  const double left =
      static_cast<double>(at - begin_ns_) / static_cast<double>(done_) * static_cast<double>(total_ - std::min(done_, total_)) * 1e-9;
  std::fputs("\r\033[K", stderr);
  print_aside(what_ + " " + std::to_string(done_) + "/" + std::to_string(total_) + ", " + fixed_text(left, 0) +
              " s left: " + now.substr(0, 60));
  std::fflush(stderr);
}

}  // namespace gearbox::cli
