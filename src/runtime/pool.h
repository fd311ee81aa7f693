#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/status.h"

namespace gearbox {

/// Memory for values whose size is known only mid-run. Blocks are rounded to a power of two in four steps and kept for reuse by
/// size; what is held never exceeds `limit`. Not thread-safe: one per context.
class MemoryPool {
 public:
  /// `poison`: as in ContextOptions.
  explicit MemoryPool(size_t limit = SIZE_MAX, bool poison = false) : limit_(limit), poison_(poison) {}
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// At least `bytes` bytes, 64-byte aligned.
  Result<void*> take(size_t bytes);
  /// Returns a block from take; null is ignored.
  void give(void* block);
  /// Frees every block not in use.
  void trim();
  void set_limit(size_t limit) { limit_ = limit; }
  size_t live_bytes() const { return live_; }
  size_t held_bytes() const { return held_; }

 private:
  void* lend(void* block, size_t size);

  size_t limit_;
  bool poison_;
  size_t live_ = 0, held_ = 0;
  std::map<size_t, std::vector<void*>> free_;
  std::map<void*, size_t> used_;
};

}  // namespace gearbox
