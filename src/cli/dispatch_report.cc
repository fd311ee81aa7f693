#include "cli/dispatch_report.h"

#include "cli/program_text.h"
#include "cli/scope_report.h"
#include "cli/table.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli {

namespace {

std::string candidate_name(const Model& model, int32_t gear) {
  if (gear < 0) return "dynamic program";
  return "gear " + std::to_string(gear) + " (" + gear_text(model.gears().table, static_cast<size_t>(gear)) + ")";
}

/// Why the gear that was chosen does not serve the call yet; empty where it does, or none was chosen.
std::string late_choice_text(const Model& model, const GearChoice& choice) {
  return choice.gear < 0 ? "" : late_text(model, static_cast<size_t>(choice.gear));
}

std::string choice_text(const Model& model, const GearChoice& choice) {
  if (const std::string late = late_choice_text(model, choice); !late.empty())
    return "dynamic program: " + candidate_name(model, choice.gear) + " is its gear, " + late;
  if (choice.way == GearChoice::Way::kRefused) return "refused: no gear serves it";
  if (choice.way == GearChoice::Way::kFallback) return "dynamic program: no gear serves it";
  return candidate_name(model, choice.gear) +
         (choice.way == GearChoice::Way::kExact ? ": exactly these values" : ": planned for at least these values, at the least cost");
}

}  // namespace

Report dispatch_report(const Model& model, std::span<const Tensor> inputs) {
  if (!model.dispatch()) {
    const std::string gears = model.contents().scopes.empty() ? "no gears" : "gears for parts of it only";
    return {"dispatch: the package has " + gears + ", its one program serves every call\n", {{"choice", "plain"}}};
  }
  const DispatchReport report = model.dispatch()->explain(inputs);
  std::string symbols;
  nlohmann::json values = nlohmann::json::object(), rows = nlohmann::json::array();
  for (const auto& [name, value] : report.symbols) {
    symbols += (symbols.empty() ? "" : ", ") + name + "=" + std::to_string(value);
    values[name] = value;
  }
  Table table("lrrl");
  table.row({"candidate", "MFLOP", "written", ""});
  for (const GearCandidate& candidate : report.candidates) {
    const bool chosen = candidate.gear == report.choice.gear && candidate.serves;
    const std::string late = candidate.gear < 0 ? "" : late_text(model, static_cast<size_t>(candidate.gear));
    nlohmann::json row = {{"gear", candidate.gear}, {"serves", candidate.serves}, {"chosen", chosen}};
    if (!late.empty()) row["late"] = late;
    if (candidate.serves) {
      table.row({candidate_name(model, candidate.gear), fixed_text(candidate.cost.flops * 1e-6, 1),
                 bytes_text(static_cast<uint64_t>(candidate.cost.bytes)), chosen ? "chosen" + (late.empty() ? "" : ", " + late) : late});
      row["flops"] = candidate.cost.flops;
      row["bytes"] = candidate.cost.bytes;
      row["cost"] = candidate.cost.total(model.machine().flops_per_byte());
    } else {
      table.row({candidate_name(model, candidate.gear), "–", "–", candidate.reason});
      row["reason"] = candidate.reason;
    }
    rows.push_back(std::move(row));
  }
  const bool late = !late_choice_text(model, report.choice).empty();
  return {"dispatch of " + symbols + "\n" + table.text(2) + "-> " + choice_text(model, report.choice) + "\n",
          {{"symbols", std::move(values)},
           {"candidates", std::move(rows)},
           {"choice", gear_way_name(late ? GearChoice::Way::kFallback : report.choice.way)},
           {"gear", late ? -1 : report.choice.gear}}};
}

Report gear_counts_report(const Model& model) {
  Report scopes = scope_counts_report(model);
  if (!model.dispatch()) return {std::move(scopes.text), {{"scopes", std::move(scopes.object)}}};
  const GearCounts counts = model.gear_counts();
  Table table("lrrl");
  table.row({"served by", "exact", "bounded"});
  nlohmann::json rows = nlohmann::json::array();
  for (size_t gear = 0; gear < counts.exact.size(); ++gear) {
    const std::string late = late_text(model, gear);
    table.row({candidate_name(model, static_cast<int32_t>(gear)), std::to_string(counts.exact[gear]), std::to_string(counts.bounded[gear]),
               late});
    rows.push_back({{"gear", gear}, {"exact", counts.exact[gear]}, {"bounded", counts.bounded[gear]}});
    if (!late.empty()) rows.back()["late"] = late;
  }
  if (model.gears().fallback) table.row({"dynamic program", std::to_string(counts.fallback), ""});
  nlohmann::json object = {{"gears", std::move(rows)}, {"fallback", counts.fallback}, {"refused", counts.refused}};
  if (!scopes.object.empty()) object["scopes"] = std::move(scopes.object);
  return {table.text() + scopes.text, std::move(object)};
}

}  // namespace gearbox::cli
