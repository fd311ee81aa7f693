#include "api/options/gear_part.h"

#include <fstream>

#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

constexpr size_t kLongestFile = size_t{1} << 20;

/// Appends the axis of one "NAME=V" or of one "NAME=V,V,…".
Status add_axis(std::string_view text, std::vector<PartAxis>& out) {
  const size_t equals = rfind_unquoted(text, '=');
  if (equals == std::string_view::npos) return invalid_argument(quote(trimmed(text)) + " is not NAME=VALUE,…");
  PartAxis axis;
  GBX_ASSIGN_OR_RETURN(axis.symbol, parse_name(text.substr(0, equals)));
  for (const std::string_view token : split(text.substr(equals + 1), ',')) {
    const auto value = parse_extent(token);
    if (!value.ok()) return invalid_argument(axis.symbol + ": " + value.status().message());
    axis.values.push_back(*value);
  }
  for (const PartAxis& other : out) {
    if (other.symbol == axis.symbol) return invalid_argument("symbol " + quote(axis.symbol) + " is given twice");
  }
  out.push_back(std::move(axis));
  return {};
}

size_t count_of_equals(std::string_view text) { return split_unquoted(text, '=').size() - 1; }

Status add_parts(std::string_view text, const std::string& place, std::vector<GearPart>& out) {
  for (const std::string_view part : split_unquoted(text, '|')) {
    if (trimmed(part).empty()) return invalid_argument(place + "a part between '|' is empty");
    out.push_back({place, std::string(trimmed(part))});
  }
  return {};
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kLongestFile + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || (file.fail() && !file.eof())) return invalid_argument("file " + quote(path) + " cannot be read");
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kLongestFile) return invalid_argument("file " + quote(path) + " is longer than 1 MiB");
  return text;
}

}  // namespace

Result<std::vector<PartAxis>> parse_gear_part(std::string_view text) {
  std::vector<PartAxis> out;
  std::vector<std::string_view> axes = split_unquoted(text, ';');
  if (axes.size() > 1 && trimmed(axes.back()).empty()) axes.pop_back();
  if (axes.size() == 1 && count_of_equals(axes[0]) > 1) {
    for (const std::string_view word : split_unquoted(axes[0], ',')) GBX_RETURN_IF_ERROR(add_axis(word, out));
    return out;
  }
  for (const std::string_view axis : axes) {
    if (count_of_equals(axis) > 1) {
      return invalid_argument(quote(trimmed(axis)) + " sets several symbols; ';' separates the axes of a product, '|' separates gears");
    }
    GBX_RETURN_IF_ERROR(add_axis(axis, out));
  }
  return out;
}

Result<std::vector<GearPart>> read_gear_parts(std::string_view text) {
  std::vector<GearPart> out;
  text = trimmed(text);
  if (!text.starts_with('@')) {
    GBX_RETURN_IF_ERROR(add_parts(text, "", out));
    return out;
  }
  const std::string path(trimmed(text.substr(1)));
  GBX_ASSIGN_OR_RETURN(const std::string content, read_file(path));
  if (content.find('\0') != std::string::npos) return invalid_argument("file " + quote(path) + " is not a text: it holds a byte of zero");
  size_t number = 0;
  for (const std::string_view whole : split(content, '\n')) {
    ++number;
    const std::string_view line = split_unquoted(whole, '#').front();
    if (trimmed(line).empty()) continue;
    GBX_RETURN_IF_ERROR(add_parts(line, path + ":" + std::to_string(number) + ": ", out));
  }
  if (out.empty()) return invalid_argument("file " + quote(path) + " holds no gear");
  return out;
}

}  // namespace gearbox::options
