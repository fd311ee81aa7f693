#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gearbox {

/// Rows of integers by their values: an open-addressing table over the values packed into at most four words, or over their hash where they
/// do not fit. Immutable after construction; looking up takes no lock and no memory, and the same time for one row as for a hundred.
class PackedTable {
 public:
  /// `rows` are of equal width and without repeats, values >= 0. They are kept.
  explicit PackedTable(std::vector<std::vector<int64_t>> rows);

  /// The row of these values, -1 where there is none. `values` are as many as a row has.
  int32_t find(std::span<const int64_t> values) const;

  /// The most entries that a look-up of any values compares.
  size_t longest_search() const;

  /// Whether the values of a row fit in four words.
  bool packed() const { return packed_; }

 private:
  using Key = std::array<uint64_t, 4>;
  struct Field {
    uint8_t word = 0;
    uint8_t shift = 0;
    int64_t most = 0;  ///< the largest value in a row
  };
  struct Entry {
    Key key{};
    int32_t row = -1;
  };
  bool place_fields();
  /// False where a value is beyond those of all rows.
  bool pack(std::span<const int64_t> values, Key& key) const;
  static uint64_t mix(const Key& key);

  std::vector<std::vector<int64_t>> rows_;
  std::vector<Field> fields_;
  bool packed_ = true;
  std::vector<Entry> entries_;  ///< a power of two of them, at most half in use
};

}  // namespace gearbox
