#include "cli/html/overview_section.h"

#include "api/symbolic_extents.h"
#include "cli/html/table_markup.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

void write_figure(Markup& page, std::string_view name, const std::string& value) {
  page.open("div").leaf("dt", {}, name).leaf("dd", {}, value).close();
}

void write_figures(Markup& page, const Model& model) {
  const PackageContents& contents = model.contents();
  size_t checks = 0;
  for (const Program& program : contents.programs) checks += program.checks.size();
  page.open("dl", {{"class", "figures"}});
  write_figure(page, "steps", std::to_string(model.main().steps.size()));
  write_figure(page, "weights", bytes_text(weight_bytes(model)));
  write_figure(page, "fused loops", std::to_string(contents.fused_loops()));
  write_figure(page, "symbols", std::to_string(contents.symbols.size()));
  write_figure(page, "run-time checks", std::to_string(checks));
  write_figure(page, "programs", std::to_string(contents.programs.size()));
  write_figure(page, "target", target_text(model));
  page.close();
}

void write_interface(Markup& page, const Model& model) {
  const Program& program = model.main();
  const SymbolicExtents extents(program, model.contents().symbols);
  open_table(page, "interface", {{"", ""}, {"tensor"}, {"type"}});
  const auto row = [&](std::string_view kind, const std::string& name, int32_t value) {
    page.open("tr");
    cell(page, kind);
    code_cell(page, name);
    code_cell(page, shortened(extents.type(value), kMostExpression));
    page.close();
  };
  for (const int32_t v : program.inputs) row("input", program.values[static_cast<size_t>(v)].name, v);
  for (size_t i = 0; i < program.outputs.size(); ++i) row("output", program.output_names[i], program.outputs[i]);
  close_table(page);
}

void write_notes(Markup& page, const PackageContents& contents) {
  if (contents.notes.empty() && contents.metadata.empty()) return;
  page.open("details").leaf("summary", {},
                            counted(contents.notes.size() + contents.metadata.size(), "note") + " of the compiler and the model");
  page.open("ul");
  for (const std::string& note : contents.notes) page.leaf("li", {}, shortened(note, kMostExpression));
  for (const auto& [key, value] : contents.metadata)
    page.open("li").leaf("code", {}, key).text(" " + shortened(value, kMostExpression)).close();
  page.close().close();
}

}  // namespace

void write_overview(Markup& page, const Model& model, const std::string& path) {
  const PackageContents& contents = model.contents();
  page.open("header").leaf("h1", {}, contents.model_name.empty() ? path : contents.model_name);
  page.open("p").leaf("code", {}, path);
  if (!contents.producer.empty()) page.text(", made by " + contents.producer);
  page.close();
  write_figures(page, model);
  page.close();
  write_interface(page, model);
  write_notes(page, contents);
}

}  // namespace gearbox::cli::html
