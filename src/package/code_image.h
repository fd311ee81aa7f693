#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/loop_args.h"
#include "base/status.h"

namespace gearbox {

/// Checks that this machine has every named CPU feature ("avx2", "fma", "avx512vl" …). Error: unsupported, naming the first
/// that is missing or unknown.
Status check_cpu_features(std::span<const std::string> features);

/// Executable memory that holds the fused loops of one package. Immutable after loading, so that threads may share it; it must
/// outlive every call into it. The code is run as it is: only load it from a file that is trusted.
class CodeImage {
 public:
  /// Copies `code` into executable memory that is never writable and executable at once.
  static Result<CodeImage> from_memory(std::span<const std::byte> code, std::span<const std::string> features);
  /// Maps `size` bytes at `offset` (a multiple of the page size) of an open file; copies them where the file system forbids
  /// execution. The descriptor may be closed afterwards.
  static Result<CodeImage> from_file(int file, uint64_t offset, uint64_t size, std::span<const std::string> features);

  CodeImage() = default;
  CodeImage(CodeImage&& other) noexcept;
  CodeImage& operator=(CodeImage&& other) noexcept;
  ~CodeImage();

  uint64_t size() const { return size_; }
  /// The loop whose code starts at `offset`; null outside the image.
  LoopFunction loop(uint64_t offset) const;

 private:
  CodeImage(void* base, uint64_t size) : base_(base), size_(size) {}

  void* base_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace gearbox
