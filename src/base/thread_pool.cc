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

bool same_region(uint32_t a, uint32_t b) { return (a & ~kInsideMask) == (b & ~kInsideMask); }

void pause() { __builtin_ia32_pause(); }

}  // namespace pool_gate

namespace pool_share {

constexpr int64_t kShareParts = 4;  // of what is left of a share, one is taken at a time

/// What one thread begins with: grains [next, end). Others help themselves once theirs is done.
struct alignas(64) Share {
  std::atomic<int64_t> next{0};
  int64_t end = 0;

  /// Takes some grains from the front; false if none are left.
  bool take(int64_t* begin, int64_t* stop) {
    int64_t from = next.load(std::memory_order_relaxed);
    while (from < end) {
      const int64_t to = from + (end - from - 1) / kShareParts + 1;
      if (!next.compare_exchange_weak(from, to, std::memory_order_relaxed)) continue;
      *begin = from;
      *stop = to;
      return true;
    }
    return false;
  }
};

}  // namespace pool_share

struct ThreadPool::State {
  using Share = pool_share::Share;

  // What a region's threads share lies in one cache line, so that joining costs one transfer.
  alignas(64) std::atomic<uint32_t> gate{0};
  std::atomic<bool> busy{false};    // a caller owns the fields below
  std::atomic<bool> parked{false};  // some worker sleeps, or is about to
  std::atomic<bool> stop{false};
  Piece piece = nullptr;
  void* self = nullptr;
  int64_t count = 0;
  int64_t grain = 0;
  std::vector<Share> shares;
  alignas(64) std::vector<std::thread> workers;
  WorkerAffinity placement;

  /// A thread's own share, then what is left of its neighbours': regions that follow each other find their data where they left it.
  void work(int thread) {
    const size_t size = shares.size();
    for (size_t i = 0; i < size; ++i) {
      Share& share = shares[(static_cast<size_t>(thread) + i) % size];
      for (int64_t begin = 0, end = 0; share.take(&begin, &end);) piece(self, begin * grain, std::min(end * grain, count), thread);
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
  state_->shares = std::vector<State::Share>(state_->workers.size() + 1);
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

  const int64_t grains = (count - 1) / grain + 1, team = threads();
  state.piece = piece;
  state.self = self;
  state.count = count;
  state.grain = grain;
  int64_t begin = 0;
  for (int64_t i = 0; i < team; ++i) {
    state.shares[i].next.store(begin, std::memory_order_relaxed);
    begin += grains / team + (i < grains % team ? 1 : 0);
    state.shares[i].end = begin;
  }
  state.step_gate();
  state.work(0);
  state.close_and_wait();
  state.busy.store(false, std::memory_order_release);
}

}  // namespace gearbox
