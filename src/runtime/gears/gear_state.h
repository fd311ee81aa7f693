#pragma once

#include <cstdint>
#include <string_view>

namespace gearbox {

/// Whether a gear can serve calls yet.
enum class GearState : uint8_t {
  kMade,       ///< it serves its calls
  kNotMade,    ///< to be made once a call asks for it
  kBeingMade,  ///< a call has asked for it
  kFailed,     ///< it could not be made: the dynamic program serves its calls for good
};

/// "made", "not made yet", "being made", "could not be made".
std::string_view gear_state_name(GearState state);

}  // namespace gearbox
