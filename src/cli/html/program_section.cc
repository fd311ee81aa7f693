#include "cli/html/program_section.h"

#include <algorithm>
#include <map>

#include "cli/html/memory_section.h"
#include "cli/html/program_view.h"
#include "cli/html/steps_section.h"
#include "cli/html/table_markup.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

constexpr size_t kFewSteps = 4;  // need no table of operators

struct Use {
  size_t steps = 0;
  int64_t flops = 0;
};

/// Operators with their kernels, most work first, then most steps.
void write_operators(Markup& page, const ProgramView& view) {
  std::map<std::pair<std::string, std::string>, Use> uses;
  int64_t total = 0;
  for (size_t s = 0; s < view.program().steps.size(); ++s) {
    Use& use = uses[{operator_text(view.step(s)), view.kernel(s)}];
    ++use.steps;
    use.flops += std::max<int64_t>(view.flops(s), 0);
    total += std::max<int64_t>(view.flops(s), 0);
  }
  std::vector<std::pair<std::pair<std::string, std::string>, Use>> sorted(uses.begin(), uses.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.flops, a.second.steps) > std::pair(b.second.flops, b.second.steps);
  });
  std::vector<Column> columns = {{"operator"}, {"kernel"}, {"steps", "number"}};
  if (total > 0) columns.insert(columns.end(), {{"operations", "number"}, {"share", "number"}});
  open_table(page, "operators", columns);
  for (const auto& [key, use] : sorted) {
    page.open("tr");
    cell(page, key.first);
    cell(page, key.second);
    number_cell(page, std::to_string(use.steps));
    if (total > 0) {
      number_cell(page, use.flops > 0 ? work_text(use.flops) : "");
      number_cell(page, use.flops > 0 ? fixed_text(100.0 * static_cast<double>(use.flops) / static_cast<double>(total), 1) + " %" : "");
    }
    page.close();
  }
  close_table(page);
}

void open_part(Markup& page, bool open, std::string_view title) {
  if (open) {
    page.open("details", {{"class", "part"}, {"open", ""}});
  } else {
    page.open("details", {{"class", "part"}});
  }
  page.leaf("summary", {}, title);
}

void write_parts(Markup& page, const ProgramView& view, bool open) {
  const size_t steps = view.program().steps.size();
  if (steps == 0) {
    page.leaf("p", {}, "No steps: the outputs are inputs or constants.");
    return;
  }
  if (steps > kFewSteps) {
    open_part(page, open, "Operators");
    write_operators(page, view);
    page.close();
  }
  open_part(page, open, counted(steps, "step"));
  write_steps(page, view);
  page.close();
}

}  // namespace

void write_entry(Markup& page, const Model& model, const Entry& entry, StepList steps, bool folded) {
  ProgramView view(model, entry.program, entry.plan);
  if (steps == StepList::kLeftOut) view.link_steps_to(entry.id);
  page.open("section", {{"id", entry.id}, {"class", "program"}});
  if (folded) page.open("details", {{"class", "folded"}}).open("summary");
  page.leaf("h2", {}, entry.title);
  if (folded) page.close();
  page.leaf("p", {{"class", "shape"}}, entry.note);
  if (view.plan()) write_memory(page, view);
  const std::string count = counted(view.program().steps.size(), "step");
  switch (steps) {
    case StepList::kUnfolded: write_parts(page, view, true); break;
    case StepList::kFolded: write_parts(page, view, false); break;
    case StepList::kElsewhere:
      page.open("p").text("Shares its ").leaf("a", {{"href", "#" + view.id() + "-steps"}}, count).text(" with another gear.").close();
      break;
    case StepList::kLeftOut:
      page.open("p").text(count + ", left out to keep the page short; ").leaf("code", {}, "gearbox inspect --steps").text(" lists them.");
      page.close();
      break;
  }
  if (folded) page.close();
  page.close();
}

void write_body(Markup& page, const Model& model, size_t index, const std::string& name, std::pair<size_t, size_t> owner) {
  const ProgramView view(model, index, nullptr), outer(model, owner.first, nullptr);
  page.open("section", {{"id", view.id()}, {"class", "program body"}});
  page.open("h2").text("Body ").leaf("code", {}, name).close();
  page.open("p", {{"class", "shape"}}).text("of " + outer.step(owner.second).op + ", ");
  page.leaf("a", {{"href", outer.step_link(owner.second)}}, "step " + std::to_string(owner.second)).close();
  write_parts(page, view, true);
  page.close();
}

}  // namespace gearbox::cli::html
