#include "runtime/work_memory.h"

#include <algorithm>

namespace gearbox {

Status WorkMemory::reserve(Buffer& buffer, size_t bytes, const Growth& growth) {
  bytes = std::max<size_t>(bytes, 1);  // what is empty has an address too
  if (bytes <= buffer.used) return {};
  const double wanted = static_cast<double>(bytes) * (growth.factor - 1);
  auto ahead = static_cast<size_t>(std::clamp(wanted, 0.0, static_cast<double>(growth.most)));
  // What needs no huge pages yet does not get them for the room ahead, whose first touch this call would have to wait for.
  if (bytes < HugeBuffer::kHugeFrom) ahead = std::min(ahead, HugeBuffer::kHugeFrom - 1 - bytes);
  if (bytes + ahead / 2 <= buffer.room) {  // enough is left of the room ahead
    buffer.used = bytes;
    return {};
  }
  if (bytes + ahead > buffer.memory.capacity()) {
    toucher_.stop();
    if (!buffer.memory.reserve(bytes + ahead).ok()) GBX_RETURN_IF_ERROR(buffer.memory.reserve(bytes));
  }
  buffer.used = bytes;
  buffer.room = std::max(buffer.room, std::min(buffer.memory.capacity(), bytes + ahead));
  grown_ = true;
  return {};
}

Result<void*> WorkMemory::reserve_output(size_t index, int turn, size_t bytes, const Growth& growth) {
  if (outputs_.size() <= index) outputs_.resize(index + 1);
  Buffer& buffer = outputs_[index][static_cast<size_t>(turn)];
  GBX_RETURN_IF_ERROR(reserve(buffer, bytes, growth));
  return buffer.memory.data();
}

template <class Visit>
void WorkMemory::for_each_buffer(const Visit& visit) {
  for (auto& turns : outputs_) {
    for (Buffer& buffer : turns) visit(buffer);
  }
  visit(arena_);
}

Result<void*> WorkMemory::reserve_scratch(size_t bytes) {
  if (bytes > scratch_.capacity()) {
    toucher_.stop();
    GBX_RETURN_IF_ERROR(scratch_.reserve(bytes));
  }
  return scratch_.data();
}

void WorkMemory::touch_reserved(size_t most, size_t most_scratch) {
  grown_ = false;
  std::vector<std::span<std::byte>> ranges;
  for_each_buffer([&](const Buffer& buffer) {
    if (buffer.room > 0) ranges.emplace_back(buffer.memory.data(), buffer.used < most ? buffer.room : most);
  });
  if (scratch_.capacity() > 0) ranges.emplace_back(scratch_.data(), std::min(most_scratch, scratch_.capacity()));
  if (!ranges.empty()) toucher_.start(std::move(ranges));
}

void WorkMemory::touch_ahead() {
  if (!grown_) return;
  grown_ = false;
  std::vector<std::span<std::byte>> rests;
  for_each_buffer([&](const Buffer& buffer) {
    if (buffer.room > buffer.used) rests.emplace_back(buffer.memory.data() + buffer.used, buffer.room - buffer.used);
  });
  if (!rests.empty()) toucher_.start(std::move(rests));
}

WorkMemory& WorkMemory::body(const std::string& node, const std::string& name) {
  std::unique_ptr<WorkMemory>& memory = bodies_[{node, name}];
  if (!memory) memory = std::make_unique<WorkMemory>();
  return *memory;
}

size_t WorkMemory::held_bytes() const {
  size_t out = arena_.memory.capacity();
  for (const auto& turns : outputs_) {
    for (const Buffer& buffer : turns) out += buffer.memory.capacity();
  }
  for (const auto& [place, memory] : bodies_) out += memory->held_bytes();
  return out;
}

}  // namespace gearbox
