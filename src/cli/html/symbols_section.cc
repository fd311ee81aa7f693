#include "cli/html/symbols_section.h"

#include <algorithm>

#include "cli/html/table_markup.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

void write_symbol_table(Markup& page, const std::vector<SymbolInfo>& symbols) {
  const bool equal = std::any_of(symbols.begin(), symbols.end(), [](const SymbolInfo& symbol) { return !symbol.equals.empty(); });
  std::vector<Column> columns = {{"symbol"}, {"bound at"}, {"values"}, {"set by"}};
  if (equal) columns.push_back({"always equal to"});
  open_table(page, "symbols", columns);
  for (const SymbolInfo& symbol : symbols) {
    page.open("tr");
    code_cell(page, symbol.name);
    cell(page, epoch_text(symbol.epoch));
    page.open("td").text(range_text(symbol));
    if (symbol.multiple > 1) page.text(", multiples of " + std::to_string(symbol.multiple));
    if (!symbol.bound.empty()) page.text(", at most ").leaf("code", {}, shortened(symbol.bound, kMostExpression));
    page.close();
    code_cell(page, joined(symbol.sources));
    if (equal) code_cell(page, shortened(joined(symbol.equals), kMostExpression));
    page.close();
  }
  close_table(page);
}

constexpr size_t kFew = 4;  // so many are shown unfolded

/// Begins a part that unfolds where it is long.
void open_part(Markup& page, size_t count, const std::string& title) {
  if (count <= kFew) {
    page.open("details", {{"open", ""}});
  } else {
    page.open("details");
  }
  page.leaf("summary", {}, title);
}

void write_facts(Markup& page, const std::vector<FactInfo>& facts) {
  if (facts.empty()) return;
  open_part(page, facts.size(), counted(facts.size(), "fact"));
  open_table(page, "facts", {{"from"}, {"relation"}, {"because of"}});
  for (const FactInfo& fact : facts) {
    page.open("tr");
    cell(page, fact.kind);
    code_cell(page, shortened(fact.text, kMostExpression));
    cell(page, fact.origin);
    page.close();
  }
  close_table(page);
  page.close();
}

void write_checks(Markup& page, const std::vector<Program>& programs) {
  size_t count = 0;
  for (const Program& program : programs) count += program.checks.size();
  if (count == 0) {
    page.leaf("p", {}, "No run-time checks: every shape that fits the inputs' types is legal.");
    return;
  }
  open_part(page, count, counted(count, "run-time check"));
  page.leaf("p", {}, "Tested on every new shape because it could not be proven when compiling.");
  open_table(page, "checks", {{"demand"}, {"node"}, {"why"}, {"tested"}});
  for (const Program& program : programs) {
    for (size_t i = 0; i < program.checks.size(); ++i) {
      const ProgramCheck& check = program.checks[i];
      page.open("tr");
      code_cell(page, shortened(demand_text(check), kMostExpression));
      code_cell(page, check.node);
      cell(page, check.message);
      cell(page, static_cast<int32_t>(i) < program.prologue_checks ? "when bound" : "mid-run");
      page.close();
    }
  }
  close_table(page);
  page.close();
}

}  // namespace

void write_symbols(Markup& page, const Model& model) {
  const PackageContents& contents = model.contents();
  page.open("section", {{"id", "symbols"}}).leaf("h2", {}, "Symbols and facts");
  if (contents.symbols.empty()) {
    page.leaf("p", {}, "No symbols: every extent is a number.");
  } else {
    write_symbol_table(page, contents.symbols);
  }
  write_facts(page, contents.facts);
  write_checks(page, contents.programs);
  page.close();
}

}  // namespace gearbox::cli::html
