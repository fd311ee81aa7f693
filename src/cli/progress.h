#pragma once

#include <cstdio>
#include <string>

#include "base/clock.h"

namespace gearbox::cli {

/// A line on stderr that counts work and estimates the time left; silent where stderr is no terminal.
class Progress {
 public:
  Progress(std::string what, size_t total);
  ~Progress();
  void step(const std::string& now);

 private:
  std::string what_;
  size_t total_, done_ = 0;
  int64_t begin_ns_, shown_ns_ = 0;
  bool shown_;
};

}  // namespace gearbox::cli
