#include "cli/html/report_page.h"

#include <set>

#include "cli/html/gears_section.h"
#include "cli/html/markup.h"
#include "cli/html/overview_section.h"
#include "cli/html/program_section.h"
#include "cli/html/script.h"
#include "cli/html/sizes_section.h"
#include "cli/html/style.h"
#include "cli/html/symbols_section.h"

namespace gearbox::cli::html {

namespace {

/// Nothing is fetched and no script runs but ours, even if a text should ever escape its escaping.
std::string policy() {
  return "default-src 'none'; style-src 'unsafe-inline'; script-src '" + std::string(kScriptHash) +
         "'; base-uri 'none'; form-action 'none'";
}

void write_head(Markup& page, const std::string& title) {
  page.open("head").empty("meta", {{"charset", "utf-8"}});
  page.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}});
  page.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  page.leaf("title", {}, title);
  page.open("style").own(kStyle).close().close();
}

void write_links(Markup& page, const Model& model) {
  page.open("nav");
  page.leaf("a", {{"href", "#symbols"}}, "Symbols and facts");
  page.leaf("a", {{"href", "#sizes"}}, "Size");
  if (!model.gears().empty()) page.leaf("a", {{"href", "#gears"}}, "Gears");
  if (model.gears().empty() || model.gears().fallback) page.leaf("a", {{"href", "#dynamic"}}, "Dynamic program");
  page.close();
}

/// Writes the programs one after the other, each once, while the page is not too long.
class Programs {
 public:
  Programs(Markup& page, const Model& model) : page_(page), model_(model) {}

  void entry(const Entry& entry) {
    if (!written_.insert(entry.program).second) {
      write_entry(page_, model_, entry, StepList::kElsewhere, folded(entry));
    } else if (!has_room(entry.program)) {
      written_.erase(entry.program);
      write_entry(page_, model_, entry, StepList::kLeftOut, folded(entry));
    } else {
      write_entry(page_, model_, entry, model_.gears().empty() ? StepList::kUnfolded : StepList::kFolded, folded(entry));
      bodies(entry.program);
    }
  }

 private:
  /// Many gears are looked at one at a time.
  bool folded(const Entry& entry) const { return entry.gear >= 0 && model_.gears().gears.size() > kFewGears; }

  /// The first program is shown whatever its length.
  bool has_room(size_t program) {
    const size_t steps = steps_ + model_.contents().programs[program].steps.size();
    if (steps_ > 0 && steps > kMostSteps) return false;
    steps_ = steps;
    return true;
  }

  /// The bodies that the program's steps run, and theirs.
  void bodies(size_t index) {
    const Program& program = model_.contents().programs[index];
    for (size_t s = 0; s < program.steps.size(); ++s) {
      for (const auto& [name, body] : program.steps[s].bodies) {
        const auto at = static_cast<size_t>(body);
        if (!written_.insert(at).second) continue;
        write_body(page_, model_, at, name, {index, s});
        bodies(at);
      }
    }
  }

  static constexpr size_t kMostSteps = 5000, kFewGears = 8;

  Markup& page_;
  const Model& model_;
  std::set<size_t> written_;
  size_t steps_ = 0;
};

}  // namespace

std::string report_page(const Model& model, const std::string& path, std::span<const Entry> entries) {
  const std::string& name = model.contents().model_name;
  Markup page;
  page.own("<!doctype html>\n").open("html", {{"lang", "en"}});
  write_head(page, (name.empty() ? path : name) + " – Gearbox");
  page.open("body").open("main");
  write_overview(page, model, path);
  write_links(page, model);
  write_symbols(page, model);
  write_sizes(page, model);
  if (!model.gears().empty()) write_gears(page, model, entries);
  Programs programs(page, model);
  for (const Entry& entry : entries) programs.entry(entry);
  page.close();
  page.open("script").own(kScript).close();
  return std::move(page).take() + "\n";
}

}  // namespace gearbox::cli::html
