#include "cli/dispatch_report.h"

#include "cli/scope_report.h"
#include "cli/table.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli {

namespace {

std::string candidate_name(const Model& model, int32_t gear) {
  if (gear < 0) return "dynamic program";
  return "gear " + std::to_string(gear) + " (" + gear_text(model.gears().table, static_cast<size_t>(gear)) + ")";
}

std::string choice_text(const Model& model, const GearChoice& choice) {
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
    nlohmann::json row = {{"gear", candidate.gear}, {"serves", candidate.serves}, {"chosen", chosen}};
    if (candidate.serves) {
      table.row({candidate_name(model, candidate.gear), fixed_text(candidate.cost.flops * 1e-6, 1),
                 bytes_text(static_cast<uint64_t>(candidate.cost.bytes)), chosen ? "chosen" : ""});
      row["flops"] = candidate.cost.flops;
      row["bytes"] = candidate.cost.bytes;
      row["cost"] = candidate.cost.total();
    } else {
      table.row({candidate_name(model, candidate.gear), "–", "–", candidate.reason});
      row["reason"] = candidate.reason;
    }
    rows.push_back(std::move(row));
  }
  return {"dispatch of " + symbols + "\n" + table.text(2) + "-> " + choice_text(model, report.choice) + "\n",
          {{"symbols", std::move(values)},
           {"candidates", std::move(rows)},
           {"choice", gear_way_name(report.choice.way)},
           {"gear", report.choice.gear}}};
}

Report gear_counts_report(const Model& model) {
  Report scopes = scope_counts_report(model);
  if (!model.dispatch()) return {std::move(scopes.text), {{"scopes", std::move(scopes.object)}}};
  const GearCounts counts = model.gear_counts();
  Table table("lrr");
  table.row({"served by", "exact", "bounded"});
  nlohmann::json rows = nlohmann::json::array();
  for (size_t gear = 0; gear < counts.exact.size(); ++gear) {
    table.row(
        {candidate_name(model, static_cast<int32_t>(gear)), std::to_string(counts.exact[gear]), std::to_string(counts.bounded[gear])});
    rows.push_back({{"gear", gear}, {"exact", counts.exact[gear]}, {"bounded", counts.bounded[gear]}});
  }
  if (model.gears().fallback) table.row({"dynamic program", std::to_string(counts.fallback), ""});
  nlohmann::json object = {{"gears", std::move(rows)}, {"fallback", counts.fallback}, {"refused", counts.refused}};
  if (!scopes.object.empty()) object["scopes"] = std::move(scopes.object);
  return {table.text() + scopes.text, std::move(object)};
}

}  // namespace gearbox::cli
