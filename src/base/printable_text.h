#pragma once

#include <string>
#include <string_view>

namespace gearbox {

/// The text with the bytes of each character that is not shown (base/utf8.h), and of what is no UTF-8, as `\xNN`, so that what a user or
/// a model wrote does nothing to a terminal and a zero ends no message. Line ends and tabs stay where `lines`.
std::string printable(std::string_view text, bool lines);

}  // namespace gearbox
