#include "runtime/gears/gear_columns.h"

#include <algorithm>

namespace gearbox {

GearColumns::GearColumns(const options::GearTable& table, const Program& program) {
  for (const options::GearAxis& axis : table.axes) {
    Column& column = columns_.emplace_back();
    column.bounded = axis.mode == options::GearMode::kBounded;
    any_bounded_ = any_bounded_ || column.bounded;
    for (const options::AxisPlace& place : axis.places) {
      const auto named = [&](int32_t v) { return program.values[static_cast<size_t>(v)].name == place.input; };
      const auto input = std::ranges::find_if(program.inputs, named);
      column.places.push_back({static_cast<int32_t>(input - program.inputs.begin()), static_cast<int32_t>(place.axis)});
    }
  }
}

}  // namespace gearbox
