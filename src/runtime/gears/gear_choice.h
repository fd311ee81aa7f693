#pragma once

#include <cstdint>
#include <string_view>

namespace gearbox {

/// Which program serves a call, and why.
struct GearChoice {
  enum class Way : uint8_t {
    kPlain,     ///< the package has no gears: its one program
    kExact,     ///< a gear for exactly these values
    kBounded,   ///< a gear planned for at least these values
    kFallback,  ///< no gear serves the call: the dynamic program
    kRefused,   ///< no gear serves the call and the package has nothing else
  };
  Way way = Way::kPlain;
  int32_t gear = -1;    ///< row of the gear table, -1 where none
  int32_t program = 0;  ///< index in PackageContents::programs; -1: of a gear that is made later (runtime/gears/late_gears.h)

  friend bool operator==(const GearChoice&, const GearChoice&) = default;
};

/// "plain", "exact", "bounded", "fallback", "refused".
std::string_view gear_way_name(GearChoice::Way way);

}  // namespace gearbox
