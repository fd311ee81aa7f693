#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/status.h"

namespace gearbox::cli {

inline constexpr int kExitOk = 0, kExitFailed = 1, kExitUsage = 2, kExitUnsupported = 3;

/// Adds one subcommand to the program; when chosen, it runs and leaves its exit code.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

void add_bench(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_compile(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_test(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);

inline constexpr AddCommand kCommands[] = {add_compile, add_run, add_bench, add_compare, add_inspect, add_test, add_tune};

/// How a command answers: text for people, or one JSON object on stdout.
enum class Answer : bool { kText, kJson };

/// Prints a failure to stderr as "gearbox: …" with its facts aligned below, and under --json also to stdout as {"error": …}; returns its
/// exit code. A headline ("m.gbx cannot run these inputs") stands above the message.
int report(const Status& status, Answer answer = Answer::kText, const std::string& headline = {});

/// Leaves the command as wrong usage, exit code 2, where the status is not ok: for words that are wrong whatever the model is. What is
/// merely unsupported is left to the work itself to report.
void require_words(const Status& status);

/// What --json shows of a failure: {"error": …}.
nlohmann::json error_object(const Status& status, const std::string& headline = {});
/// Prints the object to stdout.
void print_json(const nlohmann::json& object);
/// Writes the object into a file, on one line.
Status write_json(const std::string& path, const nlohmann::json& object);

}  // namespace gearbox::cli
