#include "base/exit_gate.h"

#include <mutex>

namespace gearbox {

namespace {

/// Never destroyed: threads may ask for it to the very end.
struct Gate {
  std::shared_mutex mutex;
  bool closed = false;
};

class Closer {
 public:
  explicit Closer(Gate& gate) : gate_(gate) {}
  ~Closer() {
    const std::lock_guard lock(gate_.mutex);
    gate_.closed = true;
  }
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;

 private:
  Gate& gate_;
};

}  // namespace

ExitGate::Pass ExitGate::enter() {
  static Gate* const gate = new Gate;
  static const Closer closer(*gate);
  Pass pass(gate->mutex);
  if (gate->closed) pass.unlock();
  return pass;
}

}  // namespace gearbox
