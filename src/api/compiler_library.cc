#include "api/compiler.h"
#include "api/compiler_explain.h"
#include "api/compiler_shapes.h"
#include "api/compiler_words.h"
#include "api/options/lazy_gears.h"
#include "base/mapped_file.h"
#include "codegen/compile.h"
#include "import/onnx/importer.h"
#include "import/onnx/tensor_file.h"
#include "ir/dot.h"
#include "ir/text.h"
#include "passes/pass.h"

namespace gearbox {

namespace {

class Compiler final : public CompilerLibrary {
 public:
  Result<PackageContents> compile(const CompileRequest& request) const override {
    StatedShapes stated;
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, import(request, stated));
    auto contents = gearbox::compile(*graph, ops_, kernels_, options_of(request, stated));
    if (!contents.ok()) return with_stated_words(contents.status().at(request.model), request.shapes);
    contents->symbols.insert(contents->symbols.begin(), stated.fixed.begin(), stated.fixed.end());
    return contents;
  }

  Result<std::string> graph_text(const CompileRequest& request, Stage stage, bool as_dot) const override {
    StatedShapes stated;
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, import(request, stated));
    const CompileOptions options = options_of(request, stated);
    std::vector<GearPart> parts;
    const auto shape = [&]() -> Status {
      if (stage == Stage::kImported) return infer_shapes(*graph, ops_);
      GBX_ASSIGN_OR_RETURN(parts, optimise(*graph, ops_, kernels_, options));
      return {};
    };
    Status shaped = shape();
    if (!shaped.ok()) return with_stated_words(std::move(shaped), request.shapes);
    if (stage == Stage::kGears) {
      GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> root, make_gears(*graph, parts, ops_, kernels_, options));
      if (root) graph = std::move(root);
    }
    return as_dot ? dot(*graph) : print(*graph, {.inline_elements = 16, .shown_elements = 64});
  }

  Result<std::string> explain(const std::vector<SymbolInfo>& symbols, const std::vector<FactInfo>& facts,
                              const std::string& question) const override {
    return explain_extents(symbols, facts, question);
  }

  Result<Literal> read_tensor(const std::string& path) const override {
    GBX_ASSIGN_OR_RETURN(NamedTensor named, read_tensor_pb(path));
    return std::move(named.tensor);
  }

 private:
  static CompileOptions options_of(const CompileRequest& request, const StatedShapes& stated) {
    return {.isa = request.isa,
            .optimise = request.optimise && !request.float64,
            .reference_only = request.reference_only || request.float64,
            .exact_conv = request.exact.conv,
            .exact_products = request.exact.products,
            .float64 = request.float64,
            .strict_outputs = request.shapes.strict_outputs,
            .unbake_batch = request.shapes.unbake_batch,
            .log = request.log,
            .gears = {stated.gears, !request.shapes.no_fallback, request.threads, stated.scopes, request.shapes.words.max_gears,
                      request.shapes.lazy_gears}};
  }

  /// The model with what the request states about its shapes; `stated` receives the rest of that.
  Result<std::unique_ptr<Graph>> import(const CompileRequest& request, StatedShapes& stated) const {
    if (request.shapes.lazy_gears) GBX_RETURN_IF_ERROR(options::check_lazy_gears(request.shapes.words, request.shapes.no_fallback));
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, read(request));
    auto shapes = state_shapes(*graph, request.shapes);
    if (!shapes.ok()) return shapes.status().at(request.model);
    stated = std::move(shapes).value();
    if (request.shapes.no_fallback && stated.gears.rows.empty() && stated.scopes.empty())
      return invalid_argument(request.model + ": --no-fallback leaves nothing to run where there are no gears");
    return graph;
  }

  Result<std::unique_ptr<Graph>> read(const CompileRequest& request) const {
    const std::string& model = request.model;
    if (!request.bytes.empty()) {
      auto graph = import_onnx_bytes(request.bytes, request.folder, ops_);
      if (!graph.ok()) return graph.status().at(model);
      return graph;
    }
    if (!model.ends_with(".gbir")) return import_onnx_file(model, ops_);
    GBX_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(model));
    auto graph = parse_graph({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()});
    if (!graph.ok()) return graph.status().at(model);
    return graph;
  }

  OpRegistry ops_ = OpRegistry::builtin();
  KernelRegistry kernels_ = KernelRegistry::builtin();
};

}  // namespace

}  // namespace gearbox

extern "C" __attribute__((visibility("default"))) const gearbox::CompilerLibrary* gearbox_compiler(int version) {
  static const gearbox::Compiler compiler;
  return version == gearbox::kCompilerInterface ? &compiler : nullptr;
}
