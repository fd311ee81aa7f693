#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/status.h"
#include "runtime/gears/gear_state.h"

namespace gearbox {

class Model;

/// The gears of a model that are made while it serves calls: the first call that a gear would serve asks for it, a thread of their own
/// makes one after the other at a low priority, and until a gear is there its calls take the dynamic program. Thread-safe.
class LateGears {
 public:
  /// Those of a model whose contents have a gear_maker.
  explicit LateGears(const Model& model);
  /// Waits for the gear that is being made; those not begun are left.
  ~LateGears();
  LateGears(const LateGears&) = delete;
  LateGears& operator=(const LateGears&) = delete;

  /// The gear as a model of its own, its programs[0]; null while it is not there. Never waits.
  std::shared_ptr<const Model> find(size_t gear) const;
  /// Has the gear made, unless it is made, being made or has failed. Does not wait for it.
  void ask(size_t gear);
  GearState state(size_t gear) const { return gears_[gear].state; }
  /// Why a gear could not be made; null for all others. Lives as long as this object.
  const Status* failure(size_t gear) const { return state(gear) == GearState::kFailed ? &gears_[gear].failure : nullptr; }
  /// Returns when all gears asked for so far are made, or could not be. The caller makes some of them itself.
  void wait();

 private:
  struct Gear {
    std::atomic<GearState> state = GearState::kNotMade;
    std::shared_ptr<const Model> model;  ///< set before the state becomes kMade, never changed behind
    Status failure;                      ///< likewise before kFailed
  };
  void work();
  /// Makes the first gear asked for; not under the lock.
  void make_next(std::unique_lock<std::mutex>& lock);
  Result<std::shared_ptr<const Model>> make(size_t gear) const;
  void finish(size_t gear, Result<std::shared_ptr<const Model>> made);

  const Model& model_;
  std::vector<Gear> gears_;
  std::mutex mutex_;  // guards all below, and who changes a state
  std::condition_variable changed_;
  std::deque<size_t> asked_;
  size_t unfinished_ = 0;
  bool ending_ = false;
  std::thread worker_;  ///< begun by the first gear asked for
};

}  // namespace gearbox
