#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <sstream>

#include "api/capi_test_support.h"

namespace gearbox::testing {
namespace {

/// An input of a call: extents for the program as --input-shape writes them, and what a C caller gives.
struct Given {
  std::string name;
  int32_t dtype;
  std::vector<int64_t> dims;
};

/// A call that must fail, and the words for it.
struct WrongCall {
  std::string what;
  std::string model;
  std::string symbols;
  std::vector<Given> inputs;
  std::string error;  ///< message, and facts below it as "  key = value"
  size_t memory_limit = 0;
};

const WrongCall kWrongCalls[] = {
    {"two sizes for one symbol",
     "mask",
     "",
     {{"ids", GBX_I64, {2, 128}}, {"mask", GBX_F32, {2, 129}}},
     "axis 'L' has two sizes in one call\n  ids[1] = 128\n  mask[1] = 129"},
    {"above the range",
     "conv",
     "",
     {{"x", GBX_F32, {17, 3, 4, 4}}},
     "axis 'N', x[0], must be at most 16\n  demanded = 16 >= N\n  N = 17, from x[0]"},
    {"below the range",
     "conv",
     "",
     {{"x", GBX_F32, {1, 3, 0, 4}}},
     "axis 'H', x[2], must be at least 1\n  demanded = H >= 1\n  H = 0, from x[2]"},
    {"no multiple", "conv", "H=8..:8", {{"x", GBX_F32, {1, 3, 12, 4}}}, "axis 'H', x[2], must be a multiple of 8\n  H = 12, from x[2]"},
    {"not divisible in the graph",
     "pairs",
     "",
     {{"x", GBX_F32, {7}}},
     "node 'y': Reshape: elements of 'x' and of the shape asked for\n  demanded = L == 2*floordiv(L, 2)\n  2*floordiv(L, 2) = 6\n"
     "  L = 7, from x[0]"},
    {"wrong rank", "conv", "", {{"x", GBX_F32, {1, 3, 4}}}, "input 'x' has rank 3 [1,3,4], the model takes rank 4"},
    {"scalar", "conv", "", {{"x", GBX_F32, {}}}, "input 'x' has rank 0 [], the model takes rank 4"},
    {"wrong fixed extent", "conv", "", {{"x", GBX_F32, {1, 4, 4, 4}}}, "input 'x' has extent 4 at axis 1, the model takes 3"},
    {"wrong type", "conv", "", {{"x", GBX_F64, {1, 3, 4, 4}}}, "input 'x' is f64, the model takes f32"},
    {"missing input",
     "mask",
     "",
     {{"ids", GBX_I64, {2, 3}}},
     "input 'mask' is not given; the model takes\n  ids = i64[B,L]\n  mask = f32[B,L]"},
    {"unknown input",
     "mask",
     "",
     {{"ids", GBX_I64, {2, 3}}, {"mask", GBX_F32, {2, 3}}, {"token_type", GBX_I64, {2, 3}}},
     "the model has no input 'token_type'; it takes\n  ids = i64[B,L]\n  mask = f32[B,L]"},
    {"no input at all", "conv", "", {}, "input 'x' is not given; the model takes\n  x = f32[N,3,H,W]"},
    {"negative extent", "conv", "", {{"x", GBX_F32, {1, 3, -4, 4}}}, "input 'x' has a negative extent: [1,3,-4,4]"},
    {"huge extent",
     "conv",
     "",
     {{"x", GBX_F32, {1, 3, 999999999999999999, 1}}},
     "input 'x' of extents [1,3,999999999999999999,1] does not fit this machine's memory"},
    {"huge product",
     "conv",
     "",
     {{"x", GBX_F32, {1, 3, 4294967296, 4294967296}}},
     "input 'x' of extents [1,3,4294967296,4294967296] does not fit this machine's memory"},
    {"memory limit",
     "conv",
     "",
     {{"x", GBX_F32, {1, 3, 512, 512}}},
     "this call needs 8388608 bytes of working memory and 2097152 of outputs, the limit is 1048576\n"
     "  'y_1' [1,2,512,512] = 8388608 bytes\n  'y' [1,2,512,512] = 2097152 bytes",
     1 << 20},
};

/// Text with the blanks of its lines' alignment taken out.
std::string plain(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string joined;
    for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
    out += joined + "\n";
  }
  return out;
}

/// Elements worth allocating: those of an absurd request are not.
size_t elements_to_give(const Given& input) {
  double out = 1;
  for (const int64_t dim : input.dims) out *= static_cast<double>(dim);
  return out < 0 || out > 1 << 24 ? 0 : static_cast<size_t>(out);
}

/// What the C interface says.
std::string library_says(const Model& model, const WrongCall& call) {
  return error_of([&] {
    Dataset dataset(model);
    Context context(model, call.memory_limit);
    std::vector<std::vector<double>> data;
    for (const Given& input : call.inputs) {
      TensorView tensor{input.dtype, input.dims, nullptr, 0};
      data.emplace_back(elements_to_give(input) + 1);
      tensor.data = data.back().data();
      tensor.capacity = data.back().size() * sizeof(double);
      dataset.input(input.name, tensor);
    }
    context.run(dataset);
  });
}

/// A file of zeros in NumPy's format.
std::string npy_file(const Given& input) {
  std::string dims;
  for (const int64_t dim : input.dims) dims += std::to_string(dim) + ",";
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + dims + "), }";
  header += std::string(118 - header.size() - 1, ' ') + "\n";
  std::string path = ::testing::TempDir() + "wrong_call.npy";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file);
  std::fwrite(header.data(), 1, header.size(), file);
  size_t elements = 1;
  for (const int64_t dim : input.dims) elements *= static_cast<size_t>(dim);
  const std::vector<double> zeros(elements);
  std::fwrite(zeros.data(), sizeof(double), zeros.size(), file);
  std::fclose(file);
  return path;
}

/// What a command writes to stderr, and how it ends.
std::pair<std::string, int> run_program(const std::string& arguments) {
  const std::string command = std::string(GBX_PROGRAM) + " " + arguments + " 2>&1 >/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string out;
  char buffer[4096];
  for (size_t got; (got = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;) out.append(buffer, got);
  const int state = pclose(pipe);
  return {out, WIFEXITED(state) ? WEXITSTATUS(state) : -1};
}

/// The words after "gearbox run MODEL".
std::string run_words(const WrongCall& call) {
  std::string shapes, out;
  for (const Given& input : call.inputs) {
    if (input.dtype == GBX_F64) {
      out += " --input " + input.name + "=" + npy_file(input);
      continue;
    }
    std::string dims;
    for (const int64_t dim : input.dims) dims += (dims.empty() ? "" : ",") + std::to_string(dim);
    shapes += input.name + ":" + (dims.empty() ? "scalar" : dims) + ";";
  }
  if (!shapes.empty()) out += " --input-shape '" + shapes + "'";
  if (call.memory_limit > 0) out += " --memory-limit " + std::to_string(call.memory_limit);
  return out;
}

/// What the program says of a model or package that cannot run the inputs.
std::string program_says(const std::string& file, const WrongCall& call, const std::string& symbols) {
  const auto [text, code] = run_program("run " + file + run_words(call) + (symbols.empty() ? "" : " --symbols '" + symbols + "'"));
  EXPECT_EQ(code, 1) << text;
  const std::string headline = "gearbox: " + file + " cannot run these inputs\n";
  return text.starts_with(headline) ? text.substr(headline.size()) : text;
}

/// The error alone, without its code.
std::string without_code(const std::string& error) {
  const size_t colon = error.find(": ");
  return colon == std::string::npos ? error : error.substr(colon + 2);
}

TEST(WrongCalls, LibraryProgramAndPackagesUseTheSameWords) {
  const std::string package = ::testing::TempDir() + "wrong_call.gbx";
  for (const WrongCall& call : kWrongCalls) {
    SCOPED_TRACE(call.what);
    const std::string path = model_path(call.model);
    const Package compiled = Package::compile(path, {.symbols = call.symbols});
    compiled.save(package);
    EXPECT_EQ(without_code(library_says(Model(compiled), call)), call.error) << "compiled in memory";
    EXPECT_EQ(without_code(library_says(Model(Package::open(package)), call)), call.error) << "package";
    EXPECT_EQ(plain(program_says(path, call, call.symbols)), plain(call.error)) << "gearbox run model";
    EXPECT_EQ(plain(program_says(package, call, "")), plain(call.error)) << "gearbox run package";
  }
  std::remove(package.c_str());
}

TEST(WrongCalls, WhatIsNoNumberIsRefusedBeforeTheModelIsOpened) {
  for (const std::string word : {"nan", "1e3", "1.5", "99999999999999999999", ""}) {
    const auto [text, code] = run_program("run " + model_path("conv") + " --input-shape x:1,3,4," + word);
    EXPECT_EQ(code, 2) << word;
    EXPECT_NE(text.find("'" + word + "' is not an extent"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace gearbox::testing
