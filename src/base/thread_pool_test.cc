#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace gearbox {
namespace thread_pool_tests {

/// The pieces of one parallel_for, in order of their begin.
std::vector<std::pair<int64_t, int64_t>> pieces_of(ThreadPool& pool, int64_t count, int64_t grain) {
  std::vector<std::pair<int64_t, int64_t>> pieces;
  std::mutex mutex;
  pool.parallel_for(count, grain, [&](int64_t begin, int64_t end, int thread) {
    const std::lock_guard lock(mutex);
    EXPECT_GE(thread, 0);
    EXPECT_LT(thread, pool.threads());
    pieces.emplace_back(begin, end);
  });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

TEST(ThreadPool, PiecesCoverTheRangeOnceAndKeepTheGrain) {
  for (int threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int64_t count : {0, 1, 2, 7, 64, 1000}) {
      for (int64_t grain : {1, 3, 64, 5000}) {
        int64_t covered = 0;
        for (auto [begin, end] : pieces_of(pool, count, grain)) {
          EXPECT_EQ(begin, covered);
          EXPECT_TRUE(end - begin >= grain || end == count);
          EXPECT_EQ(begin % grain, 0);
          covered = end;
        }
        EXPECT_EQ(covered, count);
      }
    }
  }
}

TEST(ThreadPool, OddArgumentsAreOrdinary) {
  ThreadPool pool(-3);
  EXPECT_EQ(pool.threads(), 1);
  EXPECT_TRUE(pieces_of(pool, 0, 0).empty());
  EXPECT_TRUE(pieces_of(pool, -1, 1).empty());
  EXPECT_EQ(pieces_of(pool, 5, 0).back().second, 5);
}

TEST(ThreadPool, HugeCountsDoNotOverflow) {
  ThreadPool pool(2);
  const int64_t count = INT64_MAX / 2;
  EXPECT_EQ(pieces_of(pool, count, 1).back().second, count);
  EXPECT_EQ(pieces_of(pool, count, count - 1).back().second, count);
}

TEST(ThreadPool, WorkersTakePart) {
  ThreadPool pool(2);
  std::atomic<int> arrived{0};
  // Each of the two pieces waits for the other, so one thread alone could not finish; a late worker is waited for.
  pool.parallel_for(2, 1, [&](int64_t, int64_t, int) {
    arrived.fetch_add(1);
    while (arrived.load() < 2) std::this_thread::yield();
  });
  EXPECT_EQ(arrived.load(), 2);
}

TEST(ThreadPool, ParkedWorkersWakeForTheNextRegion) {
  ThreadPool pool(3);
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> arrived{0};
    pool.parallel_for(3, 1, [&](int64_t, int64_t, int) {
      arrived.fetch_add(1);
      while (arrived.load() < 3) std::this_thread::yield();
    });
    EXPECT_EQ(arrived.load(), 3);
  }
}

TEST(ThreadPool, NestedRegionRunsAloneAsThreadZero) {
  ThreadPool pool(4);
  std::atomic<int64_t> sum{0};
  pool.parallel_for(16, 1, [&](int64_t begin, int64_t end, int) {
    const auto me = std::this_thread::get_id();
    for (int64_t i = begin; i < end; ++i) {
      pool.parallel_for(100, 1, [&](int64_t inner_begin, int64_t inner_end, int thread) {
        EXPECT_EQ(std::this_thread::get_id(), me);
        EXPECT_EQ(thread, 0);
        sum += inner_end - inner_begin;
      });
    }
  });
  EXPECT_EQ(sum.load(), 1600);
}

TEST(ThreadPool, ConcurrentCallersEachGetTheirWholeRange) {
  ThreadPool pool(3);
  auto caller = [&pool] {
    for (int round = 0; round < 2000; ++round) {
      std::atomic<int64_t> sum{0};
      pool.parallel_for(50, 1, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) sum += i;
      });
      ASSERT_EQ(sum.load(), 50 * 49 / 2);
    }
  };
  std::thread other(caller);
  caller();
  other.join();
}

TEST(ThreadPool, WritesOfARegionAreVisibleToTheCaller) {
  ThreadPool pool(2);
  std::vector<int64_t> values(4096);
  for (int64_t round = 1; round <= 500; ++round) {
    pool.parallel_for(static_cast<int64_t>(values.size()), 16, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) values[i] += i;
    });
    ASSERT_EQ(values[4095], 4095 * round);
  }
}

TEST(ThreadPool, ManyPoolsComeAndGo) {
  for (int round = 0; round < 50; ++round) {
    ThreadPool pool(1 + round % 4);
    if (round % 2 == 0) continue;
    EXPECT_FALSE(pieces_of(pool, 10, 1).empty());
  }
}

}  // namespace thread_pool_tests
}  // namespace gearbox
