#include "api/options/gear_table.h"

#include <algorithm>

namespace gearbox::options {

std::vector<std::vector<int64_t>> gear_shapes(const GearTable& table, size_t row) {
  std::vector<std::vector<int64_t>> out;
  for (const GearInput& input : table.inputs) {
    std::vector<int64_t>& dims = out.emplace_back(input.dims);
    for (size_t column = 0; column < table.axes.size(); ++column) {
      for (const AxisPlace& place : table.axes[column].places) {
        if (place.input == input.name) dims[place.axis] = table.rows[row][column];
      }
    }
  }
  return out;
}

std::vector<std::pair<std::string, int64_t>> gear_binding(const GearTable& table, size_t row) {
  std::vector<std::pair<std::string, int64_t>> out;
  for (size_t column = 0; column < table.axes.size(); ++column) {
    for (const std::string& symbol : table.axes[column].symbols) {
      const bool bound = std::ranges::any_of(out, [&](const auto& other) { return other.first == symbol; });
      if (!bound) out.emplace_back(symbol, table.rows[row][column]);
    }
  }
  return out;
}

}  // namespace gearbox::options
