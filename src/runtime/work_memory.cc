#include "runtime/work_memory.h"

#include <algorithm>

namespace gearbox {

Status WorkMemory::reserve_arena(size_t bytes, const Growth& growth) {
  constexpr size_t kWorthTouching = size_t{2} << 20;
  if (bytes <= largest_) return {};
  const double wanted = std::min(static_cast<double>(bytes) * growth.touch_ahead, static_cast<double>(growth.limit));
  const size_t ahead = growth.touch_ahead <= 1 || bytes < kWorthTouching ? bytes : std::max(bytes, static_cast<size_t>(wanted));
  if (ahead > arena_.capacity()) ahead_.stop();
  if (!arena_.reserve(ahead).ok()) GBX_RETURN_IF_ERROR(arena_.reserve(bytes));
  largest_ = bytes;
  if (ahead > bytes) ahead_.start(arena_.data() + bytes, arena_.capacity() - bytes);
  return {};
}

void WorkMemory::touch_arena(size_t bytes) {
  constexpr size_t kPage = 4096;
  if (!arena_.reserve(bytes).ok()) return;
  for (size_t at = 0; at < bytes; at += kPage) arena_.data()[at] = std::byte{0};
}

HugeBuffer& WorkMemory::output(size_t index, int turn) {
  if (outputs_.size() <= index) outputs_.resize(index + 1);
  return outputs_[index][static_cast<size_t>(turn)];
}

WorkMemory& WorkMemory::body(const std::string& node, const std::string& name) {
  std::unique_ptr<WorkMemory>& memory = bodies_[{node, name}];
  if (!memory) memory = std::make_unique<WorkMemory>();
  return *memory;
}

}  // namespace gearbox
