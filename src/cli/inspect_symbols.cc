#include <algorithm>
#include <map>

#include "api/load_compiler.h"
#include "api/symbolic_extents.h"
#include "cli/inspect_report.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli {

namespace {

std::string joined(const std::vector<std::string>& words, size_t most = SIZE_MAX) {
  std::string out;
  for (size_t i = 0; i < std::min(most, words.size()); ++i) out += (i ? ", " : "") + words[i];
  return words.size() > most ? out + ", …" : out;
}

/// The axes of the main program's values whose extents mention each symbol: "y[1]".
std::map<std::string, std::vector<std::string>> uses_of_symbols(const Model& model) {
  std::map<std::string, std::vector<std::string>> out;
  const Program& program = model.main();
  const SymbolicExtents extents(program, model.contents().symbols);
  for (const ProgramValue& value : program.values) {
    if (value.storage == Storage::kConstant || value.storage == Storage::kInput) continue;
    for (size_t axis = 0; axis < value.dims.size(); ++axis) {
      for (const std::string& symbol : extents.symbols(value.dims[axis]))
        out[symbol].push_back(value.name + "[" + std::to_string(axis) + "]");
    }
  }
  return out;
}

/// Axes of values whose extent no expression describes.
size_t unknown_extents(const Model& model) {
  size_t out = 0;
  for (const Program& program : model.contents().programs) {
    const SymbolicExtents extents(program, model.contents().symbols);
    for (const ProgramValue& value : program.values) {
      if (value.storage == Storage::kConstant) continue;
      if (!value.ranked) ++out;
      for (const int32_t slot : value.dims) out += static_cast<size_t>(extents.extent(slot) == "?");
    }
  }
  return out;
}

}  // namespace

Report symbols_report(const Model& model) {
  const PackageContents& contents = model.contents();
  const auto uses = uses_of_symbols(model);
  Table table("lllllll");
  table.row({"symbol", "bound at", "values", "multiple of", "set by", "equals", "used in"});
  nlohmann::json rows = nlohmann::json::array(), facts = nlohmann::json::array();
  for (const SymbolInfo& symbol : contents.symbols) {
    const auto found = uses.find(symbol.name);
    const std::vector<std::string> used = found == uses.end() ? std::vector<std::string>() : found->second;
    table.row({symbol.name, epoch_text(symbol.epoch), range_text(symbol) + (symbol.bound.empty() ? "" : ", at most " + symbol.bound),
               symbol.multiple > 1 ? std::to_string(symbol.multiple) : "", joined(symbol.sources, 4), joined(symbol.equals),
               used.empty() ? "nothing" : counted(used.size(), "extent") + ": " + joined(used, 2)});
    nlohmann::json row = {
        {"name", symbol.name},       {"epoch", epoch_text(symbol.epoch)}, {"lower", symbol.lower}, {"multiple", symbol.multiple},
        {"sources", symbol.sources}, {"equals", symbol.equals},           {"used_in", used}};
    if (symbol.upper != INT64_MAX) row["upper"] = symbol.upper;
    if (!symbol.bound.empty()) row["bound"] = symbol.bound;
    rows.push_back(std::move(row));
  }
  std::string text = contents.symbols.empty() ? "no symbols: every extent is a number\n" : table.text();
  Table fact_table("lll");
  for (const FactInfo& fact : contents.facts) {
    fact_table.row({fact.kind, fact.text, fact.origin});
    facts.push_back({{"kind", fact.kind}, {"relation", fact.text}, {"origin", fact.origin}});
  }
  if (!contents.facts.empty()) text += "facts\n" + fact_table.text(2);
  size_t checks = 0;
  for (const Program& program : contents.programs) checks += program.checks.size();
  const size_t unknown = unknown_extents(model);
  text += counted(checks, "run-time check") + ", " + counted(unknown, "extent") + " without an expression\n";
  return {text, {{"symbols", std::move(rows)}, {"facts", std::move(facts)}, {"checks", checks}, {"unknown_extents", unknown}}};
}

Result<Report> why_report(const Model& model, const std::string& question) {
  GBX_ASSIGN_OR_RETURN(const CompilerLibrary* compiler, load_compiler());
  GBX_ASSIGN_OR_RETURN(std::string text, compiler->explain(model.contents().symbols, model.contents().facts, question));
  nlohmann::json object = {{"question", question}, {"answer", text}};
  return Report{std::move(text), std::move(object)};
}

}  // namespace gearbox::cli
