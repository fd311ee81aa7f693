#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/compiler.h"
#include "base/status.h"

namespace gearbox::cli {

/// One folder of test data as ONNX lays it out: model.onnx (or model.gbir) and test_data_set_*, with input_N.pb and output_N.pb (or .npy).
struct ConformanceCase {
  std::string name;
  std::string folder;
  std::string model;
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

/// Compiles the case and runs all its data sets; outputs may differ by the default Tolerance. Unsupported: what the engine lacks, and data
/// that cannot be read, is incomplete or contradicts the model.
CaseResult run_case(const CompilerLibrary& compiler, const ConformanceCase& test, Runner runner, int threads);

/// Reads "name reason…" lines; '#' starts a comment.
Result<std::map<std::string, std::string>> read_ignore_list(const std::string& path);

}  // namespace gearbox::cli
