#include "cli/table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/printable_text.h"

namespace gearbox::cli {

namespace {

/// Characters of UTF-8 text.
size_t width(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string printed(const char* format, int digits, double value) {
  char out[64];
  std::snprintf(out, sizeof(out), format, digits, value);
  return out;
}

}  // namespace

std::string Table::text(size_t indent) const {
  std::vector<size_t> widths;
  std::vector<std::vector<std::string>> rows = rows_;
  for (auto& row : rows) {
    for (std::string& cell : row) cell = printable(cell, false);
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string gap(widths[c] - width(row[c]), ' ');
      const bool left = c < alignment_.size() && alignment_[c] == 'l';
      line += (c ? "  " : "") + (left ? row[c] + gap : gap + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string bytes_text(uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return printed("%.*f", unit == 0 || value >= 100 ? 0 : 1, value) + " " + kUnits[unit];
}

std::string counted(uint64_t count, const std::string& noun, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? noun : plural.empty() ? noun + "s" : plural);
}

std::string number_text(double value, int digits) { return std::isfinite(value) ? printed("%.*g", digits, value) : "–"; }

std::string fixed_text(double value, int decimals) { return std::isfinite(value) ? printed("%.*f", decimals, value) : "–"; }

}  // namespace gearbox::cli
