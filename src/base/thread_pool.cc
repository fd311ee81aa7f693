#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "base/worker_affinity.h"

namespace gearbox {
namespace pool_gate {

// The gate is one word: | region number | open | workers inside |. A worker joins an open region by adding one to the count and may
// come too late to join; the caller closes the gate when no piece is left and waits for the count to fall to zero. So a region
// never waits for a sleeping worker.
constexpr uint32_t kInsideMask = 0x3ff;
constexpr uint32_t kOpen = kInsideMask + 1;
constexpr int kMostThreads = kInsideMask;

constexpr int kSpins = 1000;  // pauses before a worker parks: some tens of microseconds
constexpr int64_t kPiecesPerThread = 4;

bool same_region(uint32_t a, uint32_t b) { return (a & ~kInsideMask) == (b & ~kInsideMask); }

void pause() { __builtin_ia32_pause(); }

}  // namespace pool_gate

struct ThreadPool::State {
  // What a region's threads share lies in one cache line, so that joining costs one transfer.
  alignas(64) std::atomic<uint32_t> gate{0};
  std::atomic<bool> busy{false};    // a caller owns the fields below
  std::atomic<bool> parked{false};  // some worker sleeps, or is about to
  std::atomic<bool> stop{false};
  std::atomic<int64_t> next{0};  // index of the first piece not handed out
  Piece piece = nullptr;
  void* self = nullptr;
  int64_t count = 0;
  int64_t step = 0;
  int64_t pieces = 0;
  alignas(64) std::vector<std::thread> workers;
  WorkerAffinity placement;

  void work(int thread) {
    for (;;) {
      const int64_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= pieces) return;
      const int64_t begin = index * step;
      piece(self, begin, begin + std::min(step, count - begin), thread);
    }
  }

  /// Waits for a region other than that of `seen`: spins, then parks. Returns the gate's new word.
  uint32_t await_change(uint32_t seen) {
    for (;;) {
      for (int i = 0; i < pool_gate::kSpins; ++i) {
        const uint32_t now = gate.load(std::memory_order_acquire);
        if (!pool_gate::same_region(now, seen)) return now;
        pool_gate::pause();
      }
      parked.store(true);
      const uint32_t now = gate.load();
      if (!pool_gate::same_region(now, seen)) return now;
      gate.wait(now);
    }
  }

  bool join(uint32_t word) {
    const uint32_t region = word;
    while ((word & pool_gate::kOpen) && pool_gate::same_region(word, region)) {
      if (gate.compare_exchange_weak(word, word + 1, std::memory_order_acquire)) return true;
    }
    return false;
  }

  void serve(int thread) {
    uint32_t seen = 0;
    while (!stop.load(std::memory_order_acquire)) {
      seen = await_change(seen);
      if (!join(seen)) continue;
      work(thread);
      gate.fetch_sub(1, std::memory_order_release);
    }
  }

  /// Steps to the next gate word and wakes parked workers. `parked` is cleared before the step: a worker that sets it afterwards
  /// sees the new word and does not sleep, so no wake-up is lost.
  void step_gate() {
    bool wake = parked.load(std::memory_order_relaxed);
    if (wake) parked.store(false, std::memory_order_relaxed);
    gate.fetch_add(pool_gate::kOpen);
    if (!wake && !parked.load()) return;
    placement.keep_off_this_cpu(workers);
    gate.notify_all();
  }

  void close_and_wait() {
    uint32_t word = gate.fetch_add(pool_gate::kOpen, std::memory_order_acquire);
    for (int spins = 0; word & pool_gate::kInsideMask; ++spins) {
      if (spins < pool_gate::kSpins) {
        pool_gate::pause();
      } else {
        std::this_thread::yield();
      }
      word = gate.load(std::memory_order_acquire);
    }
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  const int wanted = std::clamp(threads, 1, pool_gate::kMostThreads);
  state_->workers.reserve(wanted - 1);
  try {
    for (int i = 1; i < wanted; ++i) state_->workers.emplace_back([state = state_.get(), i] { state->serve(i); });
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // The system grants no more threads: the pool works with those it has.
  }
  state_->placement.keep_off_this_cpu(state_->workers);
}

ThreadPool::~ThreadPool() {
  state_->stop.store(true);
  state_->step_gate();
  for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::threads() const { return static_cast<int>(state_->workers.size()) + 1; }

void ThreadPool::run(int64_t count, int64_t grain, Piece piece, void* self) {
  if (count <= 0) return;
  State& state = *state_;
  grain = std::max<int64_t>(grain, 1);
  const bool alone = count <= grain || state.workers.empty() || state.busy.load(std::memory_order_relaxed) ||
                     state.busy.exchange(true, std::memory_order_acquire);
  if (alone) return piece(self, 0, count, 0);

  const int64_t grains = (count - 1) / grain + 1;
  const int64_t most_pieces = std::min(grains, threads() * pool_gate::kPiecesPerThread);
  state.piece = piece;
  state.self = self;
  state.count = count;
  const int64_t grains_per_piece = (grains - 1) / most_pieces + 1;
  state.step = grain * grains_per_piece;
  state.pieces = (grains - 1) / grains_per_piece + 1;
  state.next.store(0, std::memory_order_relaxed);
  state.step_gate();
  state.work(0);
  state.close_and_wait();
  state.busy.store(false, std::memory_order_release);
}

}  // namespace gearbox
