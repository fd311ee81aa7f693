#include "api/options/gear_rows.h"

#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// The parts without an empty one that a trailing separator leaves.
std::vector<std::string_view> gear_tokens(std::string_view text, char separator) {
  std::vector<std::string_view> tokens = split(text, separator);
  if (tokens.size() > 1 && trimmed(tokens.back()).empty()) tokens.pop_back();
  return tokens;
}

std::string count_text(size_t count) { return std::to_string(count) + (count == 1 ? " value" : " values"); }

/// Reads the values of one gear; false, with each bad value reported, where one is none.
bool parse_values(Option option, GearRow& row, Problems& problems) {
  bool sound = true;
  for (const std::string_view token : split(row.text, ',')) {
    const auto value = parse_extent(token);
    if (value.ok()) {
      row.values.push_back(*value);
    } else {
      problems.add(option, gear_text(row) + ": " + value.status().message());
      sound = false;
    }
  }
  return sound;
}

}  // namespace

std::string gear_text(const GearRow& row) { return "gear " + std::to_string(row.number) + " " + quote(row.text, '"'); }

GearRows parse_batch_gears(std::string_view text, Problems& problems) {
  GearRows out;
  for (const std::string_view token : gear_tokens(text, ',')) {
    GearRow row{out.count++, std::string(trimmed(token)), {}};
    if (parse_values(Option::kBatch, row, problems)) out.rows.push_back(std::move(row));
  }
  return out;
}

GearRows parse_wide_gears(Option option, std::string_view text, const std::vector<std::string>& columns, Problems& problems) {
  GearRows out;
  size_t width = columns.size();
  for (const std::string_view token : gear_tokens(text, ';')) {
    GearRow row{out.count++, std::string(trimmed(token)), {}};
    if (!parse_values(option, row, problems)) continue;
    if (width == 0) width = row.values.size();
    if (row.values.size() != width) {
      const std::string names = columns.empty() ? "as in the first" : names_text(columns);
      problems.add(option,
                   gear_text(row) + ": " + count_text(row.values.size()) + ", " + std::to_string(width) + " expected (" + names + ")");
      continue;
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace gearbox::options
