#include "package/section_hash.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "package/layout.h"

namespace gearbox {

uint64_t join_piece_hashes(std::span<const uint64_t> pieces) { return hash64(std::as_bytes(pieces)); }

uint64_t section_hash(std::span<const std::byte> bytes, ThreadPool* threads) {
  std::vector<uint64_t> pieces((bytes.size() + kHashPiece - 1) / kHashPiece);
  auto hash_pieces = [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const size_t at = static_cast<size_t>(i) * kHashPiece;
      pieces[static_cast<size_t>(i)] = hash64(bytes.subspan(at, std::min(kHashPiece, bytes.size() - at)));
    }
  };
  const auto count = static_cast<int64_t>(pieces.size());
  if (threads) {
    threads->parallel_for(count, 1, hash_pieces);
  } else {
    hash_pieces(0, count, 0);
  }
  return join_piece_hashes(pieces);
}

}  // namespace gearbox
