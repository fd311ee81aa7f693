#include "cli/inspect_report.h"

#include <algorithm>
#include <map>

#include "api/symbolic_extents.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli {

Report summary_report(const Model& model, const std::string& path) {
  const PackageContents& contents = model.contents();
  const Program& program = model.main();
  const SymbolicExtents extents(program, contents.symbols);
  size_t checks = 0, late = 0;
  const ProgramRange own = programs_of(model, -1);
  const size_t bodies = own.last - 1, gears = contents.gears.gears.size();
  for (size_t p = own.first; p < own.last; ++p) checks += contents.programs[p].checks.size();
  for (const ProgramStep& step : program.steps) late += step.late.size();
  nlohmann::json inputs = nlohmann::json::array(), outputs = nlohmann::json::array();
  Table table("ll");
  table.row({"inputs", ""});
  for (const int32_t v : program.inputs) {
    table.row({"  " + program.values[static_cast<size_t>(v)].name, extents.type(v)});
    inputs.push_back({{"name", program.values[static_cast<size_t>(v)].name}, {"type", extents.type(v)}});
  }
  table.row({"outputs", ""});
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    table.row({"  " + program.output_names[i], extents.type(program.outputs[i])});
    outputs.push_back({{"name", program.output_names[i]}, {"type", extents.type(program.outputs[i])}});
  }
  std::string text =
      path + ": " + contents.model_name + ", " + counted(program.steps.size(), "step") + (gears ? ", " + counted(gears, "gear") : "") +
      (contents.scopes.empty() ? "" : ", gears in " + counted(contents.scopes.size(), "scope")) + " for " + target_text(model) + "\n";
  text += bytes_text(weight_bytes(model)) + " of weights, " + bytes_text(contents.code.size()) + " of code for " +
          counted(contents.fused_loops(), "fused loop") + ", " + counted(bodies, "body", "bodies") + ", " + counted(checks, "check") +
          ", " + counted(late, "extent") + " known only mid-run\n" + table.text();
  const Report symbols = symbols_report(model);
  text += symbols.text;
  for (const std::string& note : contents.notes) text += "note: " + note + "\n";
  return {text,
          {{"path", path},
           {"model", contents.model_name},
           {"target", target_text(model)},
           {"steps", program.steps.size()},
           {"weight_bytes", weight_bytes(model)},
           {"code_bytes", contents.code.size()},
           {"fused_loops", contents.fused_loops()},
           {"bodies", bodies},
           {"gears", gears},
           {"scopes", contents.scopes.size()},
           {"checks", checks},
           {"late_extents", late},
           {"inputs", std::move(inputs)},
           {"outputs", std::move(outputs)},
           {"symbols", symbols.object["symbols"]},
           {"facts", symbols.object["facts"]},
           {"notes", contents.notes}}};
}

ProgramRange programs_of(const Model& model, int32_t gear) {
  const auto& gears = model.gears().gears;
  const size_t first = gear < 0 ? 0 : static_cast<size_t>(gears[static_cast<size_t>(gear)].program);
  // Its bodies stand behind it, up to the next program that is a gear's; gears may share one.
  size_t last = model.contents().programs.size();
  for (size_t row = 0; row < gears.size(); ++row) {
    const auto begin = static_cast<size_t>(gears[row].program);
    if (!model.is_late(row) && begin > first) last = std::min(last, begin);
  }
  return {first, last};
}

Report ops_report(const Model& model, const ProgramRange& of) {
  std::map<std::pair<std::string, std::string>, size_t> counts;
  const auto& programs = model.contents().programs;
  for (size_t p = of.first; p < of.last; ++p) {
    for (size_t s = 0; s < programs[p].steps.size(); ++s) {
      const ProgramStep& step = programs[p].steps[s];
      ++counts[{operator_text(step), kernel_text(model, p, s)}];
    }
  }
  std::vector<std::pair<std::pair<std::string, std::string>, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  Table table("llr");
  table.row({"operator", "kernel", "steps"});
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [key, count] : sorted) {
    table.row({key.first, key.second, std::to_string(count)});
    rows.push_back({{"operator", key.first}, {"kernel", key.second}, {"steps", count}});
  }
  return {table.text(), std::move(rows)};
}

Report steps_report(const Model& model, const ProgramRange& of) {
  Table table("rllll");
  table.row({"step", "operator", "kernel", "outputs", "inputs"});
  nlohmann::json rows = nlohmann::json::array();
  const auto& programs = model.contents().programs;
  for (size_t p = of.first; p < of.last; ++p) {
    const Program& program = programs[p];
    const SymbolicExtents extents(program, model.contents().symbols);
    auto list = [&](const std::vector<int32_t>& values) {
      std::string out;
      for (const int32_t v : values) {
        out += out.empty() ? "" : ", ";
        out += v < 0 ? "_" : program.values[static_cast<size_t>(v)].name + " " + extents.type(v);
      }
      return out;
    };
    for (size_t s = 0; s < program.steps.size(); ++s) {
      const ProgramStep& step = program.steps[s];
      const std::string number = (p > of.first ? program.name + "." : "") + std::to_string(s);
      table.row({number, step.op, kernel_text(model, p, s), list(step.outputs), list(step.inputs)});
      rows.push_back({{"step", number},
                      {"operator", step.op},
                      {"node", step.node},
                      {"kernel", kernel_text(model, p, s)},
                      {"outputs", list(step.outputs)},
                      {"inputs", list(step.inputs)}});
    }
  }
  return {table.text(), std::move(rows)};
}

Report checks_report(const Model& model, const ProgramRange& of) {
  std::string text;
  nlohmann::json rows = nlohmann::json::array();
  for (size_t p = of.first; p < of.last; ++p) {
    const Program& program = model.contents().programs[p];
    for (size_t i = 0; i < program.checks.size(); ++i) {
      const ProgramCheck& check = program.checks[i];
      const bool early = static_cast<int32_t>(i) < program.prologue_checks;
      text += demand_text(check) + "\n  " + (check.node.empty() ? "" : "node '" + check.node + "': ") + check.message +
              (early ? "" : " (tested mid-run)") + "\n";
      rows.push_back(
          {{"demand", demand_text(check)}, {"node", check.node}, {"message", check.message}, {"when", early ? "inputs bound" : "mid-run"}});
    }
  }
  return {rows.empty() ? "no checks: every shape that fits the inputs' types is legal\n" : text, std::move(rows)};
}

}  // namespace gearbox::cli
