#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace gearbox {

/// Where log lines go. The library has none of its own: the program that wants lines provides one. Called from any thread.
class LogSink {
 public:
  virtual ~LogSink() = default;
  /// Whether lines of this channel ("pass", "plan", "gear" …) are wanted; asked before a line is made.
  virtual bool wants(std::string_view channel) const = 0;
  /// One line without its newline.
  virtual void line(std::string_view channel, std::string_view text) = 0;
};

/// A sink or nothing, passed by value to whatever may log. Copies share the sink, which must outlive them.
class Logger {
 public:
  Logger() = default;
  explicit Logger(LogSink* sink) : sink_(sink) {}

  bool wants(std::string_view channel) const { return sink_ != nullptr && sink_->wants(channel); }

  /// Logs the text that `make` returns; `make` runs only where the channel is wanted.
  template <class Make>
  void log(std::string_view channel, Make&& make) const {
    if (wants(channel)) sink_->line(channel, std::forward<Make>(make)());
  }

 private:
  LogSink* sink_ = nullptr;
};

}  // namespace gearbox
