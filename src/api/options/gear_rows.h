#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/options/problems.h"

namespace gearbox::options {

/// One gear as the user wrote it.
struct GearRow {
  size_t number = 0;  ///< counted from 0, also over gears with a problem
  std::string text;
  std::vector<int64_t> values;
};

/// How messages name a gear: gear 1 "20,20,1".
std::string gear_text(const GearRow& row);

/// The gears of a text and how many it has, those with a problem among them.
struct GearRows {
  std::vector<GearRow> rows;  ///< without those that have a problem
  size_t count = 0;
};

/// Reads gears of one number each, separated by ',': "1,2,4". One ',' may end the text.
GearRows parse_batch_gears(std::string_view text, Problems& problems);

/// Reads gears separated by ';', their values by ',': "20,20,1;40,40,2". One ';' may end the text. `columns` are the names of the axes
/// that a gear sets; where there are none, all gears must be as wide as the first.
GearRows parse_wide_gears(Option option, std::string_view text, const std::vector<std::string>& columns, Problems& problems);

}  // namespace gearbox::options
