#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox {

/// A file that appears under its name when it is complete, in place of the one that was there: readers find the old or the new one. Until
/// then it has no name, so that a program that ends leaves nothing; where the file system or a missing /proc does not allow that, it is
/// `path`.partial, removed with the object. A file that is replaced has to be writable and leaves its permissions to the new one. A device
/// or pipe of that name is written to directly, a link's target is what is replaced or made. Not thread-safe.
class NewFile {
 public:
  /// kInvalidArgument where there can be no such file. `buffer` bytes are written at once.
  static Result<NewFile> create(const std::string& path, size_t buffer = size_t{1} << 16);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) = delete;
  ~NewFile();

  /// kResourceExhausted where the device is full or the file larger than the process may make one, whose signal is held back.
  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// Gives the file its name. Nothing may follow.
  Status finish();

 private:
  NewFile() = default;
  Status failure() const;
  Status link_nameless() const;

  std::string path_;
  std::string partial_;  ///< its name until it is complete; empty: it has none, or is written to directly
  bool nameless_ = false;
  std::vector<char> buffer_;
  std::FILE* file_ = nullptr;
};

/// A whole NewFile.
Status write_file(const std::string& path, std::string_view text);

}  // namespace gearbox
