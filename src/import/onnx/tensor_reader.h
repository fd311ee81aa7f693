#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/literal.h"
#include "base/status.h"
#include "import/onnx/external_data.h"
#include "import/onnx/onnx.pb.h"

namespace gearbox::onnx {

/// The element type of that number in a file. kUnsupported for strings and types narrower than a byte or of 8 floating-point bits;
/// the error begins with `label`, for example "tensor 'w'".
Result<DType> element_type(int32_t data_type, const std::string& label);

/// Turns the tensors of one file into literals. Big raw data stays in the file's bytes where it is aligned for its type.
class TensorReader {
 public:
  /// `blobs` are those of take_out_raw_data; `owner` keeps them alive, and without one they are copied.
  TensorReader(std::vector<std::span<const std::byte>> blobs, std::shared_ptr<const void> owner, std::string folder)
      : blobs_(std::move(blobs)), owner_(std::move(owner)), external_(std::move(folder)) {}

  /// The same message (by address) is read once. Errors name the tensor by `name`. Nothing is allocated before the amount of
  /// data was found to fit the extents.
  Result<Literal> read(const TensorProto& tensor, const std::string& name);
  /// Dense, zeros filled in. kResourceExhausted where all dense forms of one file would leave 1 GiB.
  Result<Literal> read(const SparseTensorProto& tensor, const std::string& name);

 private:
  Result<Literal> decode(const TensorProto& tensor, const std::string& name);
  Result<Literal> densify(const SparseTensorProto& tensor, const std::string& name);
  Result<Literal> adopt(DType dtype, std::vector<int64_t> dims, const Blob& blob, const std::string& label) const;
  std::vector<std::span<const std::byte>> blobs_;
  std::shared_ptr<const void> owner_;
  ExternalData external_;
  size_t dense_bytes_ = 0;
  std::unordered_map<const void*, Literal> read_;
};

}  // namespace gearbox::onnx
