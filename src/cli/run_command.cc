#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "api/load_compiler.h"
#include "base/clock.h"
#include "cli/byte_size.h"
#include "cli/commands.h"
#include "cli/dispatch_report.h"
#include "cli/model_inputs.h"
#include "cli/model_source.h"
#include "cli/npy.h"
#include "cli/shape_flags.h"
#include "cli/shape_table.h"
#include "cli/table.h"
#include "cli/tensor_summary.h"
#include "runtime/context.h"

namespace gearbox::cli {

namespace {

struct RunOptions {
  std::string model;
  std::vector<std::string> files;
  InputOptions inputs;
  ShapeRequest shapes;
  std::string output_dir;
  std::string memory_limit;
  std::string debug;
  int threads = 1;
  bool reference = false;
  bool explain = false;
  bool json = false;
};

/// The tensors of --input NAME=FILE. A .pb file is read by the compiler library, which knows ONNX.
Result<std::map<std::string, Literal>> read_files(const std::vector<std::string>& words) {
  std::map<std::string, Literal> out;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals), path = word.substr(equals + 1);
    if (out.contains(name)) return invalid_argument("--input gives '" + name + "' twice");
    if (path.ends_with(".pb")) {
      GBX_ASSIGN_OR_RETURN(const CompilerLibrary* compiler, load_compiler());
      GBX_ASSIGN_OR_RETURN(out[name], compiler->read_tensor(path));
    } else {
      GBX_ASSIGN_OR_RETURN(out[name], read_npy(path));
    }
  }
  return out;
}

/// The output's name as a file name.
std::string file_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name + ".npy";
}

Status write_outputs(const std::string& folder, const Program& program, std::span<const Tensor> outputs) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return invalid_argument("cannot make the folder " + folder + ": " + error.message());
  for (size_t i = 0; i < outputs.size(); ++i) GBX_RETURN_IF_ERROR(write_npy(folder + "/" + file_name(program.output_names[i]), outputs[i]));
  return {};
}

void print_text(const Program& program, std::span<const Tensor> outputs, double ms, const Context::Memory& memory) {
  Table table("lllrrrl");
  table.row({"output", "type", "extents", "min", "max", "mean", ""});
  for (size_t i = 0; i < outputs.size(); ++i) {
    const TensorSummary s = summarise(outputs[i]);
    table.row({program.output_names[i], std::string(dtype_name(outputs[i].dtype)), extents_text(outputs[i].dims), number_text(s.least, 6),
               number_text(s.most, 6), number_text(s.mean, 6), s.not_finite ? std::to_string(s.not_finite) + " not finite" : ""});
  }
  std::printf("%s%.2f ms, arena %s, outputs %s\n", table.text().c_str(), ms, bytes_text(memory.arena_bytes).c_str(),
              bytes_text(memory.output_bytes).c_str());
}

nlohmann::json output_objects(const Program& program, std::span<const Tensor> outputs) {
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
  }
  return out;
}

int run_run(const RunOptions& options) {
  const Answer answer{options.json};
  const auto model =
      open_model({.path = options.model, .threads = options.threads, .reference = options.reference, .shapes = options.shapes});
  if (!model.ok()) return report(model.status(), answer);
  const Program& program = model.value()->main();
  ContextOptions limits;
  limits.poison = options.debug == "memory";
  if (!options.memory_limit.empty()) limits.memory_limit = *parse_byte_size(options.memory_limit);
  Context context(model.value(), limits);
  ShapeTrace trace(*model.value());
  if (options.debug == "shapes") context.observe(trace.observer());

  std::vector<Literal> inputs;
  double ms = 0;
  std::span<const Tensor> outputs;
  Report dispatch;
  const auto run = [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const auto files, read_files(options.files));
    GBX_ASSIGN_OR_RETURN(const auto shape, options.inputs.one_request());
    GBX_ASSIGN_OR_RETURN(const auto fills, options.inputs.fill_rules());
    GBX_ASSIGN_OR_RETURN(inputs, make_inputs(*model.value(), shape, fills, files));
    const std::vector<Tensor> tensors = tensors_of(inputs);
    trace.begin(tensors);
    if (options.explain) dispatch = dispatch_report(*model.value(), tensors);
    const int64_t begin = now_ns();
    GBX_ASSIGN_OR_RETURN(outputs, context.run(tensors));
    ms = static_cast<double>(now_ns() - begin) * 1e-6;
    return options.output_dir.empty() ? Status() : write_outputs(options.output_dir, program, outputs);
  };
  const Status ran = run();
  if (options.debug == "shapes") std::fputs(shape_table(trace).c_str(), stderr);
  if (!options.json) std::fputs(dispatch.text.c_str(), stdout);
  if (!ran.ok()) return report(ran, answer, options.model + " cannot run these inputs");
  if (options.json) {
    nlohmann::json object = {{"model", options.model},
                             {"ms", ms},
                             {"arena_bytes", context.memory().arena_bytes},
                             {"output_bytes", context.memory().output_bytes},
                             {"outputs", output_objects(program, outputs)}};
    if (options.explain) object["dispatch"] = dispatch.object;
    print_json(object);
  } else {
    print_text(program, outputs, ms, context.memory());
  }
  return kExitOk;
}

std::string file_problem(const std::string& word) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) return "'" + word + "' is not NAME=FILE";
  const std::string path = word.substr(equals + 1);
  if (!path.ends_with(".npy") && !path.ends_with(".pb")) return "'" + path + "' ends neither in .npy nor in .pb";
  return std::filesystem::exists(path) ? "" : "there is no file " + path;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run a model once and show its outputs");
  command->add_option("model", options->model, "The model (.onnx, .gbir) or package (.gbx)")->required()->check(CLI::ExistingFile);
  command->add_option("--input", options->files, "An input's tensor: NAME=FILE.npy, or NAME=FILE.pb as in ONNX test data")
      ->check(file_problem)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME=FILE");
  add_input_options(*command, options->inputs);
  command->add_option("--output-dir", options->output_dir, "Write each output to NAME.npy in this folder");
  command->add_option("--threads", options->threads, "Threads of the model")->capture_default_str()->check(CLI::Range(1, 1024));
  command->add_option("--memory-limit", options->memory_limit, "Most memory of the run: bytes, or 512M, 2G")
      ->type_name("BYTES")
      ->check([](const std::string& text) { return parse_byte_size(text).status().message(); });
  add_shape_flags(*command, options->shapes);
  command->add_flag("--reference", options->reference, "Plain kernels and no passes");
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
  command->callback([options, &exit_code] { exit_code = run_run(*options); });
}

}  // namespace gearbox::cli
