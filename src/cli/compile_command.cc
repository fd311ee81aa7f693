#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "api/load_compiler.h"
#include "api/target.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/exact_flags.h"
#include "cli/print.h"
#include "cli/shape_flags.h"
#include "cli/table.h"
#include "package/writer.h"

namespace gearbox::cli {

namespace {

const std::string kChannels[] = {"pass"};

struct CompileOptions {
  std::string model;
  std::string output;
  std::string target = "x86-64-v3";
  std::vector<std::string> log;
  ShapeRequest shapes;
  int threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  bool quiet = false;
  bool reference = false;
  Exactness exact;
  bool float64 = false;
  bool json = false;
};

/// Log lines of the chosen channels, on stderr; on a terminal also how far the compilation is, in one line that gives way.
class StderrLog final : public LogSink {
 public:
  StderrLog(const std::vector<std::string>& channels, bool progress, std::string what)
      : channels_(channels.begin(), channels.end()), progress_(progress), what_(std::move(what)) {
    if (progress_) print_aside(what_ + " …");
  }
  ~StderrLog() override {
    if (progress_) std::fputs("\r\033[K", stderr);
  }
  bool wants(std::string_view channel) const override { return channel == "progress" ? progress_ : channels_.contains(channel); }
  void line(std::string_view channel, std::string_view text) override {
    if (channel == "progress") {
      std::fputs("\r\033[K", stderr);
      print_aside(what_ + ": " + std::string(text));
      return;
    }
    print_aside("[" + std::string(channel) + "] " + std::string(text) + "\n");
  }

 private:
  std::set<std::string, std::less<>> channels_;
  bool progress_;
  std::string what_;
};

int run_compile(const CompileOptions& options) {
  const Answer answer{options.json};
  const int64_t begin = now_ns();
  const auto compiler = load_compiler();
  if (!compiler.ok()) return report(compiler.status(), answer);
  CompileRequest request{.model = options.model, .shapes = options.shapes, .log = {}, .threads = options.threads};
  request.isa = target_level(options.target).value();
  request.optimise = !options.reference;
  request.reference_only = options.reference;
  request.exact = options.exact;
  request.float64 = options.float64;
  const auto contents = [&] {
    StderrLog log(options.log, !options.quiet && isatty(STDERR_FILENO), "compiling " + options.model);
    request.log = Logger(&log);
    return compiler.value()->compile(request);
  }();
  if (!contents.ok()) return report(contents.status(), answer);
  std::error_code unknown;
  if (std::filesystem::equivalent(options.model, options.output, unknown)) {
    return report(invalid_argument("the package would overwrite the model " + options.model + "; give another file to -o"), answer);
  }
  if (const Status written = write_package(contents.value(), options.output); !written.ok()) return report(written, answer);
  const double seconds = static_cast<double>(now_ns() - begin) * 1e-9;
  const size_t steps = contents.value().programs[0].steps.size();
  const std::string isa = target_name(request.isa);
  std::error_code error;
  const uint64_t bytes = std::filesystem::file_size(options.output, error);
  if (options.json) {
    print_json({{"model", options.model},
                {"package", options.output},
                {"target", isa},
                {"steps", steps},
                {"gears", contents.value().gears.gears.size()},
                {"scopes", contents.value().scopes.size()},
                {"bytes", bytes},
                {"seconds", seconds},
                {"notes", contents.value().notes}});
  } else if (!options.quiet) {
    for (const std::string& note : contents.value().notes) print_aside("note: " + note + "\n");
    const size_t gears = contents.value().gears.gears.size(), scopes = contents.value().scopes.size();
    print(options.output + ": " + counted(steps, "step") + (gears ? ", " + counted(gears, "gear") : "") +
          (scopes ? ", gears in " + counted(scopes, "scope") : "") + " for " + isa + ", " + bytes_text(bytes) + ", compiled in " +
          fixed_text(seconds, 2) + " s\n");
  }
  return kExitOk;
}

}  // namespace

void add_compile(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "Compile a model into a package");
  command->add_option("model", options->model, "The model (.onnx or .gbir)")->required()->check(CLI::ExistingFile);
  command->add_option("-o,--output", options->output, "The package to write (.gbx)")->required();
  command
      ->add_option("--target", options->target,
                   "Instruction set the package needs; for v3 it has code for v4 as well, which runs where the machine can")
      ->check(CLI::IsMember({"native", "x86-64-v2", "x86-64-v3", "x86-64-v4"}))
      ->capture_default_str();
  command->add_option("--log", options->log, "Channels to log on stderr, separated by commas")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kChannels), std::end(kChannels))));
  add_shape_flags(*command, options->shapes);
  command->add_option("--threads", options->threads, "Threads that make gears")->check(CLI::Range(1, 1024));
  command->add_flag("--quiet", options->quiet, "Say nothing but errors");
  add_exact_flags(*command, options->exact);
  command->add_flag("--reference", options->reference, "Plain kernels and no passes, for comparison");
  command->add_flag("--float64", options->float64, "As --reference, and what is float is computed in double: what rounding costs");
  command->add_flag("--json", options->json, "Answer with a JSON object");
  command->footer(
      "Examples:\n  gearbox compile model.onnx -o model.gbx\n  gearbox compile model.onnx -o model.gbx --target native --log pass\n"
      "  gearbox compile model.onnx -o model.gbx --symbols 'N=1..16, L=8..512:8' --assert 'L >= 2*K'\n"
      "  gearbox compile model.onnx -o model.gbx --gears 'N=1,8; L=64,128' --gear-mode 'L=bounded'");
  command->callback([options, &exit_code] {
    require_words(check_shape_words(options->shapes, options->model));
    if (options->shapes.lazy_gears)
      require_words(invalid_argument("--lazy-gears: such gears live in memory only, a package holds all of its gears; leave the flag out"));
    exit_code = run_compile(*options);
  });
}

}  // namespace gearbox::cli
