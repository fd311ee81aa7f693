#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace gearbox::onnx {

/// What the outermost message of some bytes is.
enum class WireMessage { kModel, kGraph, kFunction, kNode, kAttribute, kSparseTensor, kTensor };

/// A message whose big raw_data fields were taken out, so that protobuf neither copies nor limits them.
struct SlimMessage {
  std::string bytes;                              ///< the message; a tensor that lost its raw_data has raw_data_index instead
  std::vector<std::span<const std::byte>> blobs;  ///< by raw_data_index: the raw_data where it lies in the original bytes
};

/// raw_data of at least this many bytes is taken out.
inline constexpr size_t kBigRawData = 1024;

/// Walks the wire format of `bytes`. kCorrupt where they break it, are nested too deeply or leave 2 GiB even without raw_data.
/// The result is for protobuf to parse: lengths are padded varints. Training information is dropped.
Result<SlimMessage> take_out_raw_data(std::span<const std::byte> bytes, WireMessage message);

}  // namespace gearbox::onnx
