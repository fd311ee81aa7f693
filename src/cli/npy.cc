#include "cli/npy.h"

#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/half.h"
#include "base/new_file.h"

namespace gearbox::cli {

namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kHeaderAlignment = 64;

constexpr std::pair<std::string_view, DType> kTypes[] = {
    {"<f2", DType::kF16}, {"<f4", DType::kF32}, {"<f8", DType::kF64}, {"|b1", DType::kBool}, {"|i1", DType::kI8},  {"|u1", DType::kU8},
    {"<i2", DType::kI16}, {"<u2", DType::kU16}, {"<i4", DType::kI32}, {"<u4", DType::kU32},  {"<i8", DType::kI64}, {"<u8", DType::kU64},
};

/// What follows "'key':" in the header's dictionary.
Result<std::string_view> entry(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string label = quote + std::string(key) + quote;
    size_t at = header.find(label);
    if (at == std::string_view::npos) continue;
    at = header.find(':', at + label.size());
    if (at == std::string_view::npos) break;
    at = header.find_first_not_of(' ', at + 1);
    if (at == std::string_view::npos) break;
    return header.substr(at);
  }
  return corrupt("the header has no entry '" + std::string(key) + "'");
}

Result<DType> parse_type(std::string_view value) {
  const size_t end = value.size() > 1 ? value.find(value[0], 1) : std::string_view::npos;
  if (end == std::string_view::npos || (value[0] != '\'' && value[0] != '"'))
    return unsupported("it holds records, a plain tensor is expected");
  const std::string_view name = value.substr(1, end - 1);
  for (const auto& [spelling, type] : kTypes) {
    if (name == spelling || (name.size() == 3 && name.substr(1) == spelling.substr(1) && (name[0] == '=' || dtype_size(type) == 1)))
      return type;
  }
  return unsupported("element type '" + std::string(name) + "' is not supported (little-endian f2 f4 f8, i1 to i8, u1 to u8 and b1 are)");
}

Result<std::vector<int64_t>> parse_extents(std::string_view value) {
  const size_t end = value.find(')');
  if (value.empty() || value[0] != '(' || end == std::string_view::npos) return corrupt("the header's shape is malformed");
  std::vector<int64_t> dims;
  for (size_t at = 1; at < end;) {
    const size_t stop = std::min(value.find(',', at), end);
    std::string dim(value.substr(at, stop - at));
    std::erase(dim, ' ');
    if (!dim.empty()) {
      if (dim.size() > 18 || dim.find_first_not_of("0123456789") != std::string::npos) return corrupt("the header's shape is malformed");
      dims.push_back(std::stoll(dim));
    }
    at = stop + 1;
  }
  return dims;
}

std::string_view type_name(DType type) {
  for (const auto& [spelling, known] : kTypes) {
    if (known == type) return spelling;
  }
  return {};
}

Literal widened(const Tensor& tensor) {
  Literal out = Literal::allocate(DType::kF32, {tensor.dims.begin(), tensor.dims.end()});
  for (int64_t i = 0, n = tensor.elements(); i < n; ++i)
    static_cast<float*>(out.mutable_data())[i] = static_cast<float>(tensor.as<BFloat16>()[i]);
  return out;
}

}  // namespace

Result<Literal> parse_npy(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 10) return corrupt("not a .npy file");
  const auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(bytes[at])); };
  const size_t version = byte(6);
  if (version < 1 || version > 3) return unsupported(".npy format " + std::to_string(version) + "; formats 1 to 3 are read");
  const size_t prefix = version == 1 ? 10 : 12;
  if (bytes.size() < prefix) return corrupt("the header is cut off");
  const size_t length = version == 1 ? byte(8) + byte(9) * 256 : byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
  if (length > bytes.size() - prefix) return corrupt("the header is cut off");
  const std::string_view header = bytes.substr(prefix, length);
  GBX_ASSIGN_OR_RETURN(const std::string_view order, entry(header, "fortran_order"));
  GBX_ASSIGN_OR_RETURN(const std::string_view descr, entry(header, "descr"));
  GBX_ASSIGN_OR_RETURN(const std::string_view shape, entry(header, "shape"));
  GBX_ASSIGN_OR_RETURN(const DType type, parse_type(descr));
  GBX_ASSIGN_OR_RETURN(std::vector<int64_t> dims, parse_extents(shape));
  if (!order.starts_with("False")) return unsupported("it is in Fortran order; save numpy.ascontiguousarray(x)");
  const std::string_view data = bytes.substr(prefix + length);
  const int64_t elements = element_count(dims);
  if (elements < 0 || static_cast<size_t>(elements) > data.size() / dtype_size(type) ||
      static_cast<size_t>(elements) * dtype_size(type) != data.size()) {
    return corrupt("it holds " + std::to_string(data.size()) + " bytes of data, which is not what its shape needs");
  }
  Literal out = Literal::allocate(type, std::move(dims));
  if (!data.empty()) std::memcpy(out.mutable_data(), data.data(), data.size());
  return out;
}

Result<Literal> read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return not_found("cannot read " + path);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  auto literal = parse_npy(bytes.view());
  if (!literal.ok()) return literal.status().at(path);
  return literal;
}

Status write_npy(const std::string& path, const Tensor& tensor) {
  if (tensor.dtype == DType::kBF16) {
    const Literal wide = widened(tensor);
    return write_npy(path, {wide.dtype(), wide.dims(), const_cast<void*>(wide.data())});
  }
  const std::string_view type = type_name(tensor.dtype);
  if (type.empty()) return unsupported(path + ": .npy has no element type for " + std::string(dtype_name(tensor.dtype)));
  std::string header = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (";
  for (const int64_t dim : tensor.dims) header += std::to_string(dim) + ",";
  header += "), }";
  const size_t unpadded = kMagic.size() + 4 + header.size() + 1;
  header += std::string((kHeaderAlignment - unpadded % kHeaderAlignment) % kHeaderAlignment, ' ') + "\n";
  if (header.size() > 0xFFFF) return unsupported(path + ": the rank is too high for .npy");
  GBX_ASSIGN_OR_RETURN(NewFile file, NewFile::create(path));
  const char version_and_length[] = {1, 0, static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  GBX_RETURN_IF_ERROR(file.write(kMagic));
  GBX_RETURN_IF_ERROR(file.write(std::string_view(version_and_length, sizeof(version_and_length))));
  GBX_RETURN_IF_ERROR(file.write(header));
  GBX_RETURN_IF_ERROR(
      file.write({static_cast<const std::byte*>(tensor.data), static_cast<size_t>(tensor.elements()) * dtype_size(tensor.dtype)}));
  return file.finish();
}

}  // namespace gearbox::cli
