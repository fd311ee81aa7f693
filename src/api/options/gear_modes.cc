#include "api/options/gear_modes.h"

#include <algorithm>
#include <optional>
#include <string>

#include "api/options/input_decl.h"
#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

constexpr GearMode kModes[] = {GearMode::kExact, GearMode::kBounded};

/// The mode of that word; the problem, told with `place` before it, where it is none.
std::optional<GearMode> mode_of(std::string_view word, const std::string& place, Problems& problems) {
  word = trimmed(word);
  for (const GearMode mode : kModes) {
    if (gear_mode_name(mode) == word) return mode;
  }
  if (word == "padded") {
    problems.add(
        Option::kGearMode,
        place +
            "'padded' needs a proof that the padding cannot reach the results, and such proofs are not built yet; 'bounded' serves "
            "smaller extents without padding",
        Code::kUnsupported);
  } else {
    problems.add(Option::kGearMode, place + quote(word) + " is not a mode (exact, bounded)");
  }
  return std::nullopt;
}

GearAxis* axis_of(GearTable& table, const std::string& symbol) {
  for (GearAxis& axis : table.axes) {
    if (std::ranges::find(axis.symbols, symbol) != axis.symbols.end()) return &axis;
  }
  for (GearAxis& axis : table.axes) {
    const auto named = [&](const AxisPlace& place) { return axis_text(place.input, place.axis) == symbol; };
    if (std::ranges::any_of(axis.places, named)) return &axis;
  }
  return nullptr;
}

/// Reads one "NAME=MODE".
void parse_entry(std::string_view entry, GearTable& table, std::vector<const GearAxis*>& done, Problems& problems) {
  const size_t equals = rfind_unquoted(entry, '=');
  if (equals == std::string_view::npos) {
    problems.add(Option::kGearMode, quote(trimmed(entry)) + " is not NAME=MODE");
    return;
  }
  const auto name = parse_name(entry.substr(0, equals));
  if (!name.ok()) {
    problems.add(Option::kGearMode, quote(trimmed(entry)) + ": " + name.status().message());
    return;
  }
  const auto mode = mode_of(entry.substr(equals + 1), *name + ": ", problems);
  if (table.axes.empty()) return;  // the gears have a problem of their own
  GearAxis* axis = axis_of(table, *name);
  if (!axis) {
    std::vector<std::string> known;
    for (const GearAxis& other : table.axes) known.insert(known.end(), other.symbols.begin(), other.symbols.end());
    problems.add(Option::kGearMode, "no gear sets " + quote(*name) + " (set: " + names_text(known) + ")");
  } else if (std::ranges::find(done, axis) != done.end()) {
    problems.add(Option::kGearMode, "the axis of " + quote(*name) + " is given twice");
  } else if (mode) {
    axis->mode = *mode;
  }
  done.push_back(axis);
}

}  // namespace

std::string_view gear_mode_name(GearMode mode) { return mode == GearMode::kExact ? "exact" : "bounded"; }

void parse_gear_modes(std::string_view text, GearTable& table, Problems& problems) {
  const std::vector<std::string_view> entries = split_unquoted(text, ',');
  if (entries.size() == 1 && rfind_unquoted(text, '=') == std::string_view::npos) {
    const auto mode = mode_of(text, "", problems);
    for (GearAxis& axis : table.axes) axis.mode = mode.value_or(axis.mode);
    return;
  }
  std::vector<const GearAxis*> done;
  for (const std::string_view entry : entries) parse_entry(entry, table, done, problems);
}

}  // namespace gearbox::options
