#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "api/options/gear_table.h"
#include "package/program.h"

namespace gearbox {

/// Reads the values of a gear table's axes off the tensors that a program takes.
class GearColumns {
 public:
  /// `program` has the inputs that the table names, which must have been validated.
  GearColumns(const options::GearTable& table, const Program& program);

  size_t size() const { return columns_.size(); }
  bool bounded(size_t column) const { return columns_[column].bounded; }
  bool any_bounded() const { return any_bounded_; }

  /// `dims_of(input)` are the extents of an input. False where the inputs lack an axis, or places of one axis differ.
  template <class DimsOf>
  bool read(const DimsOf& dims_of, std::span<int64_t> values) const {
    for (size_t c = 0; c < columns_.size(); ++c) {
      int64_t value = -1;
      for (const Place& place : columns_[c].places) {
        const std::span<const int64_t> dims = dims_of(static_cast<size_t>(place.input));
        if (static_cast<size_t>(place.axis) >= dims.size()) return false;
        const int64_t given = dims[static_cast<size_t>(place.axis)];
        if (value >= 0 && given != value) return false;
        value = given;
      }
      values[c] = value;
    }
    return true;
  }

 private:
  struct Place {
    int32_t input;
    int32_t axis;
  };
  struct Column {
    std::vector<Place> places;
    bool bounded = false;
  };
  std::vector<Column> columns_;
  bool any_bounded_ = false;
};

}  // namespace gearbox
