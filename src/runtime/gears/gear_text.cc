#include "runtime/gears/gear_text.h"

#include <algorithm>
#include <cmath>

namespace gearbox {

namespace {

std::string values_text(const options::GearTable& table, std::span<const int64_t> values, bool bounds) {
  std::string out;
  for (size_t c = 0; c < table.axes.size(); ++c) {
    const bool bound = bounds && table.axes[c].mode == options::GearMode::kBounded;
    out += (c ? ", " : "") + axis_name(table.axes[c]) + (bound ? "<=" : "=") + std::to_string(values[c]);
  }
  return out;
}

}  // namespace

std::string axis_name(const options::GearAxis& axis) {
  std::string out;
  for (const std::string& symbol : axis.symbols) out += (out.empty() ? "" : "/") + symbol;
  if (!out.empty() || axis.places.empty()) return out;
  return axis.places[0].input + "[" + std::to_string(axis.places[0].axis) + "]";
}

std::string gear_text(const options::GearTable& table, size_t row) { return values_text(table, table.rows[row], true); }

std::vector<std::pair<std::string, int64_t>> call_symbols(const Program& program, std::span<const Tensor> inputs) {
  std::vector<std::pair<std::string, int64_t>> out;
  for (const SymbolBinding& binding : program.bindings) {
    if (binding.symbol.empty() || static_cast<size_t>(binding.input) >= inputs.size()) continue;
    const std::span<const int64_t> dims = inputs[static_cast<size_t>(binding.input)].dims;
    const auto known = [&](const auto& symbol) { return symbol.first == binding.symbol; };
    if (static_cast<size_t>(binding.axis) >= dims.size() || std::ranges::any_of(out, known)) continue;
    out.emplace_back(binding.symbol, dims[static_cast<size_t>(binding.axis)]);
  }
  return out;
}

size_t nearest_gear(const options::GearTable& table, std::span<const int64_t> values) {
  size_t nearest = 0;
  double least = INFINITY;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    double distance = 0;
    for (size_t c = 0; c < values.size(); ++c)
      distance += std::abs(static_cast<double>(table.rows[row][c]) - static_cast<double>(values[c]));
    if (distance >= least) continue;
    least = distance;
    nearest = row;
  }
  return nearest;
}

std::string values_text(const options::GearTable& table, std::span<const int64_t> values) { return values_text(table, values, false); }

Status no_gear(const options::GearTable& table, std::span<const int64_t> values) {
  Status out = invalid_argument("no gear serves " + values_text(table, values, false) + ", and the package has no dynamic program");
  out.with("nearest", gear_text(table, nearest_gear(table, values)));
  for (size_t row = 0; row < table.rows.size(); ++row) out.with("gear " + std::to_string(row), gear_text(table, row));
  return out;
}

}  // namespace gearbox
