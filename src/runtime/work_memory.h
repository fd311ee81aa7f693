#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "base/status.h"
#include "base/touch_ahead.h"

namespace gearbox {

/// Working memory of frames of which only one runs at a time: the programs of a context's gears share one, and so do the bodies of a step
/// of control flow with their copies in the other gears. Grows to what the largest needs, with room ahead that gets its pages in the
/// background.
class WorkMemory {
 public:
  /// How far a buffer that grows may reach ahead of what is needed.
  struct Growth {
    double factor = 1;  ///< of what is needed
    size_t most = 0;    ///< bytes beyond it
  };

  /// Makes room for an arena of `bytes`; it may move, with its contents lost. Never null, even for 0 bytes.
  Status reserve_arena(size_t bytes, const Growth& growth) { return reserve(arena_, bytes, growth); }
  std::byte* arena() const { return arena_.memory.data(); }

  /// Makes room for an output; bodies take two turns so that results outlive their next run. Never null, even for 0 bytes.
  Result<void*> reserve_output(size_t index, int turn, size_t bytes, const Growth& growth);

  /// Makes room for what one kernel needs while it runs; it may move, with its contents lost.
  Result<void*> reserve_scratch(size_t bytes);

  /// Begins to touch what was reserved so far, at most `most` bytes of each buffer and `most_scratch` of the scratch memory.
  void touch_reserved(size_t most, size_t most_scratch);
  /// Begins to touch the room ahead where it grew. Called when a call is done: pages of its own would come the later.
  void touch_ahead();

  /// The memory for a body of a node.
  WorkMemory& body(const std::string& node, const std::string& name);

  size_t scratch_bytes() const { return scratch_.capacity(); }
  /// All that is held but scratch memory, that of bodies included.
  size_t held_bytes() const;

 private:
  struct Buffer {
    HugeBuffer memory;
    size_t used = 0;  ///< most bytes that were needed
    size_t room = 0;  ///< `used` and the room ahead
  };

  Status reserve(Buffer& buffer, size_t bytes, const Growth& growth);
  template <class Visit>
  void for_each_buffer(const Visit& visit);

  Buffer arena_;
  std::vector<std::array<Buffer, 2>> outputs_;
  HugeBuffer scratch_;
  TouchAhead toucher_;  ///< after the buffers: it must end first
  bool grown_ = false;  ///< some room was not touched yet
  std::map<std::pair<std::string, std::string>, std::unique_ptr<WorkMemory>> bodies_;
};

}  // namespace gearbox
