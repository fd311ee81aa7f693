#include "base/new_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace gearbox {

namespace {

/// While it lives, a write beyond the largest size of a file fails in this thread instead of ending the process.
class FileSizeSignalHeld {
 public:
  FileSizeSignalHeld() {
    sigset_t pending;
    sigpending(&pending);
    if (sigismember(&pending, SIGXFSZ)) return;  // somebody else's
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    held_ = pthread_sigmask(SIG_BLOCK, &signal_, &before_) == 0;
  }
  ~FileSizeSignalHeld() {
    if (!held_) return;
    const int error = errno;
    const timespec at_once{};
    sigtimedwait(&signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  FileSizeSignalHeld(const FileSizeSignalHeld&) = delete;
  FileSizeSignalHeld& operator=(const FileSizeSignalHeld&) = delete;

 private:
  sigset_t signal_{}, before_{};
  bool held_ = false;
};

std::string name_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A file without a name in the folder of `path`; -1 where there is none to be had or it could not be given a name.
int open_nameless(const std::filesystem::path& path) {
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || access(name_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// What a link leads to, also where that is not there yet.
std::filesystem::path target_of(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  std::error_code failed;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, failed); ++i)
    path = path.parent_path() / std::filesystem::read_symlink(path, failed);
  return path;
}

}  // namespace

Result<NewFile> NewFile::create(const std::string& path, size_t buffer) {
  std::error_code none;
  NewFile out;
  out.path_ = target_of(path);
  const auto there = std::filesystem::status(out.path_, none);
  const bool is_there = std::filesystem::exists(there);
  int descriptor = -1;
  if (std::filesystem::is_symlink(out.path_, none)) {
    errno = ELOOP;
  } else if (is_there && !std::filesystem::is_regular_file(there)) {
    descriptor = open(out.path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else if (!is_there || faccessat(AT_FDCWD, out.path_.c_str(), W_OK, AT_EACCESS) == 0) {
    descriptor = open_nameless(out.path_);
    out.nameless_ = descriptor >= 0;
    if (descriptor < 0) {
      out.partial_ = out.path_ + ".partial";
      descriptor = open(out.partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
  }
  if (descriptor < 0) {
    out.partial_.clear();
    return invalid_argument("cannot write " + path + ": " + std::strerror(errno));
  }
  if (is_there && std::filesystem::is_regular_file(there))
    fchmod(descriptor, static_cast<mode_t>(there.permissions() & std::filesystem::perms::all));
  out.file_ = fdopen(descriptor, "wb");
  out.buffer_.resize(buffer);
  std::setvbuf(out.file_, out.buffer_.data(), _IOFBF, buffer);
  return out;
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      partial_(std::exchange(other.partial_, {})),
      nameless_(other.nameless_),
      buffer_(std::move(other.buffer_)),
      file_(std::exchange(other.file_, nullptr)) {}

NewFile::~NewFile() {
  const FileSizeSignalHeld held;
  if (file_) std::fclose(file_);
  if (!partial_.empty()) std::remove(partial_.c_str());
}

Status NewFile::failure() const { return resource_exhausted("cannot write " + path_ + ": " + std::strerror(errno)); }

Status NewFile::write(std::span<const std::byte> bytes) {
  const FileSizeSignalHeld held;
  if (bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return {};
  return failure();
}

/// A name can be given only where none is: the file takes the place of `path` in a second step.
Status NewFile::link_nameless() const {
  const std::string beside = path_ + ".partial";
  unlink(beside.c_str());
  if (linkat(AT_FDCWD, name_of(fileno(file_)).c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) != 0) return failure();
  if (std::rename(beside.c_str(), path_.c_str()) == 0) return {};
  const Status status = failure();
  unlink(beside.c_str());
  return status;
}

Status NewFile::finish() {
  const FileSizeSignalHeld held;
  if (std::fflush(file_) != 0) return failure();
  if (nameless_) GBX_RETURN_IF_ERROR(link_nameless());
  if (std::fclose(std::exchange(file_, nullptr)) != 0) return failure();
  if (partial_.empty()) return {};
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) return failure();
  partial_.clear();
  return {};
}

Status write_file(const std::string& path, std::string_view text) {
  GBX_ASSIGN_OR_RETURN(NewFile file, NewFile::create(path));
  GBX_RETURN_IF_ERROR(file.write(text));
  return file.finish();
}

}  // namespace gearbox
