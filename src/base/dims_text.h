#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gearbox {

/// "[1,3,224,224]", "[]" for a scalar: extents as error messages show them.
inline std::string dims_text(std::span<const int64_t> dims) {
  std::string out = "[";
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? "," : "") + std::to_string(dims[i]);
  return out + "]";
}

/// "1×3×224×224", "scalar": extents for people.
inline std::string extents_text(std::span<const int64_t> dims) {
  std::string out;
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? "×" : "") + std::to_string(dims[i]);
  return dims.empty() ? "scalar" : out;
}
/// The same with "?" for extents that are not known.
inline std::string extents_text(std::span<const std::optional<int64_t>> dims) {
  std::string out;
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? "×" : "") + (dims[i] ? std::to_string(*dims[i]) : "?");
  return dims.empty() ? "scalar" : out;
}

}  // namespace gearbox
