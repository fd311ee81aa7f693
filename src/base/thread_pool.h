#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace gearbox {

/// A fixed team of threads for fork-join regions: workers spin a short while for the next region, then park on a futex, so that
/// an idle pool burns no core. The calling thread takes part as thread 0. One region runs at a time: a second caller, and a
/// region opened from inside a region, runs its whole range alone on its own thread (as thread 0), so that a pool may be shared freely.
class ThreadPool {
 public:
  /// `threads` counts the caller; values below 1 mean 1 (no worker is started).
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  /// Calls body(begin, end, thread) over disjoint pieces of [0, count), each at least `grain` long but for the last; returns
  /// when all are done. Each starts with an even share, then helps. Allocates nothing. `thread` is in [0, threads()).
  template <class Body>
  void parallel_for(int64_t count, int64_t grain, Body&& body) {
    using B = std::remove_reference_t<Body>;
    run(
        count, grain, [](void* self, int64_t begin, int64_t end, int thread) { (*static_cast<B*>(self))(begin, end, thread); },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

 private:
  using Piece = void (*)(void* self, int64_t begin, int64_t end, int thread);
  void run(int64_t count, int64_t grain, Piece piece, void* self);
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gearbox
