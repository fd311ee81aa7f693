#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/options/input_decl.h"
#include "api/options/problems.h"

namespace gearbox::options {

/// One axis as --input_shape writes it: "16", "-1" or "1~8".
struct ShapeAxis {
  enum class Kind { kFixed, kOpen, kRange };
  Kind kind = Kind::kOpen;
  int64_t lower = 0;
  int64_t upper = INT64_MAX;  ///< INT64_MAX: unbounded

  friend bool operator==(const ShapeAxis&, const ShapeAxis&) = default;
};

/// One input as --input_shape writes it. No axis: a scalar.
struct ShapeItem {
  std::string input;
  std::vector<ShapeAxis> axes;

  friend bool operator==(const ShapeItem&, const ShapeItem&) = default;
};

/// In the user's order.
using InputShape = std::vector<ShapeItem>;

/// Reads GE's "x:1~8,-1,16;y:-1,4;s:". A name ends at the item's last ':', so that it may hold ':' itself; in double quotes it may hold
/// any character. Blanks may stand around names and numbers; one ';' may end the text. "a~b" is a range with 0 <= a <= b, "a~-1" has no
/// upper end, and -1 opens an axis even where the model fixes it. Items with a problem (grammar, unknown or repeated name, other rank or
/// fixed extent than the model's, a number beyond 64 bits) are left out of the result.
/// Without `model` any input is one, of any type.
InputShape parse_input_shape(std::string_view text, std::optional<std::span<const InputDecl>> model, Problems& problems);

}  // namespace gearbox::options
