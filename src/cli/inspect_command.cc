
#include "api/load_compiler.h"
#include "cli/commands.h"
#include "cli/exact_flags.h"
#include "cli/html/write_report.h"
#include "cli/inspect_report.h"
#include "cli/kernels_report.h"
#include "cli/model_inputs.h"
#include "cli/model_source.h"
#include "cli/number_check.h"
#include "cli/plan_figures.h"
#include "cli/print.h"
#include "cli/shape_flags.h"
#include "cli/table.h"
#include "expr/relation.h"
#include "package/reader.h"

namespace gearbox::cli {

namespace {

struct InspectOptions {
  std::string model;
  InputOptions inputs;
  ShapeRequest shapes;
  Exactness exact;
  std::vector<std::string> why;
  int32_t gear = -1;
  int threads = 1;
  bool ir = false, imported = false, dot = false;
  std::string html;            ///< the file to write
  std::string symbols, gears;  ///< "true" where no values are stated
  bool memory = false, ops = false, steps = false, checks = false, kernels = false;
  bool reference = false;
  bool json = false;
};

int show_graph(const InspectOptions& options) {
  const Answer answer{options.json};
  if (is_package(options.model))
    return report(unsupported(options.model + " is a package, which holds no graph; give the model, or --steps"), answer);
  const auto compiler = load_compiler();
  if (!compiler.ok()) return report(compiler.status(), answer);
  CompileRequest request;
  request.exact = options.exact;
  request.model = options.model;
  request.shapes = options.shapes;
  using Stage = CompilerLibrary::Stage;
  const Stage stage = options.imported                                                    ? Stage::kImported
                      : options.gears.empty() && options.shapes.words.gear_scopes.empty() ? Stage::kOptimised
                                                                                          : Stage::kGears;
  const auto text = compiler.value()->graph_text(request, stage, options.dot);
  if (!text.ok()) return report(text.status(), answer);
  if (options.json) {
    print_json({{"model", options.model}, {options.dot ? "dot" : "graph", text.value()}});
  } else {
    print(text.value() + "\n");
  }
  return kExitOk;
}

Result<Report> plan_report(const Model& model, const InputOptions& options) {
  GBX_ASSIGN_OR_RETURN(const RequestShape shape, options.one_request());
  GBX_ASSIGN_OR_RETURN(const FillRules fills, options.fill_rules());
  GBX_ASSIGN_OR_RETURN(const std::vector<Literal> literals, make_inputs(model, shape, fills));
  GBX_ASSIGN_OR_RETURN(const CallPlan call, plan_for(model, tensors_of(literals)));
  return memory_report(call.place.program(), *call.plan);
}

/// With a shape what a run of it takes, else what each step was given.
Result<Report> kernel_report(const std::shared_ptr<const Model>& model, const InspectOptions& options, const ProgramRange& programs) {
  if (options.inputs.shapes.empty()) return kernels_report(*model, programs);
  GBX_ASSIGN_OR_RETURN(const RequestShape shape, options.inputs.one_request());
  GBX_ASSIGN_OR_RETURN(const FillRules fills, options.inputs.fill_rules());
  GBX_ASSIGN_OR_RETURN(const std::vector<Literal> literals, make_inputs(*model, shape, fills));
  return kernels_run_report(model, tensors_of(literals));
}

Result<Report> html_report(const Model& model, const InspectOptions& options) {
  GBX_ASSIGN_OR_RETURN(const RequestShape shape, options.inputs.one_request());
  GBX_RETURN_IF_ERROR(html::write_report(model, options.model, shape, options.html));
  return Report{"wrote " + options.html + "\n", options.html};
}

/// What is wrong with the options whatever the model is.
Status check_words(const InspectOptions& options) {
  GBX_RETURN_IF_ERROR(options.inputs.one_request().status());
  GBX_RETURN_IF_ERROR(options.inputs.fill_rules().status());
  GBX_RETURN_IF_ERROR(check_shape_words(options.shapes, options.model));
  if (options.shapes.lazy_gears && (options.gear >= 0 || !options.html.empty() || options.ir || options.dot))
    return invalid_argument("--lazy-gears: such gears are made while calls are served, there are none to look at; leave the flag out");
  if (options.gear >= 0 && !options.ops && !options.kernels && !options.steps && !options.checks)
    return invalid_argument("--gear: says whose --ops, --kernels, --steps or --checks are shown; add one of them");
  if (options.gear >= 0 && options.kernels && !options.inputs.shapes.empty())
    return invalid_argument("--gear: with --kernels and --input-shape the gear is the one that serves the call; leave --gear out");
  for (const std::string& question : options.why) {
    DimScope scope;
    if (parse_dim(question, scope).ok()) continue;
    if (auto relations = parse_relations(question, scope); !relations.ok()) return relations.status().at("--why '" + question + "'");
  }
  return {};
}

int show_program(const InspectOptions& options) {
  const Answer answer{options.json};
  const auto model = open_model({.path = options.model,
                                 .threads = options.threads,
                                 .reference = options.reference,
                                 .exact = options.exact,
                                 .shapes = options.shapes});
  if (!model.ok()) return report(model.status(), answer);
  const auto gears = static_cast<int32_t>(model.value()->gears().gears.size());
  if (options.gear >= gears)
    return report(invalid_argument(options.model + " has " + counted(static_cast<uint64_t>(gears), "gear") + ", there is no gear " +
                                   std::to_string(options.gear)),
                  answer);
  const ProgramRange programs = programs_of(*model.value(), options.gear);
  std::vector<std::pair<const char*, Report>> sections;
  if (!options.symbols.empty()) sections.emplace_back("symbols", symbols_report(*model.value()));
  if (!options.gears.empty()) sections.emplace_back("gears", gears_report(*model.value()));
  if (options.ops) sections.emplace_back("ops", ops_report(*model.value(), programs));
  if (options.steps) sections.emplace_back("steps", steps_report(*model.value(), programs));
  if (options.checks) sections.emplace_back("checks", checks_report(*model.value(), programs));
  if (options.kernels) {
    auto kernels = kernel_report(*model, options, programs);
    if (!kernels.ok()) return report(kernels.status(), answer, options.model + " cannot run these inputs");
    sections.emplace_back("kernels", std::move(kernels).value());
  }
  if (options.memory) {
    auto memory = plan_report(*model.value(), options.inputs);
    if (!memory.ok()) return report(memory.status(), answer, options.model + " cannot run these inputs");
    sections.emplace_back("memory", std::move(memory).value());
  }
  for (const std::string& question : options.why) {
    auto answer_text = why_report(*model.value(), question);
    if (!answer_text.ok()) return report(answer_text.status(), answer);
    sections.emplace_back("why", std::move(answer_text).value());
  }
  if (!options.html.empty()) {
    auto page = html_report(*model.value(), options);
    if (!page.ok()) return report(page.status(), answer);
    sections.emplace_back("html", std::move(page).value());
  }
  if (sections.empty()) sections.emplace_back("summary", summary_report(*model.value(), options.model));
  if (options.json) {
    nlohmann::json object;
    for (auto& [name, section] : sections) {
      if (name == std::string_view("why")) {
        object[name].push_back(std::move(section.object));
      } else {
        object[name] = std::move(section.object);
      }
    }
    print_json(object);
  } else {
    for (size_t i = 0; i < sections.size(); ++i) print((i ? "\n" : "") + sections[i].second.text);
  }
  return kExitOk;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a model or package");
  command->add_option("model", options->model, "The model (.onnx, .gbir) or package (.gbx)")->required()->check(CLI::ExistingFile);
  command->add_flag("--ir", options->ir, "The graph after all passes, in textual form");
  command->add_flag("--imported", options->imported, "The graph as imported, before the passes");
  command->add_flag("--dot", options->dot, "The graph for Graphviz (with --imported: before the passes)");
  command->add_flag("--symbols", options->symbols, "The symbols and what is known of them; --symbols='N=1..16' states values first");
  command->add_flag("--gears", options->gears,
                    "The gears and their outputs, with --ir or --dot the graph with its branches; --gears='N=1,8' asks for gears");
  command
      ->add_option("--gear", options->gear,
                   "The gear whose --ops, --kernels, --steps and --checks are shown, instead of the dynamic program's")
      ->check(zero_or_more());
  command->add_flag("--ops", options->ops, "How often each operator is used, and its kernel");
  command->add_flag(
      "--kernels", options->kernels,
      "Each step's kernel and the others there are; with --input-shape also time, predicted and measured, and what bounds it");
  command->add_option("--threads", options->threads, "Threads of the runs that --kernels measures")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_flag("--steps", options->steps, "All steps with the symbolic types of their operands");
  command->add_flag("--checks", options->checks, "What is tested on every new shape because it could not be proven");
  command
      ->add_option("--why", options->why,
                   "What is known of an expression or a relation, with the proof or what is missing: 'batch == beam'")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("EXPR");
  command->add_flag("--memory", options->memory, "The memory plan for --input-shape");
  CLI::Option* html = command
                          ->add_option("--html", options->html,
                                       "A page to look at in a browser: gears, symbols, sizes, steps, and memory plans (--input-shape)")
                          ->type_name("FILE");
  for (const char* graph : {"--ir", "--imported", "--dot"}) html->excludes(command->get_option(graph));
  add_input_options(*command, options->inputs);
  add_shape_flags(*command, options->shapes, ShapeFlags::kBesideReports);
  command->add_flag("--reference", options->reference, "The model with plain kernels and no passes");
  add_exact_flags(*command, options->exact);
  command->add_flag("--json", options->json, "Answer with a JSON object");
  command->footer(
      "Examples:\n  gearbox inspect model.onnx\n  gearbox inspect model.gbx --ops --memory --input-shape 'x:1,3,320,320'\n  gearbox "
      "inspect model.onnx --dot | dot -Tsvg > model.svg\n  gearbox inspect model.gbx --html report.html --input-shape 'x:1,3,320,320'");
  command->callback([options, &exit_code] {
    if (!options->symbols.empty() && options->symbols != "true") options->shapes.words.symbols = options->symbols;
    if (!options->gears.empty() && options->gears != "true") options->shapes.words.gears = options->gears;
    require_words(check_words(*options));
    exit_code = options->ir || options->imported || options->dot ? show_graph(*options) : show_program(*options);
  });
}

}  // namespace gearbox::cli
