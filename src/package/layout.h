#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/hash.h"

namespace gearbox {

/// The fixed head of a .gbx file; little-endian. The sections follow, each at a multiple of kSectionAlignment.
struct PackageHeader {
  char magic[8];
  uint32_t version;
  uint32_t isa;
  uint64_t file_size;
  struct Section {
    uint64_t offset;
    uint64_t size;
    uint64_t hash;  ///< section_hash of the section's bytes
  };
  Section metadata, code, weights;
  uint64_t header_hash;  ///< hash64 of everything before
};

inline constexpr char kPackageMagic[8] = {'G', 'B', 'X', 'P', 'K', 'G', '\r', '\n'};
/// Raised whenever format.fbs, a packing of weights, or the meaning of what they hold changes.
inline constexpr uint32_t kPackageVersion = 6;
inline constexpr size_t kSectionAlignment = 4096;
inline constexpr size_t kWeightAlignment = 64;
/// Sections are hashed in pieces of this size, so that a large one is checked by many threads; its hash is that of the pieces' hashes.
inline constexpr size_t kHashPiece = size_t{4} << 20;

}  // namespace gearbox
