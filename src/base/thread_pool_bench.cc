// Prints the cost of an empty region and of a region of two balanced pieces, for one and two threads.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/clock.h"
#include "base/thread_pool.h"

namespace {

/// Nanoseconds of one call in an undisturbed stretch: the tenth percentile of many short rounds.
template <class Call>
double quiet_ns(Call&& call) {
  std::vector<double> rounds;
  for (int round = 0; round < 300; ++round) {
    const int64_t begin = gearbox::now_ns();
    for (int i = 0; i < 500; ++i) call();
    rounds.push_back(static_cast<double>(gearbox::now_ns() - begin) / 500);
  }
  std::nth_element(rounds.begin(), rounds.begin() + 30, rounds.end());
  return rounds[30];
}

void spin_a_microsecond() {
  const int64_t begin = gearbox::now_ns();
  while (gearbox::now_ns() - begin < 1000) {
  }
}

}  // namespace

int main() {
  for (int threads : {1, 2}) {
    gearbox::ThreadPool pool(threads);
    const double empty = quiet_ns([&] { pool.parallel_for(2, 1, [](int64_t, int64_t, int) {}); });
    const double two = quiet_ns([&] {
      pool.parallel_for(2, 1, [](int64_t begin, int64_t end, int) {
        for (; begin < end; ++begin) spin_a_microsecond();
      });
    });
    std::printf("%d threads: empty region %.0f ns, two pieces of 1 us each %.0f ns\n", threads, empty, two);
  }
}
