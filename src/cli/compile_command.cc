#include <unistd.h>

#include <cstdio>
#include <set>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/compiler_loader.h"
#include "package/writer.h"

namespace gearbox::cli {

namespace {

struct CompileOptions {
  std::string model;
  std::string output;
  std::string target = "x86-64-v3";
  std::string log;
  bool quiet = false;
  bool reference = false;
};

/// Log lines of the chosen channels, on stderr.
class StderrLog final : public LogSink {
 public:
  explicit StderrLog(const std::string& channels) {
    for (size_t at = 0; at < channels.size();) {
      const size_t end = std::min(channels.find(',', at), channels.size());
      channels_.insert(channels.substr(at, end - at));
      at = end + 1;
    }
  }
  bool wants(std::string_view channel) const override { return channels_.contains(channel); }
  void line(std::string_view channel, std::string_view text) override {
    std::fprintf(stderr, "[%.*s] %.*s\n", static_cast<int>(channel.size()), channel.data(), static_cast<int>(text.size()), text.data());
  }

 private:
  std::set<std::string, std::less<>> channels_;
};

IsaLevel native_level() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) return IsaLevel::kV4;
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? IsaLevel::kV3 : IsaLevel::kV2;
}

IsaLevel level_of(const std::string& target) {
  if (target == "native") return native_level();
  return target == "x86-64-v2" ? IsaLevel::kV2 : target == "x86-64-v4" ? IsaLevel::kV4 : IsaLevel::kV3;
}

int run_compile(const CompileOptions& options) {
  const int64_t begin = now_ns();
  auto compiler = load_compiler();
  if (!compiler.ok()) return report(compiler.status());
  StderrLog log(options.log);
  CompileRequest request;
  request.model = options.model;
  request.isa = level_of(options.target);
  request.optimise = !options.reference;
  request.reference_only = options.reference;
  request.log = Logger(&log);
  const bool shown = !options.quiet && isatty(STDERR_FILENO);
  if (shown) std::fprintf(stderr, "compiling %s …\n", options.model.c_str());
  auto contents = (*compiler)->compile(request);
  if (!contents.ok()) return report(contents.status());
  if (const Status written = write_package(*contents, options.output); !written.ok()) return report(written);
  if (!options.quiet) {
    for (const std::string& note : contents->notes) std::fprintf(stderr, "note: %s\n", note.c_str());
    std::printf("%s: %zu steps, compiled in %.2f s\n", options.output.c_str(), contents->programs[0].steps.size(), static_cast<double>(now_ns() - begin) * 1e-9);
  }
  return kExitOk;
}

}  // namespace

void add_compile(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "Compile an ONNX model into a package");
  command->add_option("model", options->model, "The model (.onnx or .gbir)")->required()->check(CLI::ExistingFile);
  command->add_option("-o,--output", options->output, "The package to write (.gbx)")->required();
  command->add_option("--target", options->target, "Instruction set of the generated code")
      ->check(CLI::IsMember({"native", "x86-64-v2", "x86-64-v3", "x86-64-v4"}))
      ->capture_default_str();
  command->add_option("--log", options->log, "Channels to log, separated by commas: pass, plan");
  command->add_flag("--quiet", options->quiet, "Say nothing but errors");
  command->add_flag("--reference", options->reference, "Plain kernels and no passes, for comparison");
  command->footer("Example:\n  gearbox compile model.onnx -o model.gbx\n  gearbox compile model.onnx -o model.gbx --target native --log pass");
  command->callback([options, &exit_code] { exit_code = run_compile(*options); });
}

}  // namespace gearbox::cli
