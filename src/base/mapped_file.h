#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/status.h"

namespace gearbox {

/// A whole file mapped read-only. The bytes stay valid, at the same address, while the object or what it was moved to lives.
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  /// kNotFound where the file does not exist, kInvalidArgument where it cannot be read or is a folder. An empty file has no bytes.
  static Result<MappedFile> open(const std::string& path);

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  MappedFile(const std::byte* data, size_t size) : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
};

/// Anonymous memory that is reused: grows, never shrinks, and from 4 MiB on is aligned to and advised for huge pages, whose first touch
/// costs too much for less. At least page-aligned.
class HugeBuffer {
 public:
  /// From how many bytes on it has huge pages.
  static constexpr size_t kHugeFrom = size_t{4} << 20;

  HugeBuffer() = default;
  ~HugeBuffer();
  HugeBuffer(HugeBuffer&& other) noexcept;
  HugeBuffer& operator=(HugeBuffer&& other) noexcept;

  /// Makes room for `bytes`. When that needs growth, the data moves and its contents are unspecified; else nothing changes. Pages touched
  /// before stay touched.
  /// kResourceExhausted where the system has no memory, with the buffer left as it was.
  Status reserve(size_t bytes);

  std::byte* data() const { return data_; }
  size_t capacity() const { return capacity_; }

 private:
  std::byte* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace gearbox
