// Checks the fast kernels against their definitions and measures them against the machine, problem by problem; see bench/op/README.md.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hwy/targets.h"
#include "op/case.h"
#include "op/check.h"
#include "op/measure.h"

namespace gearbox::bench {
namespace {

struct Options {
  std::vector<std::string> problems;
  std::string json, isa;
  int threads = 1;
  double seconds = 0.2;
  bool check_only = false;
};

constexpr std::pair<const char*, int64_t> kTargets[] = {{"SSE4", HWY_SSE4}, {"AVX2", HWY_AVX2}, {"AVX3", HWY_AVX3}};

/// What a word stands for: the lines of a file, or one problem.
Result<std::vector<Problem>> read_problems(const std::string& word) {
  std::ifstream file(word);
  std::stringstream text;
  text << (file ? "" : word);
  if (file) text << file.rdbuf();
  auto out = parse_problems(text.str());
  return out.ok() ? std::move(out) : std::move(out.status()).at(word);
}

/// The line of a case: its figures, or what is wrong with it.
class Line {
 public:
  Line(const Problem& problem, const Case& one, const Verdict& verdict) : problem_(problem), one_(one), verdict_(verdict) {}
  void time(const Timing& timing) { timing_ = timing; }

  double share() const { return std::max(timing_.share_of_peak, timing_.share_of_memory); }
  bool missed() const { return timing_.seconds > 0 && problem_.wanted > 0 && 100 * share() < problem_.wanted; }
  const char* bound() const {
    if (timing_.share_of_peak >= timing_.share_of_memory) return "computing";
    return one_.traffic == Traffic::kCopy ? "copying" : "reading";
  }

  void print() const {
    std::printf("%-42s %-11s", problem_.text.c_str(), one_.kernel.c_str());
    if (timing_.seconds > 0) {
      std::printf(" %10.1f us", timing_.seconds * 1e6);
      figure(one_.flops, "GF/s", timing_.share_of_peak, "peak");
      figure(one_.traffic == Traffic::kNone ? 0 : one_.bytes, "GB/s", timing_.share_of_memory,
             one_.traffic == Traffic::kCopy ? "copying" : "reading");
      if (problem_.wanted > 0) std::printf("  %s %.0f %%", missed() ? "below" : "reaches", problem_.wanted);
    }
    if (!verdict_.guarded) std::printf("  WRONG: writes behind its output");
    if (!(verdict_.error <= one_.tolerance)) std::printf("  WRONG: off by %.2g, %.2g allowed", verdict_.error, one_.tolerance);
    std::printf(timing_.seconds > 0 ? "\n" : "  off by %.2g, %lld of %lld parts checked\n", verdict_.error,
                static_cast<long long>(verdict_.checked), static_cast<long long>(verdict_.units));
    std::fflush(stdout);
  }

  nlohmann::json object() const {
    nlohmann::json out = {{"problem", problem_.text},
                          {"kernel", one_.kernel},
                          {"right", verdict_.right(one_)},
                          {"error", verdict_.error},
                          {"tolerance", one_.tolerance}};
    if (timing_.seconds == 0) return out;
    out["us"] = timing_.seconds * 1e6;
    out["bound"] = bound();
    out["share"] = share();
    if (one_.flops > 0) {
      out["gflops"] = one_.flops / timing_.seconds * 1e-9;
      out["share_of_peak"] = timing_.share_of_peak;
    }
    if (one_.traffic != Traffic::kNone) {
      out["gbytes"] = one_.bytes / timing_.seconds * 1e-9;
      out["share_of_memory"] = timing_.share_of_memory;
    }
    if (problem_.wanted > 0) out["wanted"] = problem_.wanted / 100;
    return out;
  }

 private:
  void figure(double amount, const char* unit, double share, const char* of) const {
    if (amount == 0) {
      std::printf("%28s", "");
    } else {
      std::printf(" %6.1f %s %4.0f %% %-8s", amount / timing_.seconds * 1e-9, unit, 100 * share, of);
    }
  }

  const Problem& problem_;
  const Case& one_;
  Verdict verdict_;
  Timing timing_;
};

Status run_problem(const Problem& problem, const Options& options, ThreadPool& pool, Meter& meter, nlohmann::json& rows, int& wrong) {
  GBX_ASSIGN_OR_RETURN(const std::vector<Case> cases, make_cases(problem, pool));
  for (const Case& one : cases) {
    const Verdict verdict = check(one, options.check_only ? 2e7 : 2e8);
    Line line(problem, one, verdict);
    if (!options.check_only) {
      GBX_ASSIGN_OR_RETURN(const Timing timing, meter.measure(one, options.seconds));
      line.time(timing);
    }
    line.print();
    rows.push_back(line.object());
    wrong += verdict.right(one) ? 0 : 1;
  }
  return {};
}

int fail(const Status& status) {
  std::fprintf(stderr, "op_bench: %s\n", status.text().c_str());
  return 2;
}

int run(const Options& options) {
  std::vector<Problem> problems;
  for (const std::string& word : options.problems) {
    auto more = read_problems(word);
    if (!more.ok()) return fail(more.status());
    problems.insert(problems.end(), more->begin(), more->end());
  }
  ThreadPool pool(options.threads);
  Meter meter(pool);
  nlohmann::json rows = nlohmann::json::array();
  int wrong = 0;
  for (const Problem& problem : problems) {
    if (const Status status = run_problem(problem, options, pool, meter, rows, wrong); !status.ok()) return fail(status);
  }
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    file << nlohmann::json{{"bench", "op"}, {"threads", options.threads}, {"problems", rows}}.dump(1) << "\n";
    if (!file) return fail(invalid_argument("cannot write " + options.json));
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gearbox::bench

int main(int argc, char** argv) {
  using gearbox::bench::kTargets;
  gearbox::bench::Options options;
  CLI::App app("Checks the fast kernels against their definitions and measures them against the machine.", "op_bench");
  app.add_option("problems", options.problems, "Problem files, or problems: 'gemm 8 3072 768'")->required();
  app.add_option("--threads", options.threads, "Threads that share the work")->capture_default_str()->check(CLI::Range(1, 1024));
  app.add_option("--seconds", options.seconds, "Time for each kernel of a problem")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--isa", options.isa, "The instruction set, instead of the best the machine has")
      ->check(CLI::IsMember({"SSE4", "AVX2", "AVX3"}));
  app.add_flag("--check", options.check_only, "Only compare results, on fewer parts of each");
  app.add_option("--json", options.json, "Also write the figures to this file");
  app.footer("Kinds of problems and their numbers:\n" + gearbox::bench::kinds_text() +
             "A word behind them names one kernel, '>= 92' the percent of the machine's limit that it should reach.\n"
             "Exit codes: 0 all results are right, 1 some are wrong, 2 wrong usage.");
  CLI11_PARSE(app, argc, argv);
  for (const auto& [name, target] : kTargets) {
    if (options.isa != name) continue;
    if ((hwy::SupportedTargets() & target) == 0) return std::fprintf(stderr, "op_bench: this machine has no %s\n", name), 77;
    hwy::SetSupportedTargetsForTest(target);
  }
  return gearbox::bench::run(options);
}
