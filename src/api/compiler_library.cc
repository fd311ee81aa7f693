#include "api/compiler.h"
#include "api/compiler_explain.h"
#include "api/compiler_shapes.h"
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
    std::vector<SymbolInfo> fixed;
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, import(request, fixed));
    const CompileOptions options{
        request.isa, request.optimise, request.reference_only, request.shapes.strict_outputs, request.shapes.unbake_batch, request.log};
    auto contents = gearbox::compile(*graph, ops_, kernels_, options);
    if (!contents.ok()) return std::move(contents.status()).at(request.model);
    contents->symbols.insert(contents->symbols.begin(), fixed.begin(), fixed.end());
    return contents;
  }

  Result<std::string> graph_text(const CompileRequest& request, bool optimised, bool as_dot) const override {
    std::vector<SymbolInfo> fixed;
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, import(request, fixed));
    GBX_RETURN_IF_ERROR(infer_shapes(*graph, ops_));
    if (optimised) {
      const PassContext context{ops_, kernels_, request.log};
      GBX_RETURN_IF_ERROR(run_passes(*graph, context, pipeline(true)));
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
  /// The model with what the request states about its shapes; `fixed` receives the symbols that thereby are numbers.
  Result<std::unique_ptr<Graph>> import(const CompileRequest& request, std::vector<SymbolInfo>& fixed) const {
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, read(request.model));
    auto stated = state_shapes(*graph, request.shapes);
    if (!stated.ok()) return std::move(stated.status()).at(request.model);
    fixed = std::move(stated).value();
    return graph;
  }

  Result<std::unique_ptr<Graph>> read(const std::string& model) const {
    if (!model.ends_with(".gbir")) return import_onnx_file(model, ops_);
    GBX_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(model));
    auto graph = parse_graph({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()});
    if (!graph.ok()) return std::move(graph.status()).at(model);
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
