#include "package/code_image.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace gearbox {
namespace code_image {

struct Feature {
  std::string_view name;
  bool present;
};

/// The features that code generated for the psABI levels up to x86-64-v4 may ask for.
std::vector<Feature> cpu_features() {
#define GBX_FEATURE(name) {name, __builtin_cpu_supports(name) != 0}
  return {
      GBX_FEATURE("sse3"),     GBX_FEATURE("ssse3"),    GBX_FEATURE("sse4.1"),   GBX_FEATURE("sse4.2"),  GBX_FEATURE("popcnt"),
      GBX_FEATURE("avx"),      GBX_FEATURE("avx2"),     GBX_FEATURE("bmi"),      GBX_FEATURE("bmi2"),    GBX_FEATURE("f16c"),
      GBX_FEATURE("fma"),      GBX_FEATURE("lzcnt"),    GBX_FEATURE("movbe"),    GBX_FEATURE("avx512f"), GBX_FEATURE("avx512bw"),
      GBX_FEATURE("avx512cd"), GBX_FEATURE("avx512dq"), GBX_FEATURE("avx512vl"),
  };
#undef GBX_FEATURE
}

Status system_error(const char* what) {
  return resource_exhausted(std::string("cannot ") + what + " for fused code: " + std::strerror(errno));
}

/// An anonymous mapping that `fill` writes before it becomes executable.
template <class Fill>
Result<void*> executable_copy(uint64_t size, Fill&& fill) {
  void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return system_error("allocate memory");
  Status filled = fill(static_cast<std::byte*>(base));
  if (filled.ok() && mprotect(base, size, PROT_READ | PROT_EXEC) != 0) filled = system_error("make memory executable");
  if (filled.ok()) return base;
  munmap(base, size);
  return filled;
}

Status read_fully(int file, uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = pread(file, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return corrupt("the file ends inside the fused code");
    out = out.subspan(static_cast<size_t>(got));
    offset += static_cast<uint64_t>(got);
  }
  return {};
}

}  // namespace code_image

Status check_cpu_features(std::span<const std::string> features) {
  const auto known = code_image::cpu_features();
  for (const std::string& wanted : features) {
    const auto is_wanted = [&](const code_image::Feature& feature) { return feature.name == wanted; };
    const auto place = std::find_if(known.begin(), known.end(), is_wanted);
    if (place == known.end()) return unsupported("fused code needs the CPU feature " + wanted + ", which this version does not know");
    if (!place->present) {
      return unsupported("fused code needs the CPU feature " + wanted + ", which this machine lacks; compile the model for a lower target");
    }
  }
  return {};
}

Result<CodeImage> CodeImage::from_memory(std::span<const std::byte> code, std::span<const std::string> features) {
  GBX_RETURN_IF_ERROR(check_cpu_features(features));
  if (code.empty()) return CodeImage();
  GBX_ASSIGN_OR_RETURN(void* base, code_image::executable_copy(code.size(), [&](std::byte* to) {
                         std::memcpy(to, code.data(), code.size());
                         return Status();
                       }));
  return CodeImage(base, code.size());
}

Result<CodeImage> CodeImage::from_file(int file, uint64_t offset, uint64_t size, std::span<const std::string> features) {
  GBX_RETURN_IF_ERROR(check_cpu_features(features));
  if (size == 0) return CodeImage();
  struct stat info;
  if (fstat(file, &info) != 0) return code_image::system_error("read the file");
  const uint64_t length = static_cast<uint64_t>(info.st_size);
  if (offset > length || size > length - offset) return corrupt("the file ends inside the fused code");
  if (offset % static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) == 0) {
    void* base = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, static_cast<off_t>(offset));
    if (base != MAP_FAILED) return CodeImage(base, size);
  }
  GBX_ASSIGN_OR_RETURN(void* base,
                       code_image::executable_copy(size, [&](std::byte* to) { return code_image::read_fully(file, offset, {to, size}); }));
  return CodeImage(base, size);
}

CodeImage::CodeImage(CodeImage&& other) noexcept : base_(std::exchange(other.base_, nullptr)), size_(std::exchange(other.size_, 0)) {}

CodeImage& CodeImage::operator=(CodeImage&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(size_, other.size_);
  return *this;
}

CodeImage::~CodeImage() {
  if (base_ != nullptr) munmap(base_, size_);
}

LoopFunction CodeImage::loop(uint64_t offset) const {
  if (offset >= size_) return nullptr;
  return std::bit_cast<LoopFunction>(static_cast<const std::byte*>(base_) + offset);
}

}  // namespace gearbox
