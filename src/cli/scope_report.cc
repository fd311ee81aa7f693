#include "cli/scope_report.h"

#include <algorithm>

#include "cli/inspect_report.h"
#include "cli/table.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli {

namespace {

std::string gear_name(const GearScope& scope, size_t gear) {
  return "gear " + std::to_string(gear) + " (" + gear_text(scope.set.table, gear) + ")";
}

std::string choice_text(const GearScope& scope, const GearChoice& choice) {
  if (choice.gear >= 0) {
    return gear_name(scope, static_cast<size_t>(choice.gear)) +
           (choice.way == GearChoice::Way::kExact ? ": exactly these values" : ": planned for at least these values");
  }
  return choice.way == GearChoice::Way::kRefused ? "refused: no gear serves it" : "dynamic branch: no gear serves it";
}

}  // namespace

ScopeObserver ScopeLog::observer() {
  return [this](const ScopeChoice& seen) {
    const bool again = !lines_.empty() && lines_.back().scope == seen.scope && lines_.back().choice == seen.choice &&
                       std::ranges::equal(lines_.back().values, seen.values);
    if (again) {
      ++lines_.back().times;
    } else {
      lines_.push_back({seen.scope, seen.choice, {seen.values.begin(), seen.values.end()}, 1});
    }
    return Status();
  };
}

Report ScopeLog::report() const {
  if (model_.contents().scopes.empty()) return {};
  Table table("lllr");
  nlohmann::json rows = nlohmann::json::array();
  for (const Line& line : lines_) {
    const GearScope& scope = model_.contents().scopes[line.scope];
    table.row({scope.name, values_text(scope.set.table, line.values), choice_text(scope, line.choice),
               line.times > 1 ? std::to_string(line.times) + " times" : ""});
    nlohmann::json values = nlohmann::json::object();
    for (size_t c = 0; c < line.values.size(); ++c) values[axis_name(scope.set.table.axes[c])] = line.values[c];
    rows.push_back({{"scope", scope.name},
                    {"values", std::move(values)},
                    {"choice", gear_way_name(line.choice.way)},
                    {"gear", line.choice.gear},
                    {"times", line.times}});
  }
  return {"scopes, in the order of execution\n" + (lines_.empty() ? "  none was reached\n" : table.text(2)), std::move(rows)};
}

Report scopes_report(const Model& model) {
  std::string text;
  nlohmann::json scopes = nlohmann::json::array();
  for (const GearScope& scope : model.contents().scopes) {
    Report gears = gear_set_report(model, scope.set, scope.outputs);
    const auto steps = [&] { return counted(model.contents().programs[static_cast<size_t>(scope.fallback_program)].steps.size(), "step"); };
    std::string others = "other values are refused: the package has no dynamic branch";
    if (scope.set.fallback) others = "other values: the dynamic branch" + (scope.fallback_program < 0 ? "" : ", " + steps());
    std::string takes;
    nlohmann::json inputs = nlohmann::json::array();
    for (const options::GearInput& input : scope.set.table.inputs) {
      takes += (takes.empty() ? "" : ", ") + input.name;
      inputs.push_back(input.name);
    }
    text += (text.empty() ? "" : "\n") + ("scope '" + scope.name + "', which takes ") + takes + "\n" + gears.text + others + "\n";
    gears.object["scope"] = scope.name;
    gears.object["inputs"] = std::move(inputs);
    scopes.push_back(std::move(gears.object));
  }
  return {text, std::move(scopes)};
}

Report scope_counts_report(const Model& model) {
  std::string text;
  nlohmann::json scopes = nlohmann::json::array();
  for (size_t s = 0; s < model.contents().scopes.size(); ++s) {
    const GearScope& scope = model.contents().scopes[s];
    const GearCounts counts = model.scope_counts(s);
    Table table("lrr");
    table.row({"scope '" + scope.name + "' served by", "exact", "bounded"});
    nlohmann::json rows = nlohmann::json::array();
    for (size_t gear = 0; gear < counts.exact.size(); ++gear) {
      table.row({gear_name(scope, gear), std::to_string(counts.exact[gear]), std::to_string(counts.bounded[gear])});
      rows.push_back({{"gear", gear}, {"exact", counts.exact[gear]}, {"bounded", counts.bounded[gear]}});
    }
    if (scope.set.fallback) table.row({"dynamic branch", std::to_string(counts.fallback), ""});
    text += table.text();
    scopes.push_back({{"scope", scope.name}, {"gears", std::move(rows)}, {"fallback", counts.fallback}, {"refused", counts.refused}});
  }
  return {text, std::move(scopes)};
}

}  // namespace gearbox::cli
