#include <new>

#include "api/c/boundary.h"
#include "api/c/handles.h"
#include "gearbox/compile.h"
#include "package/layout.h"
#include "package/reader.h"
#include "package/writer.h"

using gearbox::PackageContents;
using gearbox::Status;
using gearbox::c::guarded;

namespace {

/// A copy of the bytes where a package may lie.
std::shared_ptr<std::byte> aligned_copy(const void* data, size_t size) {
  constexpr std::align_val_t kAlignment{gearbox::kSectionAlignment};
  std::shared_ptr<std::byte> out(static_cast<std::byte*>(::operator new(size, kAlignment)),
                                 [](std::byte* bytes) { ::operator delete(bytes, kAlignment); });
  std::memcpy(out.get(), data, size);
  return out;
}

}  // namespace

gbx_status* gbx_package_open(const char* path, gbx_package** out) {
  return guarded(__func__, {{"path", path}, {"out", out}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(PackageContents contents, gearbox::read_package(path, nullptr));
    *out = new gbx_package{std::make_shared<const PackageContents>(std::move(contents))};
    return {};
  });
}

gbx_status* gbx_package_read(const void* data, size_t size, gbx_package** out) {
  return guarded(__func__, {{"data", data}, {"out", out}}, [&]() -> Status {
    const auto copy = aligned_copy(data, size);
    GBX_ASSIGN_OR_RETURN(PackageContents contents, gearbox::read_package_bytes({copy.get(), size}, copy, nullptr));
    *out = new gbx_package{std::make_shared<const PackageContents>(std::move(contents))};
    return {};
  });
}

gbx_status* gbx_package_save(const gbx_package* package, const char* path) {
  return guarded(__func__, {{"package", package}, {"path", path}}, [&] { return gearbox::write_package(*package->contents, path); });
}

size_t gbx_package_note_count(const gbx_package* package) { return package ? package->contents->notes.size() : 0; }

const char* gbx_package_note(const gbx_package* package, size_t index) {
  return index < gbx_package_note_count(package) ? package->contents->notes[index].c_str() : nullptr;
}

void gbx_package_free(gbx_package* package) { delete package; }
