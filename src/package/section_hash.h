#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"

namespace gearbox {

/// The hash of a section as the header stores it: hash64 over the hashes of its pieces of kHashPiece bytes. `threads` may be null.
uint64_t section_hash(std::span<const std::byte> bytes, ThreadPool* threads);
/// The same from the pieces' hashes, for writers that stream.
uint64_t join_piece_hashes(std::span<const uint64_t> pieces);

}  // namespace gearbox
