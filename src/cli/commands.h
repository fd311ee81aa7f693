#pragma once

#include <CLI/CLI.hpp>

#include "base/status.h"

namespace gearbox::cli {

inline constexpr int kExitOk = 0, kExitFailed = 1, kExitUsage = 2, kExitUnsupported = 3;

/// Adds one subcommand to the program; when chosen, it runs and leaves its exit code.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

void add_bench(CLI::App& app, int& exit_code);
void add_compile(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_test(CLI::App& app, int& exit_code);

inline constexpr AddCommand kCommands[] = {add_compile, add_bench, add_inspect, add_test};

/// Prints a failure to stderr as "gearbox: …" and returns its exit code.
int report(const Status& status);

}  // namespace gearbox::cli
