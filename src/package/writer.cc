#include "package/writer.h"

#include <cstring>
#include <filesystem>
#include <functional>

#include "base/hash.h"
#include "base/new_file.h"
#include "package/layout.h"
#include "package/metadata_writer.h"
#include "package/section_hash.h"
#include "package/sizes.h"
#include "package/weight_table.h"

namespace gearbox {

namespace {

/// Bytes of one write: systems keep what is written in large pieces in large pages, which are mapped much faster and need fewer
/// translations when weights are read.
constexpr size_t kWritePiece = size_t{8} << 20;

/// Receives the file's bytes in order.
using Sink = std::function<Status(std::span<const std::byte>)>;

/// Hashes what passes through in pieces of kHashPiece.
class PieceHasher {
 public:
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const size_t take = std::min(bytes.size(), kHashPiece - pending_.size());
      pending_.insert(pending_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(take));
      bytes = bytes.subspan(take);
      if (pending_.size() == kHashPiece) flush();
    }
  }
  uint64_t finish() {
    if (!pending_.empty()) flush();
    return join_piece_hashes(pieces_);
  }

 private:
  void flush() {
    pieces_.push_back(hash64(std::span<const std::byte>(pending_)));
    pending_.clear();
  }
  std::vector<std::byte> pending_;
  std::vector<uint64_t> pieces_;
};

Status emit_weights(const WeightTable& weights, const Sink& sink) {
  static constexpr std::byte kZeros[kWeightAlignment] = {};
  for (const auto& bytes : weights.order()) {
    GBX_RETURN_IF_ERROR(sink(bytes));
    GBX_RETURN_IF_ERROR(sink(std::span(kZeros).first(align_up(bytes.size(), kWeightAlignment) - bytes.size())));
  }
  return {};
}

/// Puts the sections behind the header, one after the other.
void place_sections(PackageHeader& header, const PackageSizes& sizes) {
  header.metadata = {kSectionAlignment, sizes.metadata, 0};
  header.code = {align_up(header.metadata.offset + sizes.metadata, kSectionAlignment), sizes.code, 0};
  header.weights = {align_up(header.code.offset + sizes.code, kSectionAlignment), sizes.weights, 0};
  header.file_size = header.weights.offset + sizes.weights;
}

Status emit(const PackageContents& contents, const Sink& sink) {
  if (contents.gear_maker)
    return invalid_argument(
        "lazy gears live in memory only, a package holds its gears: compile the model without --lazy-gears to write it");
  WeightTable weights;
  const std::vector<std::byte> metadata = metadata_bytes(contents, weights);
  const auto code = std::as_bytes(std::span(contents.code));
  PackageHeader header{};
  std::memcpy(header.magic, kPackageMagic, sizeof(kPackageMagic));
  header.version = kPackageVersion;
  header.isa = static_cast<uint32_t>(contents.isa);
  place_sections(header, {0, metadata.size(), code.size(), weights.size()});
  header.metadata.hash = section_hash(metadata, nullptr);
  header.code.hash = section_hash(code, nullptr);
  PieceHasher hasher;
  GBX_RETURN_IF_ERROR(emit_weights(weights, [&](std::span<const std::byte> bytes) {
    hasher.add(bytes);
    return Status();
  }));
  header.weights.hash = hasher.finish();
  header.header_hash = hash64(std::as_bytes(std::span(&header, 1)).first(offsetof(PackageHeader, header_hash)));

  size_t at = 0;
  auto put = [&](std::span<const std::byte> bytes, size_t then) -> Status {
    static constexpr std::byte kZeros[kSectionAlignment] = {};
    GBX_RETURN_IF_ERROR(sink(bytes));
    at += bytes.size();
    GBX_RETURN_IF_ERROR(sink(std::span(kZeros).first(then - at)));
    at = then;
    return {};
  };
  GBX_RETURN_IF_ERROR(put(std::as_bytes(std::span(&header, 1)), header.metadata.offset));
  GBX_RETURN_IF_ERROR(put(metadata, header.code.offset));
  GBX_RETURN_IF_ERROR(put(code, header.weights.offset));
  return emit_weights(weights, sink);
}

}  // namespace

PackageSizes package_sizes(const PackageContents& contents) {
  WeightTable weights;
  const size_t metadata = metadata_bytes(contents, weights).size();
  PackageSizes out{0, metadata, contents.code.size(), weights.size()};
  PackageHeader header{};
  place_sections(header, out);
  out.file = header.file_size;
  return out;
}

Status write_package(const PackageContents& contents, const std::string& path) {
  std::error_code none;
  const auto there = std::filesystem::status(path, none);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    return invalid_argument("cannot write " + path + ": it is not a regular file");
  GBX_ASSIGN_OR_RETURN(NewFile file, NewFile::create(path, kWritePiece));
  GBX_RETURN_IF_ERROR(emit(contents, [&](std::span<const std::byte> bytes) { return file.write(bytes); }));
  return file.finish();
}

Result<std::vector<std::byte>> package_bytes(const PackageContents& contents) {
  std::vector<std::byte> out;
  GBX_RETURN_IF_ERROR(emit(contents, [&](std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return Status();
  }));
  return out;
}

}  // namespace gearbox
