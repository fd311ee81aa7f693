#include "api/capi_test_support.h"

#include <numeric>

namespace gearbox::testing {

namespace {

/// Fields of protobuf's wire format.
std::string varint(uint64_t value) {
  std::string out;
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  return out + static_cast<char>(value);
}
std::string number(int field, uint64_t value) { return varint(static_cast<uint64_t>(field) << 3) + varint(value); }
std::string bytes(int field, const std::string& text) { return varint(static_cast<uint64_t>(field) << 3 | 2) + varint(text.size()) + text; }

/// ValueInfoProto of f32[N,4].
std::string value_info(const std::string& name) {
  const std::string shape = bytes(1, bytes(2, "N")) + bytes(1, number(1, 4));
  return bytes(1, name) + bytes(2, bytes(1, number(1, 1) + bytes(2, shape)));
}

}  // namespace

std::string model_path(const std::string& name) { return "tests/cli/models/" + name + ".gbir"; }

Model load(const std::string& name, const CompileOptions& options) { return Model(Package::compile(model_path(name), options)); }

std::string error_of(gbx_status* status) {
  return error_of([&] { check(status); });
}

std::vector<float> iota(size_t count) {
  std::vector<float> out(count);
  std::iota(out.begin(), out.end(), 0.F);
  return out;
}

std::string relu_onnx() {
  const std::string node = bytes(1, "x") + bytes(2, "y") + bytes(3, "relu") + bytes(4, "Relu");
  const std::string graph = bytes(1, node) + bytes(2, "main") + bytes(11, value_info("x")) + bytes(12, value_info("y"));
  return number(1, 8) + bytes(7, graph) + bytes(8, bytes(1, "") + number(2, 14));
}

}  // namespace gearbox::testing
