#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "base/status.h"
#include "base/touch_ahead.h"

namespace gearbox {

/// Working memory of frames of which only one runs at a time: the programs of a context's gears share one, and so does each body of control
/// flow with its copies in the other gears. Grows to what the largest needs.
class WorkMemory {
 public:
  /// How far the arena may reach ahead of what is needed.
  struct Growth {
    double touch_ahead = 1;  ///< as ContextOptions says
    size_t limit = SIZE_MAX;
  };

  /// Makes room for an arena of `bytes`; it may move, with its contents lost.
  Status reserve_arena(size_t bytes, const Growth& growth);
  /// Gives the first `bytes` of the arena their pages.
  void touch_arena(size_t bytes);
  std::byte* arena() const { return arena_.data(); }

  /// The buffer of an output; bodies have two so that results outlive their next run.
  HugeBuffer& output(size_t index, int turn);

  /// The memory for a body of a node.
  WorkMemory& body(const std::string& node, const std::string& name);

 private:
  HugeBuffer arena_;
  size_t largest_ = 0;
  TouchAhead ahead_;  ///< after arena_: it must end first
  std::vector<std::array<HugeBuffer, 2>> outputs_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<WorkMemory>> bodies_;
};

}  // namespace gearbox
