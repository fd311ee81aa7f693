#include <cstdio>

#include "cli/commands.h"
#include "cli/compiler_loader.h"

namespace gearbox::cli {

namespace {

struct InspectOptions {
  std::string model;
  bool ir = false, imported = false, dot = false;
};

int run_inspect(const InspectOptions& options) {
  auto compiler = load_compiler();
  if (!compiler.ok()) return report(compiler.status());
  CompileRequest request;
  request.model = options.model;
  auto text = (*compiler)->graph_text(request, !options.imported, options.dot);
  if (!text.ok()) return report(text.status());
  std::printf("%s\n", text->c_str());
  return kExitOk;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a model");
  command->add_option("model", options->model, "The model (.onnx)")->required()->check(CLI::ExistingFile);
  command->add_flag("--ir", options->ir, "The graph in textual form");
  command->add_flag("--imported", options->imported, "The graph as imported, before the passes");
  command->add_flag("--dot", options->dot, "The graph for Graphviz");
  command->callback([options, &exit_code] { exit_code = run_inspect(*options); });
}

}  // namespace gearbox::cli
