#include "op/kinds.h"

#include <algorithm>

namespace gearbox::bench {

namespace {

struct Kind {
  std::string name;
  std::vector<std::string> numbers;
  MakeCases make;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"gemm", {"M", "N", "K"}, gemm_cases},
      {"bgemm", {"batch", "M", "N", "K"}, batched_gemm_cases},
      {"attention", {"batch", "heads", "queries", "keys", "features"}, attention_cases},
      {"conv", {"N", "C", "H", "W", "O", "kernel", "stride", "pad", "groups"}, conv_cases},
      {"conv_transpose", {"N", "C", "H", "W", "O", "kernel", "stride", "pad", "groups"}, conv_transpose_cases},
      {"softmax", {"rows", "columns"}, softmax_cases},
      {"layer_norm", {"rows", "columns"}, layer_norm_cases},
      {"gelu", {"rows", "columns"}, gelu_cases},
      {"relu", {"rows", "columns"}, relu_cases},
      {"sum", {"outer", "extent", "inner"}, sum_cases},
      {"transpose", {"A", "B", "C"}, transpose_cases},
      {"gather", {"rows", "columns", "count"}, gather_cases},
      {"to_blocked", {"N", "C", "pixels"}, to_blocked_cases},
      {"from_blocked", {"N", "C", "pixels"}, from_blocked_cases},
      {"max_pool", {"N", "C", "H", "W", "kernel", "stride", "pad"}, max_pool_cases},
      {"resize", {"N", "C", "H", "W", "factor"}, resize_cases},
      {"lstm", {"steps", "batch", "inputs", "hidden", "directions"}, lstm_cases},
      {"gru", {"steps", "batch", "inputs", "hidden", "directions"}, gru_cases},
  };
  return all;
}

std::string words_of(const Kind& kind) {
  std::string out = kind.name;
  for (const std::string& number : kind.numbers) out += " " + number;
  return out;
}

}  // namespace

std::string kinds_text() {
  std::string out;
  for (const Kind& kind : kinds()) out += "  " + words_of(kind) + "\n";
  return out;
}

Result<std::vector<Case>> make_cases(const Problem& problem, ThreadPool& pool) {
  const auto kind = std::ranges::find(kinds(), problem.kind, &Kind::name);
  if (kind == kinds().end()) return invalid_argument("there is no kind '" + problem.kind + "'");
  if (problem.numbers.size() != kind->numbers.size())
    return invalid_argument("'" + problem.text + "' has " + std::to_string(problem.numbers.size()) +
                            " numbers; expected: " + words_of(*kind));
  std::vector<Case> out = kind->make(problem.numbers, pool);
  if (out.empty()) return invalid_argument("'" + problem.text + "': no kernel serves these extents");
  if (problem.kernel.empty()) return out;
  std::string names;
  for (const Case& one : out) names += (names.empty() ? "" : ", ") + one.kernel;
  std::erase_if(out, [&](const Case& one) { return one.kernel != problem.kernel; });
  if (out.empty()) return invalid_argument("'" + problem.text + "' has no kernel '" + problem.kernel + "'; there is " + names);
  return out;
}

}  // namespace gearbox::bench
