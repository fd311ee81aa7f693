#pragma once

#include <string>
#include <vector>

#include "reader.h"

namespace ocr {

/// What was read on each page beside what was expected.
std::string text_report(const std::vector<ReadPage>& pages);

/// A model's name in the tables, and its session.
struct NamedSession {
  std::string name;
  const Session* session;
};

/// First and median latency of each shape that was run, and which gear or program served it.
std::string latency_report(const std::vector<NamedSession>& sessions);
/// How many runs each way of a package with gears served; empty where none has gears.
std::string dispatch_report(const std::vector<NamedSession>& sessions);
/// The models' symbols: where each comes from, what it may be and what it was.
std::string symbol_report(const std::vector<NamedSession>& sessions);

}  // namespace ocr
