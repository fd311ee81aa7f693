#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gearbox {

std::string base64_encode(const void* data, size_t bytes);
/// Nullopt where `text` is no base64 or holds another number of bytes than `bytes`.
std::optional<std::string> base64_decode(std::string_view text, size_t bytes);

}  // namespace gearbox
