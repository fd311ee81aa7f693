#include "import/onnx/tensor_reader.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/dims_text.h"

namespace gearbox::onnx {

namespace tensor_reader {

constexpr size_t kMaxDenseBytes = size_t{1} << 30;

std::string_view foreign_type_name(int32_t data_type) {
  switch (data_type) {
    case TensorProto::STRING: return "string";
    case TensorProto::FLOAT8E4M3FN: return "float8e4m3fn";
    case TensorProto::FLOAT8E4M3FNUZ: return "float8e4m3fnuz";
    case TensorProto::FLOAT8E5M2: return "float8e5m2";
    case TensorProto::FLOAT8E5M2FNUZ: return "float8e5m2fnuz";
    case TensorProto::UINT4: return "uint4";
    case TensorProto::INT4: return "int4";
    case TensorProto::FLOAT4E2M1: return "float4e2m1";
    case TensorProto::FLOAT8E8M0: return "float8e8m0";
    case TensorProto::UINT2: return "uint2";
    case TensorProto::INT2: return "int2";
    default: return "";
  }
}

/// Bytes from which an element of that type may be read.
size_t alignment(DType dtype) { return std::min<size_t>(dtype_size(dtype), 8); }

/// The extents, checked: natural numbers whose bytes fit in 63 bits.
Result<std::vector<int64_t>> extents(const auto& dims, DType dtype, const std::string& label) {
  std::vector<int64_t> out(dims.begin(), dims.end());
  const int64_t count = element_count(out);
  if (count < 0 || count > INT64_MAX / static_cast<int64_t>(dtype_size(dtype))) {
    return corrupt(label + " has impossible extents " + dims_text(out));
  }
  return out;
}

template <class To, class From>
void convert(const google::protobuf::RepeatedField<From>& from, void* to) {
  auto* out = static_cast<To*>(to);
  for (int i = 0; i < from.size(); ++i) out[i] = static_cast<To>(from.Get(i));
}

/// Elements of the *_data field that ONNX prescribes for the type. Complex numbers take two values each.
int64_t typed_elements(const TensorProto& tensor, DType dtype) {
  switch (dtype) {
    case DType::kF32: return tensor.float_data_size();
    case DType::kC64: return tensor.float_data_size() / 2;
    case DType::kF64: return tensor.double_data_size();
    case DType::kC128: return tensor.double_data_size() / 2;
    case DType::kI64: return tensor.int64_data_size();
    case DType::kU32:
    case DType::kU64: return tensor.uint64_data_size();
    default: return tensor.int32_data_size();
  }
}

void convert_typed(const TensorProto& tensor, DType dtype, void* out) {
  switch (dtype) {
    case DType::kF32:
    case DType::kC64: return convert<float>(tensor.float_data(), out);
    case DType::kF64:
    case DType::kC128: return convert<double>(tensor.double_data(), out);
    case DType::kI64: return convert<int64_t>(tensor.int64_data(), out);
    case DType::kU64: return convert<uint64_t>(tensor.uint64_data(), out);
    case DType::kU32: return convert<uint32_t>(tensor.uint64_data(), out);
    case DType::kI32: return convert<int32_t>(tensor.int32_data(), out);
    case DType::kBool: return convert<bool>(tensor.int32_data(), out);
    case DType::kU8:
    case DType::kI8: return convert<uint8_t>(tensor.int32_data(), out);
    default: return convert<uint16_t>(tensor.int32_data(), out);
  }
}

}  // namespace tensor_reader

Result<DType> element_type(int32_t data_type, const std::string& label) {
  if (data_type > 0 && data_type <= static_cast<int32_t>(DType::kBF16) && data_type != TensorProto::STRING) {
    return static_cast<DType>(data_type);
  }
  const std::string_view name = tensor_reader::foreign_type_name(data_type);
  if (name.empty()) return corrupt(label + " has the unknown element type " + std::to_string(data_type));
  return unsupported(label + " has element type " + std::string(name) + ", which is not supported");
}

Result<Literal> TensorReader::adopt(DType dtype, std::vector<int64_t> dims, const Blob& blob, const std::string& label) const {
  const size_t needed = static_cast<size_t>(element_count(dims)) * dtype_size(dtype);
  if (blob.bytes.size() != needed) {
    return corrupt(label + " holds " + std::to_string(blob.bytes.size()) + " bytes, its type and extents " + dims_text(dims) + " need " +
                   std::to_string(needed));
  }
  const bool aligned = reinterpret_cast<uintptr_t>(blob.bytes.data()) % tensor_reader::alignment(dtype) == 0;
  const auto is_truth = [](std::byte byte) { return byte <= std::byte{1}; };
  const bool clean = dtype != DType::kBool || std::all_of(blob.bytes.begin(), blob.bytes.end(), is_truth);
  if (blob.owner && aligned && clean) return Literal(dtype, std::move(dims), blob.bytes.data(), blob.owner);
  Literal out = Literal::allocate(dtype, std::move(dims));
  auto* bytes = static_cast<std::byte*>(out.mutable_data());
  if (needed > 0) std::memcpy(bytes, blob.bytes.data(), needed);
  if (!clean) std::transform(bytes, bytes + needed, bytes, [](std::byte byte) { return byte == std::byte{0} ? byte : std::byte{1}; });
  return out;
}

Result<Literal> TensorReader::decode(const TensorProto& tensor, const std::string& name) {
  const std::string label = "tensor '" + name + "'";
  GBX_ASSIGN_OR_RETURN(const DType dtype, element_type(tensor.data_type(), label));
  GBX_ASSIGN_OR_RETURN(std::vector<int64_t> dims, tensor_reader::extents(tensor.dims(), dtype, label));
  const int64_t count = element_count(dims);
  if (tensor.has_segment()) return unsupported(label + " is stored in segments, which is not supported");
  if (tensor.data_location() == TensorProto::EXTERNAL) {
    GBX_ASSIGN_OR_RETURN(const Blob blob, external_.read(tensor, name, static_cast<size_t>(count) * dtype_size(dtype)));
    return adopt(dtype, std::move(dims), blob, label);
  }
  if (tensor.has_raw_data_index()) {
    if (tensor.raw_data_index() >= blobs_.size()) return internal_error(label + " refers to raw data that was not taken out");
    return adopt(dtype, std::move(dims), {blobs_[static_cast<size_t>(tensor.raw_data_index())], owner_}, label);
  }
  if (tensor.has_raw_data()) {
    return adopt(dtype, std::move(dims), {std::as_bytes(std::span(tensor.raw_data())), nullptr}, label);
  }
  const int64_t given = tensor_reader::typed_elements(tensor, dtype);
  if (given != count) {
    return corrupt(label + " holds " + std::to_string(given) + " elements, its extents " + dims_text(dims) + " need " +
                   std::to_string(count));
  }
  Literal out = Literal::allocate(dtype, std::move(dims));
  if (count > 0) tensor_reader::convert_typed(tensor, dtype, out.mutable_data());
  return out;
}

Result<Literal> TensorReader::densify(const SparseTensorProto& tensor, const std::string& name) {
  const std::string label = "sparse tensor '" + name + "'";
  GBX_ASSIGN_OR_RETURN(const Literal values, read(tensor.values(), name));
  GBX_ASSIGN_OR_RETURN(const Literal indices, read(tensor.indices(), name + ".indices"));
  GBX_ASSIGN_OR_RETURN(std::vector<int64_t> dims, tensor_reader::extents(tensor.dims(), values.dtype(), label));
  const int64_t count = values.elements();
  const auto rank = static_cast<int64_t>(dims.size());
  const bool linear = indices.dims() == std::vector<int64_t>{count};
  if (values.dims().size() != 1 || indices.dtype() != DType::kI64 || (!linear && indices.dims() != std::vector<int64_t>{count, rank})) {
    return corrupt(label + " needs values [n] and int64 indices [n] or [n," + std::to_string(rank) + "]");
  }
  const size_t element = dtype_size(values.dtype());
  const auto total = static_cast<size_t>(element_count(dims));
  if (total > (tensor_reader::kMaxDenseBytes - dense_bytes_) / element) {
    return resource_exhausted(label + " with extents " + dims_text(dims) +
                              " is too big: the dense forms of a model's sparse tensors may take 1 GiB together");
  }
  dense_bytes_ += total * element;
  Literal out = Literal::allocate(values.dtype(), dims);
  const std::span<const int64_t> index = indices.values<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    bool inside = true;
    if (linear) {
      at = index[static_cast<size_t>(i)];
    } else {
      for (int64_t axis = 0; axis < rank; ++axis) {
        const int64_t coordinate = index[static_cast<size_t>(i * rank + axis)];
        const int64_t extent = dims[static_cast<size_t>(axis)];
        inside = inside && coordinate >= 0 && coordinate < extent;
        if (inside) at = at * extent + coordinate;
      }
    }
    if (!inside || at < 0 || static_cast<size_t>(at) >= total) return corrupt(label + " has an index outside of its extents");
    std::memcpy(static_cast<std::byte*>(out.mutable_data()) + static_cast<size_t>(at) * element,
                static_cast<const std::byte*>(values.data()) + static_cast<size_t>(i) * element, element);
  }
  return out;
}

Result<Literal> TensorReader::read(const TensorProto& tensor, const std::string& name) {
  if (auto it = read_.find(&tensor); it != read_.end()) return it->second;
  GBX_ASSIGN_OR_RETURN(Literal literal, decode(tensor, name));
  return read_.emplace(&tensor, std::move(literal)).first->second;
}

Result<Literal> TensorReader::read(const SparseTensorProto& tensor, const std::string& name) {
  if (auto it = read_.find(&tensor); it != read_.end()) return it->second;
  GBX_ASSIGN_OR_RETURN(Literal literal, densify(tensor, name));
  return read_.emplace(&tensor, std::move(literal)).first->second;
}

}  // namespace gearbox::onnx
