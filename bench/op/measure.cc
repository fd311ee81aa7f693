#include "op/measure.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/machine/fma_peak.h"
#include "base/machine/memory_rate.h"

namespace gearbox::bench {

namespace {

constexpr double kTurn = 4e-3;  // seconds: long enough to fill the caches, short enough to see the same clock as the other turns
constexpr int kLeastRounds = 3;
constexpr size_t kLeastPiece = 1 << 14;

double seconds_since(int64_t begin) { return static_cast<double>(now_ns() - begin) * 1e-9; }

/// The largest of what `figure` gives, asked anew for one turn and at least once more after the first, which fills the caches.
double best_of_turn(const std::function<double()>& figure) {
  double best = 0;
  const int64_t begin = now_ns();
  static_cast<void>(figure());
  do {
    best = std::max(best, figure());
  } while (seconds_since(begin) < kTurn);
  return best;
}

double median(std::vector<double>& values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

double Meter::peak() const {
  std::vector<double> rates(static_cast<size_t>(pool_.threads()), 0);
  pool_.parallel_for(pool_.threads(), 1, [&](int64_t begin, int64_t, int) { rates[static_cast<size_t>(begin)] = fma_rate(); });
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum;
}

Status Meter::make_room(size_t bytes) {
  if (bytes <= memory_.capacity()) return {};
  GBX_RETURN_IF_ERROR(memory_.reserve(bytes));
  std::memset(memory_.data(), 1, bytes);
  return {};
}

double Meter::memory(const Case& one, size_t bytes) {
  const bool copies = one.traffic == Traffic::kCopy;
  const size_t half = bytes / 2;
  const auto extent = static_cast<int64_t>(copies ? half : bytes);
  const int64_t piece = std::max<int64_t>((extent + pool_.threads() - 1) / pool_.threads(), kLeastPiece);
  const int64_t begin = now_ns();
  pool_.parallel_for(extent, piece, [&](int64_t from, int64_t to, int) {
    const std::span<std::byte> part(memory_.data() + from, static_cast<size_t>(to - from));
    static_cast<void>(copies ? copy_rate(part, {part.data() + half, part.size()}) : read_rate(part));
  });
  return static_cast<double>(bytes) / seconds_since(begin);
}

Result<Timing> Meter::measure(const Case& one, double seconds) {
  const double set = one.working_set > 0 ? one.working_set : one.bytes;
  const auto bytes = static_cast<size_t>(one.traffic == Traffic::kNone ? 0 : set);
  GBX_RETURN_IF_ERROR(make_room(bytes));
  std::vector<double> peak_shares, memory_shares;
  double best = 0;
  const int64_t begin = now_ns();
  for (int round = 0; round < kLeastRounds || seconds_since(begin) < seconds; ++round) {
    const double calls = best_of_turn([&] {
      const int64_t start = now_ns();
      one.run();
      return 1 / std::max(seconds_since(start), 1e-9);
    });
    best = std::max(best, calls);
    if (one.flops > 0) peak_shares.push_back(one.flops * calls / best_of_turn([&] { return peak(); }));
    if (bytes > 0) memory_shares.push_back(one.bytes * calls / best_of_turn([&] { return memory(one, bytes); }));
  }
  return Timing{1 / best, median(peak_shares), median(memory_shares)};
}

}  // namespace gearbox::bench
