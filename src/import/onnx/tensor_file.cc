#include "import/onnx/tensor_file.h"

#include "base/mapped_file.h"
#include "import/onnx/tensor_reader.h"
#include "import/onnx/wire.h"

namespace gearbox {

Result<NamedTensor> read_tensor_pb(const std::string& path) {
  GBX_ASSIGN_OR_RETURN(MappedFile mapped, MappedFile::open(path));
  const auto file = std::make_shared<const MappedFile>(std::move(mapped));
  Result<onnx::SlimMessage> slim = onnx::take_out_raw_data(file->bytes(), onnx::WireMessage::kTensor);
  if (!slim.ok()) return slim.status().at(path);
  onnx::TensorProto proto;
  if (!proto.ParseFromArray(slim->bytes.data(), static_cast<int>(slim->bytes.size()))) return corrupt(path + ": not an ONNX tensor");
  onnx::TensorReader reader(std::move(slim->blobs), file, onnx::folder_of(path));
  Result<Literal> tensor = reader.read(proto, proto.name());
  if (!tensor.ok()) return tensor.status().at(path);
  return NamedTensor{proto.name(), *tensor};
}

}  // namespace gearbox
