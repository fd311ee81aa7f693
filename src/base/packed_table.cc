#include "base/packed_table.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace gearbox {

PackedTable::PackedTable(std::vector<std::vector<int64_t>> rows) : rows_(std::move(rows)) {
  packed_ = place_fields();
  entries_.resize(std::bit_ceil(2 * rows_.size() + 1));
  for (size_t row = 0; row < rows_.size(); ++row) {
    Key key{};
    pack(rows_[row], key);
    size_t at = mix(key) & (entries_.size() - 1);
    while (entries_[at].row >= 0) at = (at + 1) & (entries_.size() - 1);
    entries_[at] = {key, static_cast<int32_t>(row)};
  }
}

/// Gives each column the bits its largest value needs, columns in order, none across two words.
bool PackedTable::place_fields() {
  constexpr int kWord = 64;
  const size_t width = rows_.empty() ? 0 : rows_.front().size();
  fields_.assign(width, {});
  size_t word = 0;
  int used = 0;
  for (size_t column = 0; column < width; ++column) {
    Field& field = fields_[column];
    for (const std::vector<int64_t>& row : rows_) field.most = std::max(field.most, row[column]);
    const int bits = std::bit_width(static_cast<uint64_t>(field.most));
    if (used + bits > kWord) {
      ++word;
      used = 0;
    }
    if (word == Key().size()) return false;
    field.word = static_cast<uint8_t>(word);
    field.shift = static_cast<uint8_t>(bits == 0 ? 0 : used);
    used += bits;
  }
  return true;
}

bool PackedTable::pack(std::span<const int64_t> values, Key& key) const {
  if (!packed_) {
    key[0] = hash64(std::as_bytes(values));
    return true;
  }
  for (size_t column = 0; column < fields_.size(); ++column) {
    const Field& field = fields_[column];
    if (static_cast<uint64_t>(values[column]) > static_cast<uint64_t>(field.most)) return false;
    key[field.word] |= static_cast<uint64_t>(values[column]) << field.shift;
  }
  return true;
}

size_t PackedTable::longest_search() const {
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < 2 * entries_.size(); ++i) {  // twice around: a run may go over the end
    run = entries_[i & (entries_.size() - 1)].row < 0 ? 0 : run + 1;
    longest = std::max(longest, run);
  }
  return longest;
}

/// The finaliser of MurmurHash3 over the words folded together (Appleby, public domain).
uint64_t PackedTable::mix(const Key& key) {
  uint64_t h = key[0] ^ std::rotl(key[1], 17) ^ std::rotl(key[2], 31) ^ std::rotl(key[3], 47);
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdULL;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return h ^ (h >> 33);
}

int32_t PackedTable::find(std::span<const int64_t> values) const {
  Key key{};
  if (!pack(values, key)) return -1;
  for (size_t at = mix(key) & (entries_.size() - 1); entries_[at].row >= 0; at = (at + 1) & (entries_.size() - 1)) {
    const Entry& entry = entries_[at];
    if (entry.key != key) continue;
    // Packed values are the values; a hash may be shared.
    if (packed_ || std::ranges::equal(rows_[static_cast<size_t>(entry.row)], values)) return entry.row;
  }
  return -1;
}

}  // namespace gearbox
