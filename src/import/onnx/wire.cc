#include "import/onnx/wire.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <optional>

namespace gearbox::onnx {

namespace wire {

constexpr int kMaxDepth = 90;
constexpr size_t kPaddedLength = 5;
constexpr uint32_t kRawData = 9;
constexpr uint32_t kRawDataIndex = 1000;
constexpr uint32_t kTrainingInfo = 20;

struct Child {
  WireMessage parent;
  uint32_t field;
  WireMessage message;
};

/// The fields that can lead to a tensor.
constexpr Child kChildren[] = {
    {WireMessage::kModel, 7, WireMessage::kGraph},
    {WireMessage::kModel, 25, WireMessage::kFunction},
    {WireMessage::kGraph, 1, WireMessage::kNode},
    {WireMessage::kGraph, 5, WireMessage::kTensor},
    {WireMessage::kGraph, 15, WireMessage::kSparseTensor},
    {WireMessage::kFunction, 7, WireMessage::kNode},
    {WireMessage::kFunction, 11, WireMessage::kAttribute},
    {WireMessage::kNode, 5, WireMessage::kAttribute},
    {WireMessage::kAttribute, 5, WireMessage::kTensor},
    {WireMessage::kAttribute, 10, WireMessage::kTensor},
    {WireMessage::kAttribute, 6, WireMessage::kGraph},
    {WireMessage::kAttribute, 11, WireMessage::kGraph},
    {WireMessage::kAttribute, 22, WireMessage::kSparseTensor},
    {WireMessage::kAttribute, 23, WireMessage::kSparseTensor},
    {WireMessage::kSparseTensor, 1, WireMessage::kTensor},
    {WireMessage::kSparseTensor, 2, WireMessage::kTensor},
};

std::optional<WireMessage> child_of(WireMessage parent, uint32_t field) {
  for (const Child& child : kChildren) {
    if (child.parent == parent && child.field == field) return child.message;
  }
  return std::nullopt;
}

class Walker {
 public:
  explicit Walker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Status message(size_t begin, size_t end, WireMessage kind, int depth) {
    if (depth > kMaxDepth) return broken(begin, "messages are nested too deeply");
    size_t at = begin;
    while (at < end) {
      const size_t start = at;
      uint64_t tag = 0;
      if (!varint(at, end, tag) || tag > UINT32_MAX) return broken(start, "a field's tag is damaged");
      const auto field = static_cast<uint32_t>(tag >> 3);
      const auto type = static_cast<uint32_t>(tag & 7);
      uint64_t length = 0;
      if (type == 0 ? !varint(at, end, length) : type == 2 && !varint(at, end, length)) return broken(start, "a number is damaged");
      const size_t body = at;
      if (type == 0) length = 0;
      if (type == 1) length = 8;
      if (type == 5) length = 4;
      if (type == 3 || type == 4 || type > 5) return broken(start, "a field has a wire type that ONNX does not use");
      if (field == 0) return broken(start, "a field has the number 0");
      if (length > end - at) return broken(start, "a field is longer than what is left of the file or of the message it is in");
      at += static_cast<size_t>(length);
      GBX_RETURN_IF_ERROR(this->field(kind, field, type, {start, body, at}, depth));
    }
    return {};
  }

  SlimMessage take() && { return std::move(out_); }

 private:
  struct Extent {
    size_t start;  ///< of the tag
    size_t body;   ///< of a length-delimited field's contents
    size_t end;
  };

  Status field(WireMessage kind, uint32_t number, uint32_t type, Extent extent, int depth) {
    if (kind == WireMessage::kModel && number == kTrainingInfo) return {};
    if (kind == WireMessage::kTensor && number == kRawDataIndex) return {};
    if (type == 2 && kind == WireMessage::kTensor && number == kRawData && extent.end - extent.body >= kBigRawData) {
      put_varint(static_cast<uint64_t>(kRawDataIndex) << 3);
      put_varint(out_.blobs.size());
      out_.blobs.push_back(bytes_.subspan(extent.body, extent.end - extent.body));
      return {};
    }
    const std::optional<WireMessage> child = type == 2 ? child_of(kind, number) : std::nullopt;
    if (!child) return copy(extent.start, extent.end);
    put_varint(static_cast<uint64_t>(number) << 3 | 2);
    const size_t length_at = out_.bytes.size();
    out_.bytes.append(kPaddedLength, '\0');
    GBX_RETURN_IF_ERROR(message(extent.body, extent.end, *child, depth + 1));
    uint64_t length = out_.bytes.size() - length_at - kPaddedLength;
    for (size_t i = 0; i < kPaddedLength; ++i, length >>= 7) {
      out_.bytes[length_at + i] = static_cast<char>((length & 127) | (i + 1 < kPaddedLength ? 128 : 0));
    }
    return {};
  }

  Status copy(size_t begin, size_t end) {
    if (end - begin > INT_MAX - std::min<size_t>(out_.bytes.size(), INT_MAX)) {
      return unsupported("the model holds more than 2 GiB outside of raw_data; save its tensors as raw or external data");
    }
    out_.bytes.append(reinterpret_cast<const char*>(bytes_.data()) + begin, end - begin);
    return {};
  }

  bool varint(size_t& at, size_t end, uint64_t& value) const {
    value = 0;
    for (int shift = 0; shift < 70 && at < end; shift += 7) {
      const auto byte = static_cast<uint64_t>(bytes_[at++]);
      if (shift < 64) value |= (byte & 127) << shift;
      if (byte < 128) return true;
    }
    return false;
  }

  void put_varint(uint64_t value) {
    for (; value > 127; value >>= 7) out_.bytes += static_cast<char>((value & 127) | 128);
    out_.bytes += static_cast<char>(value);
  }

  static Status broken(size_t at, const std::string& what) {
    return corrupt("not a valid ONNX file: byte " + std::to_string(at) + ": " + what);
  }

  std::span<const std::byte> bytes_;
  SlimMessage out_;
};

}  // namespace wire

Result<SlimMessage> take_out_raw_data(std::span<const std::byte> bytes, WireMessage message) {
  wire::Walker walker(bytes);
  GBX_RETURN_IF_ERROR(walker.message(0, bytes.size(), message, 0));
  return std::move(walker).take();
}

}  // namespace gearbox::onnx
