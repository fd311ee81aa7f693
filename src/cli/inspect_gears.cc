#include "cli/inspect_report.h"
#include "cli/program_text.h"
#include "cli/scope_report.h"
#include "cli/table.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli {

namespace {

const char* mode_name(options::GearMode mode) { return mode == options::GearMode::kBounded ? "bounded" : "exact"; }

/// "1x?x64": '?' where calls of the gear differ; "*" where even the rank is open.
std::string extents_text(const GearInfo::Extents& extents) {
  if (!extents) return "*";
  std::string out;
  for (const int64_t extent : *extents) out += (out.empty() ? "" : "x") + (extent < 0 ? "?" : std::to_string(extent));
  return out.empty() ? "scalar" : out;
}

nlohmann::json extents_object(const GearInfo::Extents& extents) { return extents ? nlohmann::json(*extents) : nlohmann::json(nullptr); }

}  // namespace

Report gear_set_report(const Model& model, const GearSet& set, const std::vector<std::string>& outputs) {
  nlohmann::json axes = nlohmann::json::array(), rows = nlohmann::json::array();
  std::string alignment = "r";
  std::vector<std::string> head = {"gear"};
  for (const options::GearAxis& axis : set.table.axes) {
    alignment += 'r';
    head.push_back(axis_name(axis) + (axis.mode == options::GearMode::kBounded ? " at most" : ""));
    nlohmann::json places = nlohmann::json::array();
    for (const options::AxisPlace& place : axis.places) places.push_back({{"input", place.input}, {"axis", place.axis}});
    axes.push_back({{"symbols", axis.symbols}, {"mode", mode_name(axis.mode)}, {"places", std::move(places)}});
  }
  alignment += 'r';
  head.emplace_back("steps");
  for (const std::string& name : outputs) {
    alignment += 'l';
    head.push_back(name);
  }
  Table table(alignment + "l");
  table.row(head);
  const auto program_of = [&](const GearInfo& gear) -> const Program& {
    return model.contents().programs[static_cast<size_t>(gear.program)];
  };
  for (size_t row = 0; row < set.gears.size(); ++row) {
    const GearInfo& gear = set.gears[row];
    const std::string late = &set == &model.gears() ? late_text(model, row) : "";
    std::vector<std::string> cells = {std::to_string(row)};
    for (const int64_t value : set.table.rows[row]) cells.push_back(std::to_string(value));
    nlohmann::json object = {{"values", set.table.rows[row]}};
    if (gear.program >= 0 || !late.empty()) {
      cells.push_back(late.empty() ? std::to_string(program_of(gear).steps.size()) : "–");
      nlohmann::json extents = nlohmann::json::array();
      for (const GearInfo::Extents& output : gear.outputs) {
        cells.push_back(extents_text(output));
        extents.push_back(extents_object(output));
      }
      if (late.empty()) object["program"] = program_of(gear).name;
      if (late.empty()) object["steps"] = program_of(gear).steps.size();
      if (!late.empty()) object["late"] = late;
      object["outputs"] = std::move(extents);
    }
    cells.resize(head.size());
    if (!late.empty()) cells.push_back(late);
    table.row(cells);
    rows.push_back(std::move(object));
  }
  return {table.text(), {{"axes", std::move(axes)}, {"gears", std::move(rows)}, {"fallback", set.fallback}}};
}

Report gears_report(const Model& model) {
  const GearSet& set = model.gears();
  const Program& main = model.main();
  const Report scopes = scopes_report(model);
  Report out{"no gears: every call runs the dynamic program\n", nullptr};
  if (!set.empty()) {
    out = gear_set_report(model, set, main.output_names);
    out.text += set.fallback ? "other calls: the dynamic program, " + counted(main.steps.size(), "step")
                             : "other calls are refused: the package has no dynamic program";
    out.text += "\n";
  }
  if (scopes.object.empty()) return out;
  if (set.empty()) return {scopes.text, {{"scopes", scopes.object}}};
  out.text += "\n" + scopes.text;
  out.object["scopes"] = scopes.object;
  return out;
}

}  // namespace gearbox::cli
