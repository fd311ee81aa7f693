#include "runtime/pool.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace gearbox {

namespace {

constexpr size_t kAlignment = 64;

/// The next of {4, 5, 6, 7} * 2^k: at most a quarter is wasted.
size_t size_class(size_t bytes) {
  if (bytes <= 256) return 256;
  const size_t step = std::bit_floor(bytes - 1) / 4;
  return (bytes + step - 1) / step * step;
}

}  // namespace

MemoryPool::~MemoryPool() {
  trim();
  for (auto& [block, bytes] : used_) std::free(block);
}

Result<void*> MemoryPool::take(size_t bytes) {
  if (bytes > limit_)
    return resource_exhausted("a value known only mid-run needs " + std::to_string(bytes) + " bytes, the limit is " +
                              std::to_string(limit_));
  const size_t size = size_class(bytes);
  auto it = free_.find(size);
  if (it != free_.end() && !it->second.empty()) {
    void* block = it->second.back();
    it->second.pop_back();
    return lend(block, size);
  }
  if (held_ + size > limit_) trim();
  if (held_ + size > limit_) {
    return resource_exhausted("values known only mid-run need " + std::to_string(held_ + size) + " bytes, the limit is " +
                              std::to_string(limit_));
  }
  void* block = std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  if (!block) return resource_exhausted("out of memory: " + std::to_string(size) + " bytes");
  held_ += size;
  return lend(block, size);
}

void* MemoryPool::lend(void* block, size_t size) {
  if (poison_) std::memset(block, 0xFF, size);
  used_[block] = size;
  live_ += size;
  return block;
}

void MemoryPool::give(void* block) {
  auto it = used_.find(block);
  if (it == used_.end()) return;
  free_[it->second].push_back(block);
  live_ -= it->second;
  used_.erase(it);
}

void MemoryPool::trim() {
  for (auto& [size, blocks] : free_) {
    for (void* block : blocks) {
      std::free(block);
      held_ -= size;
    }
    blocks.clear();
  }
}

}  // namespace gearbox
