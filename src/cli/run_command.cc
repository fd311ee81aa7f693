#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "cli/byte_size.h"
#include "cli/commands.h"
#include "cli/dispatch_report.h"
#include "cli/exact_flags.h"
#include "cli/model_inputs.h"
#include "cli/model_source.h"
#include "cli/print.h"
#include "cli/scope_report.h"
#include "cli/shape_flags.h"
#include "cli/shape_table.h"
#include "cli/table.h"
#include "cli/tensor_files.h"
#include "cli/tensor_summary.h"
#include "runtime/context.h"

namespace gearbox::cli {

namespace {

struct RunOptions {
  std::string model;
  std::vector<std::string> files;
  InputOptions inputs;
  ShapeRequest shapes;
  Exactness exact;
  std::string output_dir;
  std::string memory_limit;
  std::string debug;
  int threads = 1;
  bool reference = false;
  bool explain = false;
  bool json = false;
};

/// What --output-dir does.
struct WrittenFiles {
  std::string folder;
  std::vector<std::string> names;  ///< of each output; none without a folder
};

void print_text(const Program& program, std::span<const Tensor> outputs, double ms, const Context::Memory& memory,
                const WrittenFiles& files) {
  Table table("lllrrrl");
  table.row({"output", "type", "extents", "min", "max", "mean", ""});
  for (size_t i = 0; i < outputs.size(); ++i) {
    const TensorSummary s = summarise(outputs[i]);
    table.row({program.output_names[i], std::string(dtype_name(outputs[i].dtype)), extents_text(outputs[i].dims), number_text(s.least, 6),
               number_text(s.most, 6), number_text(s.mean, 6), s.not_finite ? std::to_string(s.not_finite) + " not finite" : ""});
  }
  print(table.text() + fixed_text(ms, 2) + " ms, arena " + bytes_text(memory.arena_bytes) + ", outputs " + bytes_text(memory.output_bytes) +
        "\n");
  for (size_t i = 0; i < files.names.size(); ++i) {
    if (files.names[i] != program.output_names[i] + ".npy")
      print("output '" + program.output_names[i] + "' is in " + files.folder + "/" + files.names[i] + "\n");
  }
}

nlohmann::json output_objects(const Program& program, std::span<const Tensor> outputs, const WrittenFiles& files) {
  nlohmann::json out = nlohmann::json::array();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const TensorSummary s = summarise(outputs[i]);
    out.push_back({{"name", program.output_names[i]},
                   {"type", dtype_name(outputs[i].dtype)},
                   {"extents", std::vector<int64_t>(outputs[i].dims.begin(), outputs[i].dims.end())},
                   {"min", s.least},
                   {"max", s.most},
                   {"mean", s.mean},
                   {"not_finite", s.not_finite}});
    if (!files.names.empty()) out.back()["file"] = files.folder + "/" + files.names[i];
  }
  return out;
}

std::vector<std::string> input_names(const Program& program) {
  std::vector<std::string> out;
  for (const int32_t input : program.inputs) out.push_back(program.values[static_cast<size_t>(input)].name);
  return out;
}

int run_run(const RunOptions& options) {
  const Answer answer{options.json};
  const auto model = open_model({.path = options.model,
                                 .threads = options.threads,
                                 .reference = options.reference,
                                 .exact = options.exact,
                                 .shapes = options.shapes});
  if (!model.ok()) return report(model.status(), answer);
  const Program& program = model.value()->main();
  ContextOptions limits;
  limits.poison = options.debug == "memory";
  if (!options.memory_limit.empty()) limits.memory_limit = *parse_byte_size(options.memory_limit);
  Context context(model.value(), limits);
  ShapeTrace trace(*model.value());
  if (options.debug == "shapes") context.observe(trace.observer());
  ScopeLog scopes(*model.value());
  if (options.explain) context.observe_scopes(scopes.observer());

  std::vector<Literal> inputs;
  double ms = 0;
  std::span<const Tensor> outputs;
  Report dispatch;
  WrittenFiles files{options.output_dir, {}};
  const auto run = [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const auto given, read_inputs(options.files, input_names(program)));
    GBX_ASSIGN_OR_RETURN(const auto shape, options.inputs.one_request());
    GBX_ASSIGN_OR_RETURN(const auto fills, options.inputs.fill_rules());
    GBX_ASSIGN_OR_RETURN(inputs, make_inputs(*model.value(), shape, fills, given));
    const std::vector<Tensor> tensors = tensors_of(inputs);
    trace.begin(tensors);
    if (options.explain) dispatch = dispatch_report(*model.value(), tensors);
    const int64_t begin = now_ns();
    GBX_ASSIGN_OR_RETURN(outputs, context.run(tensors));
    ms = static_cast<double>(now_ns() - begin) * 1e-6;
    if (files.folder.empty()) return {};
    files.names = npy_file_names(program.output_names);
    return write_tensors(files.folder, files.names, outputs);
  };
  const Status ran = run();
  if (options.debug == "shapes") print_aside(shape_table(trace));
  if (options.explain && !dispatch.object.is_null()) {
    const Report taken = scopes.report();
    dispatch.text += taken.text;
    if (!taken.object.is_null()) dispatch.object["scopes"] = taken.object;
  }
  if (!options.json) print(dispatch.text);
  if (!ran.ok()) return report(ran, answer, options.model + " cannot run these inputs");
  if (options.json) {
    nlohmann::json object = {{"model", options.model},
                             {"ms", ms},
                             {"arena_bytes", context.memory().arena_bytes},
                             {"output_bytes", context.memory().output_bytes},
                             {"outputs", output_objects(program, outputs, files)}};
    if (options.explain) object["dispatch"] = dispatch.object;
    print_json(object);
  } else {
    print_text(program, outputs, ms, context.memory(), files);
  }
  return kExitOk;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run a model once and show its outputs");
  command->add_option("model", options->model, "The model (.onnx, .gbir) or package (.gbx)")->required()->check(CLI::ExistingFile);
  command
      ->add_option("--input", options->files,
                   "An input's tensor: NAME=FILE.npy, or NAME=FILE.pb as in ONNX test data; NAME may stand in double quotes")
      ->check(input_word_problem)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME=FILE");
  add_input_options(*command, options->inputs);
  command->add_option("--output-dir", options->output_dir, "Write each output to NAME.npy in this folder ('_' for '/')");
  command->add_option("--threads", options->threads, "Threads of the model")->capture_default_str()->check(CLI::Range(1, 1024));
  command->add_option("--memory-limit", options->memory_limit, "Most memory of the run: bytes, or 512M, 2G")
      ->type_name("BYTES")
      ->check([](const std::string& text) { return parse_byte_size(text).status().message(); });
  add_shape_flags(*command, options->shapes);
  command->add_flag("--reference", options->reference, "Plain kernels and no passes");
  add_exact_flags(*command, options->exact);
  command->add_flag("--explain-dispatch", options->explain, "Which program serves the run, and why");
  command
      ->add_option("--debug", options->debug,
                   "shapes: each step's extents, expected and actual, on stderr; memory: the run starts with NaN in all "
                   "memory it works in")
      ->check(CLI::IsMember({"shapes", "memory"}));
  command->add_flag("--json", options->json, "Answer with a JSON object");
  command->footer(
      "Examples:\n  gearbox run model.onnx --input-shape 'x:1,3,320,320'\n  gearbox run model.gbx --input ids=ids.npy --input "
      "mask=mask.npy --output-dir out\n"
      "  gearbox run model.gbx --input-shape 'ids:1x7;mask:1x7' --fill 'ids int 0 1000' --debug shapes");
  command->callback([options, &exit_code] {
    require_words(options->inputs.one_request().status());
    require_words(options->inputs.fill_rules().status());
    require_words(check_shape_words(options->shapes, options->model));
    exit_code = run_run(*options);
  });
}

}  // namespace gearbox::cli
