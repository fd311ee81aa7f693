#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/options/gear_table.h"
#include "base/status.h"
#include "ops/kernel_api.h"
#include "package/program.h"

namespace gearbox {

/// An axis of a gear table as users call it: its symbols, "N", "N, M".
std::string axis_name(const options::GearAxis& axis);

/// Values of a gear's axes: "N=1, L=64", with "<=" at bounded axes.
std::string gear_text(const options::GearTable& table, size_t row);

/// Values of the axes in a call: "N=1, L=64".
std::string values_text(const options::GearTable& table, std::span<const int64_t> values);

/// Symbols of a call in the order of the program's bindings, as far as the inputs have the axes.
std::vector<std::pair<std::string, int64_t>> call_symbols(const Program& program, std::span<const Tensor> inputs);

/// The row whose values are nearest to these: the sum of the distances, the first of equals.
size_t nearest_gear(const options::GearTable& table, std::span<const int64_t> values);

/// The error of values that no gear serves: the values, all gears, the nearest.
Status no_gear(const options::GearTable& table, std::span<const int64_t> values);

}  // namespace gearbox
