#include "import/onnx/external_data.h"

#include <charconv>
#include <filesystem>

namespace gearbox::onnx {

namespace external_data {

bool stays_inside(const std::string& location) {
  const std::filesystem::path path(location);
  if (location.empty() || path.is_absolute() || location.find('\0') != std::string::npos) return false;
  for (const auto& part : path) {
    if (part == "..") return false;
  }
  return true;
}

bool read_size(const std::string& text, size_t& out) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), out);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

}  // namespace external_data

std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

Result<std::shared_ptr<const MappedFile>> ExternalData::open(const std::string& location) {
  std::shared_ptr<const MappedFile>& file = files_[location];
  if (!file) {
    GBX_ASSIGN_OR_RETURN(MappedFile mapped, MappedFile::open((std::filesystem::path(folder_) / location).string()));
    file = std::make_shared<const MappedFile>(std::move(mapped));
  }
  return file;
}

Result<Blob> ExternalData::read(const TensorProto& tensor, const std::string& name, size_t bytes) {
  const std::string label = "tensor '" + name + "'";
  std::string location;
  size_t offset = 0;
  for (const StringStringEntryProto& entry : tensor.external_data()) {
    if (entry.key() == "location") location = entry.value();
    if (entry.key() == "offset" && !external_data::read_size(entry.value(), offset)) {
      return corrupt(label + ": the offset '" + entry.value() + "' of its external data is no number");
    }
    if (entry.key() == "length") {
      size_t length = 0;
      if (!external_data::read_size(entry.value(), length)) {
        return corrupt(label + ": the length '" + entry.value() + "' of its external data is no number");
      }
      if (length != bytes) {
        return corrupt(label + " has " + entry.value() + " bytes of external data, its type and extents need " + std::to_string(bytes));
      }
    }
  }
  if (!external_data::stays_inside(location)) {
    return invalid_argument(label + ": external data at '" + location + "' is not inside the model's folder");
  }
  if (folder_.empty()) {
    return invalid_argument(label + " lies in the file '" + location + "', but the model was given as bytes without a folder");
  }
  Result<std::shared_ptr<const MappedFile>> file = open(location);
  if (!file.ok()) return file.status().at(label);
  const std::span<const std::byte> all = (*file)->bytes();
  if (offset > all.size() || bytes > all.size() - offset) {
    return corrupt(label + " needs bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) + " of '" + location +
                   "', which has " + std::to_string(all.size()) + ": the file is incomplete or belongs to another model");
  }
  return Blob{all.subspan(offset, bytes), *file};
}

}  // namespace gearbox::onnx
