#include "runtime/gears/validate_gears.h"

#include <algorithm>
#include <optional>
#include <set>

namespace gearbox {

namespace {

Status bad(const std::string& part) { return corrupt("the gears: " + part + " is out of range"); }

const ProgramValue& value_of(const Program& program, int32_t v) { return program.values[static_cast<size_t>(v)]; }

Status check_place(const Program& main, const options::AxisPlace& place) {
  const auto named = [&](int32_t v) { return value_of(main, v).name == place.input; };
  const auto input = std::ranges::find_if(main.inputs, named);
  if (input == main.inputs.end() || !value_of(main, *input).ranked || place.axis >= value_of(main, *input).dims.size())
    return bad("axis " + std::to_string(place.axis) + " of '" + place.input + "'");
  return {};
}

Status check_listed(const Program& main, const options::GearInput& listed) {
  const auto named = [&](int32_t v) { return value_of(main, v).name == listed.name; };
  const auto input = std::ranges::find_if(main.inputs, named);
  if (input == main.inputs.end()) return bad("the input '" + listed.name + "'");
  const ProgramValue& value = value_of(main, *input);
  return value.ranked && value.dims.size() != listed.dims.size() ? bad("the rank of '" + listed.name + "'") : Status();
}

/// Whether the table has as many axes as gears of its kind.
bool axes_of_kind(const options::GearTable& table) {
  using Kind = options::GearTable::Kind;
  return (table.kind != Kind::kBatch || table.axes.size() == 1) && (table.kind != Kind::kImage || table.axes.size() == 2);
}

/// Whether a call of `main` can be handed to `program`, and its results back.
bool same_interface(const Program& main, const Program& program) {
  const auto same = [&](int32_t a, int32_t b) {
    const ProgramValue &one = value_of(main, a), &other = value_of(program, b);
    return one.dtype == other.dtype && (!one.ranked || !other.ranked || one.dims.size() == other.dims.size());
  };
  return std::ranges::equal(main.inputs, program.inputs, same) && std::ranges::equal(main.outputs, program.outputs, same);
}

/// Each row once, with a value for each axis.
Status check_rows(const options::GearTable& table) {
  std::set<std::vector<int64_t>> seen;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const std::vector<int64_t>& values = table.rows[row];
    const std::string name = "gear " + std::to_string(row);
    if (values.size() != table.axes.size() || std::ranges::any_of(values, [](int64_t value) { return value < 0; }))
      return bad("a value of " + name);
    if (!seen.insert(values).second) return corrupt("the gears: " + name + " stands there twice");
  }
  return {};
}

/// The gear that a branch "gear_3" is for; -1: the fallback; nullopt: neither.
std::optional<int32_t> gear_of(const std::string& branch, size_t gears) {
  if (branch == "fallback") return -1;
  for (size_t gear = 0; gear < gears; ++gear) {
    if (branch == "gear_" + std::to_string(gear)) return static_cast<int32_t>(gear);
  }
  return std::nullopt;
}

Status check_scope_step(const PackageContents& contents, const ProgramStep& step) {
  const std::string name = "step '" + step.node + "'";
  const auto scope = std::ranges::find(contents.scopes, step.attributes.text("scope", ""), &GearScope::name);
  if (scope == contents.scopes.end()) return bad("the scope of " + name);
  const GearSet& set = scope->set;
  if (step.bodies.empty() || step.attributes.integer("gears", 0) != static_cast<int64_t>(set.table.rows.size()))
    return bad("the number of branches of " + name);
  bool fallback = false;
  for (const auto& [key, index] : step.bodies) {
    const auto gear = gear_of(key, set.table.rows.size());
    const Program& branch = contents.programs[static_cast<size_t>(index)];
    if (!gear || step.inputs.size() != branch.inputs.size() + 1 || step.outputs.size() != branch.outputs.size())
      return bad("branch '" + key + "' of " + name);
    fallback = fallback || *gear < 0;
    for (const options::GearAxis& axis : set.table.axes) {
      for (const options::AxisPlace& place : axis.places) GBX_RETURN_IF_ERROR(check_place(branch, place));
    }
  }
  return fallback == set.fallback ? Status() : bad("the fallback of " + name);
}

Status check_scope(const PackageContents& contents, const GearScope& scope) {
  const auto program = [&](int32_t index) { return index >= -1 && index < static_cast<int32_t>(contents.programs.size()); };
  if (scope.set.gears.size() != scope.set.table.rows.size()) return bad("the number of gears of '" + scope.name + "'");
  if (std::ranges::count(contents.scopes, scope.name, &GearScope::name) != 1)
    return corrupt("the gears: two scopes are '" + scope.name + "'");
  for (const options::GearAxis& axis : scope.set.table.axes) {
    if (axis.places.empty()) return bad("an axis of '" + scope.name + "'");
  }
  for (const GearInfo& gear : scope.set.gears) {
    const bool outputs = gear.program < 0 || gear.outputs.size() == scope.outputs.size();
    if (!program(gear.program) || !outputs) return bad("a gear of '" + scope.name + "'");
  }
  if (!program(scope.fallback_program)) return bad("the fallback of '" + scope.name + "'");
  return check_rows(scope.set.table);
}

}  // namespace

Status validate_scopes(const PackageContents& contents) {
  for (const GearScope& scope : contents.scopes) GBX_RETURN_IF_ERROR(check_scope(contents, scope));
  for (const Program& program : contents.programs) {
    for (const ProgramStep& step : program.steps) {
      if (is_scope_case(step)) GBX_RETURN_IF_ERROR(check_scope_step(contents, step));
    }
  }
  return {};
}

Status validate_late_gear(const PackageContents& model, const PackageContents& gear) {
  const Program& main = model.programs[0];
  if (gear.programs.empty() || !same_interface(main, gear.programs[0])) return bad("the interface of one made later");
  const bool same_scopes = std::ranges::equal(
      model.scopes, gear.scopes, [](const GearScope& a, const GearScope& b) { return a.name == b.name && a.set.table == b.set.table; });
  return same_scopes ? Status() : bad("a scope of one made later");
}

Status validate_gears(const PackageContents& contents) {
  const GearSet& set = contents.gears;
  const Program& main = contents.programs[0];
  constexpr size_t kMostGears = size_t{1} << 20;
  if (set.gears.size() != set.table.rows.size() || set.gears.size() > kMostGears) return bad("their number");
  if (!set.fallback && !main.steps.empty()) return bad("the number of steps without a fallback");
  for (const options::GearAxis& axis : set.table.axes) {
    if (axis.places.empty()) return bad("an axis");
    for (const options::AxisPlace& place : axis.places) GBX_RETURN_IF_ERROR(check_place(main, place));
  }
  if (!set.empty() && !axes_of_kind(set.table)) return bad("the number of axes");
  for (const options::GearInput& listed : set.table.inputs) GBX_RETURN_IF_ERROR(check_listed(main, listed));
  GBX_RETURN_IF_ERROR(check_rows(set.table));
  for (size_t row = 0; row < set.gears.size(); ++row) {
    const std::string name = "gear " + std::to_string(row);
    const GearInfo& gear = set.gears[row];
    const bool late = gear.program == -1 && contents.gear_maker && set.fallback;
    if (!late && (gear.program < (set.fallback ? 0 : 1) || gear.program >= static_cast<int32_t>(contents.programs.size())))
      return bad("the program of " + name);
    if (!late && !same_interface(main, contents.programs[static_cast<size_t>(gear.program)])) return bad("the interface of " + name);
    if (gear.outputs.size() != main.outputs.size()) return bad("the outputs of " + name);
  }
  return {};
}

}  // namespace gearbox
