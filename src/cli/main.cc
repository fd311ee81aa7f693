#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "base/printable_text.h"
#include "cli/commands.h"
#include "cli/shape_spelling.h"

namespace {

std::string usage_error(const CLI::App* app, const CLI::Error& error) {
  std::string command = "gearbox";
  for (const CLI::App* chosen : app->get_subcommands()) command += " " + chosen->get_name();
  return gearbox::printable(std::string("gearbox: ") + error.what() + "\n  " + command + " --help lists the options\n", true);
}

/// Whether the command line asks for a JSON object: some commands have a --json that names a file.
bool asks_for_json(const CLI::App& app, std::span<const char* const> words) {
  if (words.empty() || std::ranges::find(words, std::string_view("--json")) == words.end()) return false;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() != words.front()) continue;
    const CLI::Option* json = command->get_option_no_throw("--json");
    return json && json->get_expected_max() == 0;
  }
  return false;
}

/// The message for a first word that names no command; empty where it does.
std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == word) return {};
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return gearbox::printable("gearbox: there is no command '" + word + "'\n  commands: " + names + "\n", true);
}

/// The exit code, or a failure where what was printed could not be written.
int with_answer_written(int exit_code) {
  const bool failed = std::ferror(stdout) != 0;
  if (std::fflush(stdout) == 0 && !failed) return exit_code;
  std::fprintf(stderr, "gearbox: cannot write the answer to standard output%s%s\n", failed ? "" : ": ", failed ? "" : std::strerror(errno));
  return gearbox::cli::kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file larger than `ulimit -f` allows is an error like that of a full disk
  CLI::App app("Gearbox compiles an ONNX model once and runs it at any input shape.", "gearbox");
  app.set_version_flag("--version", "gearbox " GBX_VERSION);
  app.failure_message(usage_error);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 success, 1 failure, 2 wrong usage (whatever the model is), 3 unsupported by this engine or machine.");
  int exit_code = 0;
  for (const gearbox::cli::AddCommand add : gearbox::cli::kCommands) add(app, exit_code);
  if (argc > 1 && argv[1][0] != '-') {
    if (const std::string message = unknown_command(app, argv[1]); !message.empty()) {
      std::fputs(message.c_str(), stderr);
      return gearbox::cli::kExitUsage;
    }
  }
  const bool json = asks_for_json(app, std::span(argv + 1, argv + argc));
  try {
    std::vector<std::string> words = gearbox::cli::flag_each_shape(std::span(argv + 1, argv + argc));
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) == 0) return with_answer_written(gearbox::cli::kExitOk);
    if (json) gearbox::cli::print_json(gearbox::cli::error_object(gearbox::invalid_argument(error.what())));
    return gearbox::cli::kExitUsage;
  } catch (const std::exception& error) {  // from the standard library: memory, file systems
    return gearbox::cli::report(gearbox::internal_error(error.what()), gearbox::cli::Answer{json});
  }
  return with_answer_written(exit_code);
}
