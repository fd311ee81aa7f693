#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gearbox {

/// Length of the well-formed UTF-8 sequence at the front of `bytes`, which are not empty, and its code point; 0 where there is none
/// (Unicode 15, table 3-7).
size_t utf8_length(std::string_view bytes, uint32_t* point = nullptr);

/// Whether a terminal or page shows the character and does nothing else: no control character, no line or paragraph separator, none that
/// turns the direction of the text around it.
bool is_shown(uint32_t point);

}  // namespace gearbox
