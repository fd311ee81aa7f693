#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/shape_trace.h"
#include "cli/commands.h"
#include "cli/exact_flags.h"
#include "cli/model_inputs.h"
#include "cli/model_source.h"
#include "cli/number_check.h"
#include "cli/print.h"
#include "cli/shape_flags.h"
#include "cli/table.h"
#include "cli/tensor_difference.h"
#include "cli/trace.h"
#include "runtime/context.h"

namespace gearbox::cli {

namespace {

struct CompareOptions {
  std::vector<std::string> models;
  std::vector<std::string> runners;
  InputOptions inputs;
  std::string trace;
  ShapeRequest shapes;
  Exactness exact;
  std::optional<double> absolute;
  double relative = Tolerance().relative;
  int threads = 1;
  bool json = false;
};

/// One output of one request on both sides.
struct ComparedOutput {
  std::string shape, output, type, extents;
  Difference difference;
};

/// What is stated of the shapes, without gears: those are for the fast kernels.
ShapeRequest without_gears(ShapeRequest shapes) {
  const options::ShapeWords all = shapes.words;
  shapes.words = {};
  shapes.words.input_shape = all.input_shape;
  shapes.words.dims = all.dims;
  shapes.words.symbols = all.symbols;
  shapes.no_fallback = shapes.lazy_gears = false;
  return shapes;
}

/// What is given, or else an absolute tolerance that grows with the output's usual elements: of a sum of large parts that cancel no more is
/// known.
Tolerance tolerance_of(const Tensor& expected, const CompareOptions& options) {
  if (options.absolute) return {*options.absolute, options.relative};
  return {Tolerance().absolute * std::max(1.0, lower_quartile_magnitude(expected)), options.relative};
}

/// The two sides: two models with one runner each, or one model with two. What is stated of shapes is for models; packages have theirs.
std::vector<ModelSource> sides(const CompareOptions& options) {
  std::vector<ModelSource> out;
  const bool only_packages = std::ranges::all_of(options.models, names_package);
  for (size_t i = 0; i < 2; ++i) {
    const std::string& runner = options.runners[std::min(i, options.runners.size() - 1)];
    ModelSource& side = out.emplace_back(ModelSource{.path = options.models[std::min(i, options.models.size() - 1)],
                                                     .threads = options.threads,
                                                     .reference = runner == "reference",
                                                     .float64 = runner == "float64"});
    if (!only_packages && names_package(side.path)) continue;
    side.shapes = runner == "dynamic" ? options.shapes : without_gears(options.shapes);
    if (runner == "dynamic") side.exact = options.exact;
  }
  return out;
}

/// A side ready to run, with every step's extents compared with what its type says.
struct Side {
  explicit Side(std::shared_ptr<const Model> model) : trace(*model), context(std::move(model), {}) { context.observe(trace.observer()); }
  ShapeTrace trace;
  Context context;
};

Status compare_request(Side& first, Side& second, const RequestShape& shape, const FillRules& fills, const CompareOptions& options,
                       std::vector<ComparedOutput>& out) {
  std::vector<Literal> inputs[2];
  std::span<const Tensor> outputs[2];
  for (size_t side : {0, 1}) {
    Side& runner = side == 0 ? first : second;
    auto run = [&]() -> Status {
      GBX_ASSIGN_OR_RETURN(inputs[side], make_inputs(runner.context.model(), shape, fills));
      const std::vector<Tensor> tensors = tensors_of(inputs[side]);
      runner.trace.begin(tensors);
      GBX_ASSIGN_OR_RETURN(outputs[side], runner.context.run(tensors));
      return {};
    };
    Status status = run();
    if (!status.ok()) return std::move(status).at(options.models[std::min(side, options.models.size() - 1)]);
  }
  const auto [expected, given] = outputs;
  if (expected.size() != given.size()) {
    return invalid_argument("the models have " + std::to_string(expected.size()) + " and " + std::to_string(given.size()) + " outputs");
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    out.push_back({trace_words(shape), first.context.model().main().output_names[i], std::string(dtype_name(expected[i].dtype)),
                   extents_text(expected[i].dims), compare_tensors(expected[i], given[i], tolerance_of(expected[i], options))});
  }
  return {};
}

Result<std::vector<ComparedOutput>> compare_all(const CompareOptions& options) {
  std::vector<std::unique_ptr<Side>> opened;
  for (const ModelSource& source : sides(options)) {
    GBX_ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, open_model(source));
    opened.push_back(std::make_unique<Side>(std::move(model)));
  }
  Trace trace;
  if (!options.trace.empty()) {
    GBX_ASSIGN_OR_RETURN(trace, read_trace(options.trace));
  } else {
    GBX_ASSIGN_OR_RETURN(trace.shapes, options.inputs.requests());
    if (trace.shapes.empty()) trace.shapes.emplace_back();
  }
  GBX_ASSIGN_OR_RETURN(const auto fills, options.inputs.fill_rules());
  for (const auto& [name, rule] : fills) trace.fills[name] = rule;
  std::vector<ComparedOutput> out;
  for (const RequestShape& shape : trace.shapes) {
    Status status = compare_request(*opened[0], *opened[1], shape, trace.fills, options, out);
    if (!status.ok()) return shape.empty() ? status : std::move(status).at(trace_words(shape));
  }
  return out;
}

int run_compare(const CompareOptions& options) {
  const Answer answer{options.json};
  const auto compared = compare_all(options);
  if (!compared.ok()) return report(compared.status(), answer);
  int differing = 0;
  Table table("llllrrl");
  table.row({"shape", "output", "type", "extents", "max abs", "max rel", ""});
  nlohmann::json rows = nlohmann::json::array();
  for (const ComparedOutput& row : compared.value()) {
    const Difference& d = row.difference;
    differing += d.equal() ? 0 : 1;
    table.row({row.shape.empty() ? "as declared" : row.shape, row.output, row.type, row.extents, number_text(d.max_absolute),
               number_text(d.max_relative), d.equal() ? "" : d.text()});
    rows.push_back({{"shape", row.shape},
                    {"output", row.output},
                    {"type", row.type},
                    {"extents", row.extents},
                    {"max_abs", d.max_absolute},
                    {"max_rel", d.max_relative},
                    {"beyond_tolerance", d.beyond},
                    {"equal", d.equal()},
                    {"reason", d.text()}});
  }
  if (options.json) {
    print_json({{"outputs", std::move(rows)}, {"differing", differing}});
  } else {
    print(table.text() + counted(compared.value().size() - static_cast<size_t>(differing), "output") + " equal within the tolerance, " +
          std::to_string(differing) + " not\n");
  }
  return differing == 0 ? kExitOk : kExitFailed;
}

}  // namespace

void add_compare(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Compare the outputs of two models, or of one model run in two ways");
  command->add_option("models", options->models, "One or two models (.onnx, .gbir) or packages (.gbx)")
      ->required()
      ->expected(1, 2)
      ->check(CLI::ExistingFile);
  CLI::Option* runners = command
                             ->add_option("--runners", options->runners,
                                          "How each side runs: float64 (plain kernels in double), reference (plain kernels, no passes) or "
                                          "dynamic (default: of one model "
                                          "reference,dynamic, of two dynamic)")
                             ->delimiter(',')
                             ->expected(1)
                             ->take_all()
                             ->allow_extra_args(false)
                             ->check(CLI::IsMember({"float64", "reference", "dynamic"}));
  add_input_options(*command, options->inputs);
  command->add_option("--trace", options->trace, "Each shape of this stream once, instead of --input-shape: see gearbox bench --help")
      ->check(CLI::ExistingFile)
      ->excludes("--input-shape");
  command
      ->add_option("--atol", options->absolute,
                   "Absolute tolerance of floats (default: 1e-5, times the lower quartile of magnitudes in the first side's output where "
                   "that is above 1)")
      ->check(zero_or_more());
  command->add_option("--rtol", options->relative, "Tolerance relative to the first side's value")
      ->capture_default_str()
      ->check(zero_or_more());
  command->add_option("--threads", options->threads, "Threads of the models")->capture_default_str()->check(CLI::Range(1, 1024));
  add_exact_flags(*command, options->exact);
  command->add_flag("--json", options->json, "Answer with a JSON object");
  add_shape_flags(*command, options->shapes);
  command->footer(
      "Examples:\n  gearbox compare model.onnx --input-shape 'x:1,3,{32,320},320'\n  gearbox compare a.gbx b.gbx --input-shape "
      "'x:1,3,320,320' --rtol 1e-4\n  gearbox compare model.onnx --runners float64,dynamic --input-shape 'x:1,3,320,320'");
  command->callback([options, runners, &exit_code] {
    if (options->runners.size() > 2) throw CLI::ValidationError("--runners", "one or two are needed");
    if (runners->count() == 0 && options->models.size() == 1) options->runners = {"reference", "dynamic"};
    if (runners->count() == 0 && options->models.size() == 2) options->runners = {"dynamic"};
    require_words(options->inputs.fill_rules().status());
    require_words(check_shape_words(options->shapes, options->models.front()));
    exit_code = run_compare(*options);
  });
}

}  // namespace gearbox::cli
