#include <CLI/CLI.hpp>

#include "cli/commands.h"

int main(int argc, char** argv) {
  CLI::App app("Gearbox compiles an ONNX model once and runs it at any input shape.");
  app.require_subcommand(1);
  int exit_code = 0;
  for (const gearbox::cli::AddCommand add : gearbox::cli::kCommands) add(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : gearbox::cli::kExitUsage;
  }
  return exit_code;
}
