#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox::options {

/// One symbol of a part of --gears and the values it takes.
struct PartAxis {
  std::string symbol;
  std::vector<int64_t> values;
};

/// Reads "N=1,4; L=64,128", a product, or "N=1,L=64", one gear. One ';' may end the text.
Result<std::vector<PartAxis>> parse_gear_part(std::string_view text);

/// A part of --gears and where it stands: empty, or "gears.txt:3: ".
struct GearPart {
  std::string place;
  std::string text;
};

/// The parts between '|', or, for "@file", of the file's lines without comments and empty lines. Errors: a file that cannot be read, is
/// longer than 1 MiB or holds nothing.
Result<std::vector<GearPart>> read_gear_parts(std::string_view text);

}  // namespace gearbox::options
