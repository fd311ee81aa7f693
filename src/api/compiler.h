#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/options/shape_options.h"
#include "base/literal.h"
#include "base/log.h"
#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Raised whenever anything that crosses the library's border changes.
inline constexpr int kCompilerInterface = 7;

/// What users state about shapes.
struct ShapeRequest {
  options::ShapeWords words;
  std::vector<std::string> asserts;  ///< --assert, each use: "L >= 2*K"
  bool strict_outputs = false;
  bool unbake_batch = false;
  bool no_fallback = false;  ///< gears only, without the dynamic program
  bool lazy_gears = false;   ///< gears are made once calls ask for them: the contents have a gear_maker, and live in memory only
};

/// Which sums keep to products of the operands as they are, where a faster algorithm rounds more.
struct Exactness {
  bool conv = false;      ///< convolutions without Winograd
  bool products = false;  ///< matrix products without Strassen
};

/// What a caller asks of the compiler. Paths ending in .gbir are read as the textual form, all others as ONNX.
struct CompileRequest {
  std::string model;                      ///< path; with `bytes` what errors call the model
  std::span<const std::byte> bytes = {};  ///< the ONNX model itself, where it is no file
  std::string folder = {};                ///< with `bytes`: where external data lies
  IsaLevel isa = IsaLevel::kV3;
  bool optimise = true;
  bool reference_only = false;
  Exactness exact = {};
  bool float64 = false;  ///< what is f32 is computed in f64, with plain kernels and no passes
  ShapeRequest shapes;
  Logger log;
  int threads = 1;  ///< for making gears
};

/// The compiler as a library of its own (libgearbox_compiler.so), loaded only by programs that compile, so that whatever merely runs
/// packages carries neither LLVM nor protobuf. Both sides are built together; `gearbox_compiler` checks that. Thread-safe.
class CompilerLibrary {
 public:
  virtual ~CompilerLibrary() = default;
  /// Imports and compiles a model. The contents may refer to the mapped model file, which they keep alive.
  virtual Result<PackageContents> compile(const CompileRequest& request) const = 0;
  /// Which graph of a model graph_text() shows.
  enum class Stage { kImported, kOptimised, kGears };
  /// The graph after import, after all passes, or with its gears, in textual form, or as Graphviz where `dot`.
  virtual Result<std::string> graph_text(const CompileRequest& request, Stage stage, bool dot) const = 0;
  /// Answers a question about extents, "batch == beam" or "N*L", from what a package knows: Yes, No or Unknown with the proof or what is
  /// missing; of an expression its values, remainders and equals. Errors: unknown symbols, wrong grammar.
  virtual Result<std::string> explain(const std::vector<SymbolInfo>& symbols, const std::vector<FactInfo>& facts,
                                      const std::string& question) const = 0;
  /// One TensorProto file of ONNX test data. Unsupported where it holds a sequence, optional or strings.
  virtual Result<Literal> read_tensor(const std::string& path) const = 0;
};

}  // namespace gearbox

/// The library's only export. Null where `version` is not kCompilerInterface of the library.
extern "C" const gearbox::CompilerLibrary* gearbox_compiler(int version);
