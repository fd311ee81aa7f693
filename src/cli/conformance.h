#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/compiler.h"
#include "ops/kernel_api.h"

namespace gearbox::cli {

/// One folder of ONNX test data: model.onnx and test_data_set_*.
struct ConformanceCase {
  std::string name;
  std::string folder;
};

enum class Outcome { kPassed, kFailed, kUnsupported, kIgnored };

struct CaseResult {
  Outcome outcome = Outcome::kPassed;
  std::string reason;
};

/// How a case is run: plain kernels without passes, the optimised program from memory, or written to a package and mapped again.
enum class Runner { kReference, kDynamic, kPackage };

/// All cases below the folders, sorted by name.
std::vector<ConformanceCase> find_cases(const std::vector<std::string>& folders);

/// Compiles the case and runs all its data sets. Tolerances: floats 1e-3 relative plus 1e-5 absolute, bf16 2^-7 relative; all else exact.
CaseResult run_case(const CompilerLibrary& compiler, const ConformanceCase& test, Runner runner, int threads);

/// Reads "name reason…" lines; '#' starts a comment.
Result<std::map<std::string, std::string>> read_ignore_list(const std::string& path);

/// The first difference of two tensors beyond the tolerance, empty where there is none.
std::string difference(const Tensor& expected, const Tensor& given);

}  // namespace gearbox::cli
