#pragma once

#include <string>
#include <string_view>

namespace gearbox {

/// The text with each control byte as `\xNN`, so that what a user or a model wrote does nothing to a terminal and a zero ends no
/// message. Line ends and tabs stay where `lines`. Bytes from 0x80 on are left alone.
std::string printable(std::string_view text, bool lines);

}  // namespace gearbox
