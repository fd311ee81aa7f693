#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "package/program.h"
#include "runtime/model.h"

namespace gearbox {

/// What one binding of a program's input symbols decides: every slot of the prologue, the extents of the values it settles, and
/// where each arena value lies. Immutable; memoised by the symbols' values.
struct BoundPlan {
  std::vector<int64_t> key;  ///< values of ReadyProgram::key_slots
  std::vector<int64_t> slots;
  std::vector<int64_t> extents;     ///< extents of all values settled by the prologue, back to back
  std::vector<int32_t> extents_at;  ///< per value: where its extents start in `extents`, -1 where late
  std::vector<size_t> bytes;        ///< per value: size of its buffer, settled values only
  std::vector<size_t> offsets;      ///< per value: arena offset, kArena roots only
  size_t arena_bytes = 0;
  size_t output_bytes = 0;
  size_t lower_bound = 0;  ///< most bytes live at once: no plan needs less
};

/// Bytes of a value's buffer for these extents (blocked formats round channels up); SIZE_MAX on overflow.
size_t buffer_bytes(const ProgramValue& value, std::span<const int64_t> extents);

/// Runs the prologue on the key and makes its checks. Errors name the violated check or the extent that overflows.
Status bind_slots(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key, std::vector<int64_t>& slots);

/// The same, and plans the arena.
Result<std::shared_ptr<const BoundPlan>> bind_plan(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key);

/// Memoised plans of one program, least recently used dropped beyond `most`. Programs without values in the arena have none to remember.
/// Not thread-safe: one per context.
class PlanCache {
 public:
  explicit PlanCache(size_t most) : most_(most) {}
  /// The plan of that key, made on first use. It does not change while it is held.
  Result<std::shared_ptr<const BoundPlan>> find(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key);
  size_t size() const { return plans_.size(); }
  uint64_t hits() const { return hits_; }
  uint64_t misses() const { return misses_; }

 private:
  using Plans = std::list<std::shared_ptr<const BoundPlan>>;
  Result<std::shared_ptr<const BoundPlan>> unplaced(const Program& program, const ReadyProgram& ready, std::span<const int64_t> key);

  size_t most_;
  std::array<std::shared_ptr<BoundPlan>, 2> unplaced_;  // of which the caller may hold one
  Plans plans_;                                         // most recently used first
  std::unordered_multimap<uint64_t, Plans::iterator> index_;
  uint64_t hits_ = 0, misses_ = 0;
};

}  // namespace gearbox
