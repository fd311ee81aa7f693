#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/mapped_file.h"
#include "base/status.h"
#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {

/// Bytes and what keeps them alive; without an owner they are only valid during the import.
struct Blob {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

/// The folder that holds the file `path`, never empty.
std::string folder_of(const std::string& path);

/// The files beside a model that hold its tensors. Each is mapped once.
class ExternalData {
 public:
  /// `folder` is where the model lies; empty where the model came from memory, then any external data is an error.
  explicit ExternalData(std::string folder) : folder_(std::move(folder)) {}

  /// The `bytes` bytes of the tensor `name`. Errors (kNotFound, kCorrupt, kInvalidArgument) name tensor and file. A location outside
  /// of the folder is refused.
  Result<Blob> read(const TensorProto& tensor, const std::string& name, size_t bytes);

 private:
  Result<std::shared_ptr<const MappedFile>> open(const std::string& location);
  std::string folder_;
  std::map<std::string, std::shared_ptr<const MappedFile>> files_;
};

}  // namespace gearbox::onnx
