#include "base/interval_packing.h"

#include <algorithm>
#include <numeric>

namespace gearbox {

namespace {

size_t round_up(size_t bytes, size_t alignment) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

size_t pack_intervals(std::span<LiveBlock> blocks, size_t alignment) {
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return blocks[a].bytes > blocks[b].bytes; });
  std::vector<uint32_t> placed;  // by ascending offset
  placed.reserve(blocks.size());
  size_t total = 0;
  for (uint32_t id : order) {
    LiveBlock& block = blocks[id];
    const size_t bytes = round_up(block.bytes, alignment);
    size_t at = 0;
    for (uint32_t other_id : placed) {
      const LiveBlock& other = blocks[other_id];
      if (other.last < block.first || block.last < other.first) continue;
      if (at + bytes <= other.offset) break;
      at = std::max(at, other.offset + round_up(other.bytes, alignment));
    }
    block.offset = at;
    total = std::max(total, at + bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), at, [&](size_t offset, uint32_t p) { return offset < blocks[p].offset; }),
                  id);
  }
  return total;
}

size_t live_lower_bound(std::span<const LiveBlock> blocks, size_t alignment) {
  std::vector<std::pair<int64_t, int64_t>> events;  // step * 2 (+1 for an end), change
  for (const LiveBlock& block : blocks) {
    const int64_t bytes = static_cast<int64_t>(round_up(block.bytes, alignment));
    events.push_back({int64_t{block.first} * 2, bytes});
    events.push_back({int64_t{block.last} * 2 + 1, -bytes});
  }
  std::sort(events.begin(), events.end());
  int64_t live = 0, most = 0;
  for (const auto& [at, change] : events) most = std::max(most, live += change);
  return static_cast<size_t>(most);
}

}  // namespace gearbox
