#pragma once

#include <shared_mutex>

namespace gearbox {

/// Keeps work on threads of the library's own apart from the end of the process: exit() destroys the statics of all libraries while threads
/// run on. The end waits for the work that has entered, and work that comes later finds the gate closed. Thread-safe.
class ExitGate {
 public:
  /// Held during work; false where the gate is closed, and nothing that uses statics may be begun.
  using Pass = std::shared_lock<std::shared_mutex>;

  /// The statics that the work uses should have been made by the first call: what was made before it is destroyed after the gate has
  /// closed.
  static Pass enter();
};

}  // namespace gearbox
