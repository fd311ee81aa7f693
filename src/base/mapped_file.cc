#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <limits>
#include <system_error>
#include <utility>

namespace gearbox {
namespace memory_map {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kPage = 4096;

/// ThreadSanitizer does not follow mremap: it would take the next owner of an address for a racing one.
#ifdef __SANITIZE_THREAD__
constexpr bool kMayMovePages = false;
#else
constexpr bool kMayMovePages = true;
#endif

std::string reason(int error) { return std::generic_category().message(error); }

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

void unmap(const std::byte* data, size_t size) {
  if (size > 0) munmap(const_cast<std::byte*>(data), size);
}

/// A mapping of `size` bytes at a multiple of a huge page: maps one more and gives the ends back. Null where there is no memory.
std::byte* map_huge_aligned(size_t size) {
  void* mapped = mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(mapped);
  const size_t before = (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  unmap(begin, before);
  unmap(begin + before + size, kHugePage - before);
  madvise(begin + before, size, MADV_HUGEPAGE);
  return begin + before;
}

std::byte* map_pages(size_t size) {
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

/// Moves whole huge pages, touched as they are, to the begin of a larger mapping: only what is new has to be touched for the first time.
bool move_pages(std::byte* from, size_t size, std::byte* to) {
  if (!kMayMovePages || size == 0 || size % kHugePage != 0) return false;
  return mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

}  // namespace memory_map

Result<MappedFile> MappedFile::open(const std::string& path) {
  const memory_map::Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return not_found("no such file: " + path);
    return invalid_argument("cannot open " + path + ": " + memory_map::reason(errno));
  }
  struct stat info;
  if (fstat(file.fd, &info) != 0) return invalid_argument("cannot read " + path + ": " + memory_map::reason(errno));
  if (!S_ISREG(info.st_mode)) return invalid_argument(path + " is not a regular file");
  const size_t size = static_cast<size_t>(info.st_size);
  if (size == 0) return MappedFile();
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (data == MAP_FAILED) return invalid_argument("cannot map " + path + ": " + memory_map::reason(errno));
  return MappedFile(static_cast<const std::byte*>(data), size);
}

MappedFile::~MappedFile() { memory_map::unmap(data_, size_); }

MappedFile::MappedFile(MappedFile&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Status HugeBuffer::reserve(size_t bytes) {
  if (bytes <= capacity_) return {};
  const bool huge = bytes >= kHugeFrom;
  const size_t unit = huge ? memory_map::kHugePage : memory_map::kPage;
  if (memory_map::kMayMovePages && !huge && data_ != nullptr) {
    void* moved = mremap(data_, capacity_, memory_map::round_up(bytes, unit), MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return resource_exhausted("the system has no " + std::to_string(bytes) + " bytes of memory left");
    data_ = static_cast<std::byte*>(moved);
    capacity_ = memory_map::round_up(bytes, unit);
    return {};
  }
  const bool countable = bytes <= std::numeric_limits<size_t>::max() / 2;
  const size_t size = countable ? memory_map::round_up(bytes, unit) : 0;
  std::byte* data = !countable ? nullptr : huge ? memory_map::map_huge_aligned(size) : memory_map::map_pages(size);
  if (data == nullptr) return resource_exhausted("the system has no " + std::to_string(bytes) + " bytes of memory left");
  if (!memory_map::move_pages(data_, capacity_, data)) memory_map::unmap(data_, capacity_);
  data_ = data;
  capacity_ = size;
  return {};
}

HugeBuffer::~HugeBuffer() { memory_map::unmap(data_, capacity_); }

HugeBuffer::HugeBuffer(HugeBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}

HugeBuffer& HugeBuffer::operator=(HugeBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

}  // namespace gearbox
