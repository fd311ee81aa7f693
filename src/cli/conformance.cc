#include "cli/conformance.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "api/shape_trace.h"
#include "cli/npy.h"
#include "cli/tensor_difference.h"
#include "package/reader.h"
#include "package/writer.h"
#include "runtime/context.h"
#include "runtime/model.h"

namespace gearbox::cli {

namespace {

namespace fs = std::filesystem;

Tensor tensor_of(const Literal& literal) { return {literal.dtype(), literal.dims(), const_cast<void*>(literal.data())}; }

/// Older test data holds bfloat16 as the 16-bit integers of its bits; the model tells what they are.
Tensor as_declared(Tensor tensor, DType declared) {
  if (tensor.dtype == DType::kU16 && declared == DType::kBF16) tensor.dtype = DType::kBF16;
  return tensor;
}

Result<std::vector<Literal>> read_all(const CompilerLibrary& compiler, const fs::path& folder, const std::string& stem) {
  std::vector<Literal> out;
  for (size_t i = 0;; ++i) {
    const std::string path = (folder / (stem + "_" + std::to_string(i))).string();
    const bool npy = fs::exists(path + ".npy");
    if (!npy && !fs::exists(path + ".pb")) return out;
    GBX_ASSIGN_OR_RETURN(Literal literal, npy ? read_npy(path + ".npy") : compiler.read_tensor(path + ".pb"));
    out.push_back(std::move(literal));
  }
}

std::string data_type_text(const Tensor& tensor) {
  return std::string(dtype_name(tensor.dtype)) + " of rank " + std::to_string(tensor.rank());
}

/// Data that contradicts what the model itself declares says nothing about the engine.
Status check_declared(const Program& program, std::span<const Tensor> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(program.inputs[i])];
    if (inputs[i].dtype == value.dtype && (!value.ranked || inputs[i].dims.size() == value.dims.size())) continue;
    return unsupported("the test data contradicts the model: input '" + value.name + "' is " + data_type_text(inputs[i]) +
                       ", declared as " + std::string(dtype_name(value.dtype)) +
                       (value.ranked ? " of rank " + std::to_string(value.dims.size()) : ""));
  }
  return {};
}

Status run_data_set(const CompilerLibrary& compiler, Context& context, ShapeTrace& trace, const fs::path& folder) {
  GBX_ASSIGN_OR_RETURN(const std::vector<Literal> inputs, read_all(compiler, folder, "input"));
  GBX_ASSIGN_OR_RETURN(const std::vector<Literal> expected, read_all(compiler, folder, "output"));
  const Program& program = context.model().main();
  std::vector<Tensor> tensors;
  for (const Literal& literal : inputs) {
    const size_t i = tensors.size();
    const DType wanted = i < program.inputs.size() ? program.values[static_cast<size_t>(program.inputs[i])].dtype : literal.dtype();
    tensors.push_back(as_declared(tensor_of(literal), wanted));
  }
  tensors.resize(std::min(tensors.size(), program.inputs.size()));
  GBX_RETURN_IF_ERROR(check_declared(program, tensors));
  if (expected.empty()) return unsupported("the test data in " + folder.filename().string() + " has no outputs");
  trace.begin(tensors);
  GBX_ASSIGN_OR_RETURN(const std::span<const Tensor> outputs, context.run(tensors));
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i >= outputs.size()) return internal_error("output " + std::to_string(i) + " is missing");
    const std::string found = compare_tensors(as_declared(tensor_of(expected[i]), outputs[i].dtype), outputs[i], Tolerance()).text();
    if (!found.empty()) return internal_error("output '" + program.output_names[i] + "': " + found);
  }
  return {};
}

/// Writes the package to a file that is gone once it is mapped again.
Result<PackageContents> through_package(const PackageContents& contents) {
  char path[] = "/tmp/gearbox-test-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return internal_error("cannot make a temporary file in /tmp");
  close(file);
  const Status written = write_package(contents, path);
  auto read = written.ok() ? read_package(path, nullptr) : Result<PackageContents>(written);
  std::remove(path);
  return read;
}

Status run_all(const CompilerLibrary& compiler, const ConformanceCase& test, Runner runner, int threads) {
  CompileRequest request;
  request.model = test.model;
  request.optimise = runner != Runner::kReference;
  request.reference_only = runner == Runner::kReference;
  GBX_ASSIGN_OR_RETURN(PackageContents contents, compiler.compile(request));
  if (runner == Runner::kPackage) {
    GBX_ASSIGN_OR_RETURN(contents, through_package(contents));
  }
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, Model::load(std::move(contents), {.threads = threads}));
  Context context(model, {.poison = true});
  ShapeTrace trace(*model);
  context.observe(trace.observer());
  std::vector<fs::path> sets;
  for (const fs::directory_entry& entry : fs::directory_iterator(test.folder)) {
    if (entry.path().filename().string().starts_with("test_data_set_")) sets.push_back(entry.path());
  }
  std::sort(sets.begin(), sets.end());
  if (sets.empty()) return unsupported("the case has no test data");
  for (const fs::path& set : sets) GBX_RETURN_IF_ERROR(run_data_set(compiler, context, trace, set));
  return {};
}

}  // namespace

std::vector<ConformanceCase> find_cases(const std::vector<std::string>& folders) {
  std::vector<ConformanceCase> out;
  std::error_code error;
  auto add = [&](const fs::path& folder) {
    for (const char* name : {"model.onnx", "model.gbir"}) {
      if (fs::exists(folder / name))
        out.push_back({fs::canonical(folder, error).filename().string(), folder.string(), (folder / name).string()});
    }
  };
  for (const std::string& folder : folders) {
    add(folder);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
      if (entry.is_directory(error)) add(entry.path());
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return std::tie(a.name, a.folder) < std::tie(b.name, b.folder); });
  return out;
}

CaseResult run_case(const CompilerLibrary& compiler, const ConformanceCase& test, Runner runner, int threads) {
  const Status status = run_all(compiler, test, runner, threads);
  if (status.ok()) return {};
  const bool unsupported = status.code() == Code::kUnsupported;
  return {unsupported ? Outcome::kUnsupported : Outcome::kFailed, status.text()};
}

Result<std::map<std::string, std::string>> read_ignore_list(const std::string& path) {
  std::ifstream file(path);
  if (!file) return not_found("cannot read " + path);
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, reason;
    if (!(words >> name) || name[0] == '#') continue;
    std::getline(words >> std::ws, reason);
    out[name] = reason;
  }
  return out;
}

}  // namespace gearbox::cli
