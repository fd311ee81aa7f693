#include "base/machine/measure_machine.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/clock.h"
#include "base/machine/fma_peak.h"
#include "base/machine/memory_rate.h"
#include "base/machine/stored_machine.h"
#include "base/mapped_file.h"
#include "base/thread_pool.h"

namespace gearbox {

namespace {

constexpr int64_t kMostBytes = int64_t{256} << 20;

int64_t cache_bytes(int name, int64_t unknown) {
  const long bytes = sysconf(name);
  return bytes > 0 ? bytes : unknown;
}

double best_read(const HugeBuffer& memory, int64_t bytes, int64_t work) {
  const std::span<const std::byte> data(memory.data(), static_cast<size_t>(bytes));
  double best = 0;
  for (int64_t done = -bytes; done < work; done += bytes) best = std::max(best, read_rate(data));
  return best;
}

void spin(int64_t ns) {
  for (const int64_t begin = now_ns(); now_ns() - begin < ns;) {
  }
}

/// What a region of two pieces of work takes beyond one piece, nanoseconds: the least mean of some stretches.
double region_ns() {
  if (std::thread::hardware_concurrency() < 2) return 0;
  constexpr int kStretches = 60, kCalls = 100;
  constexpr int64_t kPieceNs = 2000;
  ThreadPool pool(2);
  int64_t best = INT64_MAX;
  for (int stretch = 0; stretch < kStretches; ++stretch) {
    const int64_t begin = now_ns();
    for (int call = 0; call < kCalls; ++call) pool.parallel_for(2, 1, [](int64_t, int64_t, int) { spin(kPieceNs); });
    best = std::min(best, now_ns() - begin);
  }
  return std::max(static_cast<double>(best) / kCalls - static_cast<double>(kPieceNs), 0.0);
}

/// The largest part of the third level that keeps what was read: a machine that is shared names more than a guest gets.
int64_t useful_l3(const HugeBuffer& memory, const MachineProfile& machine) {
  int64_t bytes = 2 * machine.l2_bytes;
  const double middling = (machine.l3_read + machine.memory_read) / 2;
  while (2 * bytes <= machine.l3_bytes && best_read(memory, 2 * bytes, 8 * bytes) > middling) bytes *= 2;
  return std::min(bytes, machine.l3_bytes);
}

}  // namespace

Result<MachineProfile> measure_machine() {
  MachineProfile out;
  out.processor = processor_name();
  out.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, out.l2_bytes);
  out.l3_bytes = std::min(std::max(cache_bytes(_SC_LEVEL3_CACHE_SIZE, out.l3_bytes), out.l2_bytes), kMostBytes / 4);
  if (const double peak = measure_fma_peak(); peak > 0) out.fma = peak;
  // Half of a cache, for others use it too; of memory so much that no cache holds a useful part.
  const int64_t most = std::min(std::max(4 * out.l3_bytes, int64_t{64} << 20), kMostBytes);
  HugeBuffer memory;
  GBX_RETURN_IF_ERROR(memory.reserve(static_cast<size_t>(most)));
  std::memset(memory.data(), 1, static_cast<size_t>(most));
  out.l2_read = best_read(memory, out.l2_bytes / 2, int64_t{1} << 30);
  out.l3_read = best_read(memory, std::min(4 * out.l2_bytes, out.l3_bytes), int64_t{1} << 30);
  out.memory_read = best_read(memory, most, 3 * most);
  out.l3_bytes = useful_l3(memory, out);
  out.region_ns = region_ns();
  return out;
}

}  // namespace gearbox
