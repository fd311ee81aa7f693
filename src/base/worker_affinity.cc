#include "base/worker_affinity.h"

#include <pthread.h>

namespace gearbox {
namespace {
constexpr size_t kMostPlacedWorkers = 7;
}

WorkerAffinity::WorkerAffinity() {
  CPU_ZERO(&allowed_);
  useful_ = sched_getaffinity(0, sizeof allowed_, &allowed_) == 0 && CPU_COUNT(&allowed_) > 1;
}

void WorkerAffinity::keep_off_this_cpu(std::span<std::thread> workers) {
  if (!useful_ || workers.size() > kMostPlacedWorkers) return;
  const int here = sched_getcpu();
  if (here < 0 || here == avoided_) return;
  avoided_ = here;
  cpu_set_t others = allowed_;
  CPU_CLR(here, &others);
  for (std::thread& worker : workers) pthread_setaffinity_np(worker.native_handle(), sizeof others, &others);
}

}  // namespace gearbox
