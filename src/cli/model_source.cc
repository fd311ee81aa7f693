#include "cli/model_source.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "api/gear_machine.h"
#include "api/load_compiler.h"
#include "cli/exact_flags.h"
#include "cli/machine_warnings.h"
#include "cli/shape_flags.h"
#include "package/reader.h"

namespace gearbox::cli {

namespace {

/// Reads what the child says on its stderr: its error message, passed on as ours.
std::string drain(int file) {
  std::string out;
  char buffer[4096];
  for (ssize_t got; (got = read(file, buffer, sizeof(buffer))) > 0;) out.append(buffer, static_cast<size_t>(got));
  close(file);
  while (!out.empty() && out.back() == '\n') out.pop_back();
  constexpr char kPrefix[] = "gearbox: ";
  return out.starts_with(kPrefix) ? out.substr(std::strlen(kPrefix)) : out;
}

Result<std::shared_ptr<const Model>> load(PackageContents contents, const ModelSource& source, std::shared_ptr<ThreadPool> team) {
  MachineWarnings warnings;
  const MachineProfile machine = gear_machine(contents, Logger(&warnings));
  return Model::load(std::move(contents), {.threads = source.threads, .team = std::move(team), .machine = machine});
}

Status compile_in_child(const ModelSource& source, const std::string& package) {
  std::vector<std::string> words = {"gearbox", "compile", source.path, "-o",
                                    package,   "--quiet", "--target",  "x86-64-v" + std::to_string(static_cast<int>(source.isa))};
  if (source.reference) words.push_back("--reference");
  if (source.float64) words.push_back("--float64");
  for (std::string& word : exact_words(source.exact)) words.push_back(std::move(word));
  for (std::string& word : shape_words(source.shapes)) words.push_back(std::move(word));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return internal_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) return internal_error(std::string("cannot start the compiler: ") + std::strerror(errno));
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[0]);
    execv("/proc/self/exe", arguments.data());
    _exit(127);
  }
  close(pipe_ends[1]);
  const std::string said = drain(pipe_ends[0]);
  int state = 0;
  waitpid(child, &state, 0);
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0) return {};
  const bool unsupported_model = WIFEXITED(state) && WEXITSTATUS(state) == 3;
  return {unsupported_model ? Code::kUnsupported : Code::kInvalidArgument,
          said.empty() ? source.path + ": the compiler ended without a word" : said};
}

/// Compiles in this process, where gears that are made later find the compiler.
Result<PackageContents> compile_here(const ModelSource& source) {
  GBX_ASSIGN_OR_RETURN(const CompilerLibrary* compiler, load_compiler());
  return compiler->compile({.model = source.path,
                            .isa = source.isa,
                            .optimise = !source.reference,
                            .reference_only = source.reference,
                            .exact = source.exact,
                            .float64 = source.float64,
                            .shapes = source.shapes,
                            .log = {}});
}

}  // namespace

bool names_package(const std::string& path) { return path.ends_with(".gbx") || is_package(path); }

Result<std::shared_ptr<const Model>> open_model(const ModelSource& source) {
  const auto team = std::make_shared<ThreadPool>(source.threads);
  if (names_package(source.path)) {
    GBX_ASSIGN_OR_RETURN(PackageContents contents, read_package(source.path, team.get()));
    if (const auto stated = shape_words(source.shapes); !stated.empty()) {
      if (stated.front() == "--lazy-gears")
        return invalid_argument(source.path + " is a package, which has its gears built in; --lazy-gears is for the model");
      return invalid_argument(source.path + " is a package, which was compiled with what was known of its shapes; " + stated.front() +
                              " is for the model");
    }
    if (const auto exact = exact_words(source.exact); !exact.empty())
      return invalid_argument(source.path + " is compiled already; " + exact.front() + " is for the model");
    if (source.float64) return invalid_argument(source.path + " is compiled already; give the model itself to compute it in float64");
    if (source.reference && !contents.reference_only) {
      return invalid_argument(source.path +
                              " is compiled for fast kernels; give the model itself to run the reference, or compile it with --reference");
    }
    return load(std::move(contents), source, team);
  }
  if (source.shapes.lazy_gears) {
    GBX_ASSIGN_OR_RETURN(PackageContents contents, compile_here(source));
    return load(std::move(contents), source, team);
  }
  const char* folder = std::getenv("TMPDIR");
  std::string package = std::string(folder ? folder : "/tmp") + "/gearbox-XXXXXX";
  const int file = mkstemp(package.data());
  if (file < 0) return internal_error("cannot make a temporary file " + package + ": " + std::strerror(errno));
  close(file);
  const Status compiled = compile_in_child(source, package);
  auto contents = compiled.ok() ? read_package(package, team.get()) : Result<PackageContents>(compiled);
  std::remove(package.c_str());
  if (!contents.ok()) return contents.status();
  return load(std::move(contents).value(), source, team);
}

}  // namespace gearbox::cli
