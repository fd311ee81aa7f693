#include "import/onnx/importer.h"

#include "base/mapped_file.h"
#include "import/onnx/graph_builder.h"
#include "import/onnx/wire.h"

namespace gearbox {

Result<std::unique_ptr<Graph>> import_onnx_file(const std::string& path, const OpRegistry& registry, const ImportOptions& options) {
  GBX_ASSIGN_OR_RETURN(MappedFile mapped, MappedFile::open(path));
  auto file = std::make_shared<const MappedFile>(std::move(mapped));
  Result<std::unique_ptr<Graph>> graph = import_onnx_bytes(file->bytes(), onnx::folder_of(path), registry, options, file);
  if (!graph.ok()) return graph.status().at(path);
  return graph;
}

Result<std::unique_ptr<Graph>> import_onnx_bytes(std::span<const std::byte> bytes, const std::string& folder, const OpRegistry& registry,
                                                 const ImportOptions& options, std::shared_ptr<const void> owner) {
  GBX_ASSIGN_OR_RETURN(onnx::SlimMessage slim, onnx::take_out_raw_data(bytes, onnx::WireMessage::kModel));
  onnx::ModelProto model;
  if (!model.ParseFromArray(slim.bytes.data(), static_cast<int>(slim.bytes.size()))) {
    return corrupt("not a valid ONNX file: its messages cannot be parsed");
  }
  slim.bytes = std::string();
  if (!model.has_graph()) return corrupt("not a valid ONNX file: it holds no graph");
  onnx::TensorReader tensors(std::move(slim.blobs), std::move(owner), folder);
  return onnx::build_graph(model, registry, tensors, options.max_nodes);
}

}  // namespace gearbox
