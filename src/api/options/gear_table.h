#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gearbox::options {

/// What a gear promises about one of its axes.
enum class GearMode {
  kExact,    ///< the branch serves this value only
  kBounded,  ///< the branch is planned for this value and serves all up to it, at their true extents
};

/// One axis of one input.
struct AxisPlace {
  std::string input;
  size_t axis = 0;

  friend bool operator==(const AxisPlace&, const AxisPlace&) = default;
};

/// One column of a gear table.
struct GearAxis {
  std::vector<std::string> symbols;  ///< what the column binds; more than one where GE's batch or image options set several inputs
  std::vector<AxisPlace> places;     ///< every axis that takes the column's value
  GearMode mode = GearMode::kExact;

  friend bool operator==(const GearAxis&, const GearAxis&) = default;
};

/// An input as the gears see it.
struct GearInput {
  std::string name;
  std::vector<int64_t> dims;  ///< -1: set by a gear, or left open

  friend bool operator==(const GearInput&, const GearInput&) = default;
};

/// The gears of a model, whatever they were written with. Plain data.
struct GearTable {
  enum class Kind { kNone, kBatch, kImage, kDims, kSymbols };
  Kind kind = Kind::kNone;
  std::vector<GearAxis> axes;
  std::vector<std::vector<int64_t>> rows;  ///< in the user's order; a value for each axis
  /// GE's options: the inputs of --input_shape in its order, then those the option includes by itself. --gears: all inputs of known
  /// rank in the model's order.
  std::vector<GearInput> inputs;

  friend bool operator==(const GearTable&, const GearTable&) = default;
};

/// Full shapes of `inputs` in gear `row`; -1 for an axis that no gear sets.
std::vector<std::vector<int64_t>> gear_shapes(const GearTable& table, size_t row);
/// Symbol and value for everything gear `row` binds, in the order of the axes.
std::vector<std::pair<std::string, int64_t>> gear_binding(const GearTable& table, size_t row);

}  // namespace gearbox::options
