#include "codegen/llvm/random_loop_test_support.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/half.h"

namespace gearbox::testing_support {
namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kI8,  DType::kI16,  DType::kI32, DType::kI64, DType::kU8,
                            DType::kU16, DType::kU32, DType::kU64, DType::kBool, DType::kF16, DType::kBF16};

/// Bytes of padding before, after and between rows; odd, so that rows are unaligned.
constexpr int64_t kGap = 13;
constexpr std::byte kPattern{0xA5};

template <class List>
auto pick(const List& list, std::mt19937& random) {
  return list[random() % std::size(list)];
}

DType random_type(std::mt19937& random) { return random() % 3 == 0 ? DType::kF32 : pick(kTypes, random); }

bool is_exact(LoopOp op) {
  if (op >= LoopOp::kExp && op <= LoopOp::kErf) return false;
  if (op >= LoopOp::kElu && op <= LoopOp::kSoftplus) return false;
  if (op >= LoopOp::kSilu && op <= LoopOp::kGeluTanh) return false;
  return !(op >= LoopOp::kSin && op <= LoopOp::kAtanh) && op != LoopOp::kPow;
}

/// An earlier value of `type`, cast where there is none.
int32_t value_of(LoopBody& body, DType type, std::mt19937& random) {
  const int32_t count = static_cast<int32_t>(body.values.size());
  const int32_t start = static_cast<int32_t>(random() % static_cast<unsigned>(count));
  for (int32_t i = 0; i < count; ++i) {
    if (body.values[(start + i) % count].type == type) return (start + i) % count;
  }
  return body.cast(start, type);
}

uint64_t random_bits(DType type, std::mt19937& random) {
  const uint64_t noise = (static_cast<uint64_t>(random()) << 32) | random();
  if (type == DType::kBool) return noise & 1;
  const unsigned kind = random() % 4;
  if (is_float(type) && kind == 0) {
    constexpr double kEdges[] = {0.0,  -0.0,  1,        -1,        0.5,          1.5,           2.5,    -2.5,   127.5, 255,
                                 256,  65504, 65520,    65536,     2147483648.0, -2147483649.0, 9.3e18, 1.9e19, 1e-40, 1e-8,
                                 6e-8, 3e38,  INFINITY, -INFINITY, NAN};
    const double edge = pick(kEdges, random);
    if (type == DType::kF64) return std::bit_cast<uint64_t>(edge);
    if (type == DType::kF32) return std::bit_cast<uint32_t>(static_cast<float>(edge));
    return type == DType::kF16 ? Half(static_cast<float>(edge)).bits : BFloat16(static_cast<float>(edge)).bits;
  }
  if (is_float(type) && kind < 3) {
    const double modest = (static_cast<double>(noise % 20001) - 10000) / 128;
    if (type == DType::kF64) return std::bit_cast<uint64_t>(modest);
    if (type == DType::kF32) return std::bit_cast<uint32_t>(static_cast<float>(modest));
    return type == DType::kF16 ? Half(static_cast<float>(modest)).bits : BFloat16(static_cast<float>(modest)).bits;
  }
  const size_t width = dtype_size(type) * 8;
  const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  if (is_integer(type) && kind == 0) {
    const uint64_t edges[] = {0, 1, 2, ~uint64_t{0}, mask >> 1, (mask >> 1) + 1, mask - 1};
    return pick(edges, random) & mask;
  }
  if (is_integer(type) && kind == 1) return (noise % 40 - 20) & mask;
  return noise & mask;
}

bool is_nan(DType type, uint64_t bits) {
  switch (type) {
    case DType::kF32: return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case DType::kF64: return std::isnan(std::bit_cast<double>(bits));
    case DType::kF16: return (bits & 0x7fff) > 0x7c00;
    case DType::kBF16: return (bits & 0x7fff) > 0x7f80;
    default: return false;
  }
}

}  // namespace

LoopBody random_loop(std::mt19937& random) {
  LoopBody body;
  const unsigned inputs = 1 + random() % 4;
  for (unsigned i = 0; i < inputs; ++i) body.input(random_type(random), static_cast<LoopAccess>(random() % 3));
  const unsigned steps = 1 + random() % 10;
  for (unsigned i = 0; i < steps; ++i) {
    const DType type = random_type(random);
    if (random() % 6 == 0) body.constant_bits(type, random_bits(type, random));
    const LoopOp op = static_cast<LoopOp>(static_cast<unsigned>(LoopOp::kAdd) + random() % (static_cast<unsigned>(LoopOp::kIsInf) - 1));
    if (op > LoopOp::kIsInf || !is_exact(op) || !loop_supported(op, type)) continue;
    if (op == LoopOp::kCast) {
      body.cast(static_cast<int32_t>(random() % body.values.size()), type);
      continue;
    }
    std::array<int32_t, 3> args{-1, -1, -1};
    for (int k = 0; k < loop_op_arity(op); ++k) args[k] = value_of(body, op == LoopOp::kSelect && k == 0 ? DType::kBool : type, random);
    body.emit(op, args[0], args[1], args[2]);
  }
  body.output(static_cast<int32_t>(body.values.size()) - 1);
  for (unsigned extra = random() % 3; extra > 0; --extra) body.output(static_cast<int32_t>(random() % body.values.size()));
  return body;
}

LoopCall::LoopCall(const LoopBody& body, int64_t columns, int64_t rows, std::mt19937& random) : columns_(columns), rows_(rows) {
  const auto add = [&](DType type, LoopAccess access, bool is_output) {
    const int64_t size = static_cast<int64_t>(dtype_size(type));
    const int64_t dense = access == LoopAccess::kDense ? 1 : access == LoopAccess::kScalar ? 0 : static_cast<int64_t>(random() % 2);
    const int64_t row = (dense != 0 ? columns : 1) * size;
    const int64_t stride = !is_output && random() % 4 == 0 ? 0 : row + kGap;
    Buffer buffer{type, stride, dense, is_output, std::vector<std::byte>(static_cast<size_t>(kGap + rows * (row + kGap) + row), kPattern)};
    for (int64_t at = kGap; !is_output && at + size <= static_cast<int64_t>(buffer.bytes.size()); at += size) {
      const uint64_t bits = random_bits(type, random);
      std::memcpy(buffer.bytes.data() + at, &bits, static_cast<size_t>(size));
    }
    buffers_.push_back(std::move(buffer));
  };
  for (const int32_t id : body.inputs()) add(body.values[id].type, body.values[id].access, false);
  for (const int32_t id : body.outputs) add(body.values[id].type, LoopAccess::kDense, true);
}

LoopArgs LoopCall::args() {
  operands_.clear();
  for (Buffer& buffer : buffers_) operands_.push_back({buffer.bytes.data() + kGap, buffer.row_stride, buffer.dense});
  return {columns_, rows_, operands_.data()};
}

std::string LoopCall::difference(const LoopCall& other) const {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const Buffer& mine = buffers_[i];
    std::vector<std::byte> a = mine.bytes, b = other.buffers_[i].bytes;
    const size_t size = dtype_size(mine.type);
    for (int64_t r = 0; r < rows_ && mine.is_output; ++r) {
      for (int64_t c = 0; c < columns_; ++c) {
        const size_t at = static_cast<size_t>(kGap + r * mine.row_stride) + static_cast<size_t>(c) * size;
        uint64_t want = 0, got = 0;
        std::memcpy(&want, a.data() + at, size);
        std::memcpy(&got, b.data() + at, size);
        if (want != got && !(is_nan(mine.type, want) && is_nan(mine.type, got))) {
          char words[160];
          std::snprintf(words, sizeof(words), "operand %zu, row %d, column %d: 0x%llx against 0x%llx", i, static_cast<int>(r),
                        static_cast<int>(c), static_cast<unsigned long long>(want), static_cast<unsigned long long>(got));
          return words;
        }
        std::memcpy(b.data() + at, a.data() + at, size);
      }
    }
    if (a != b) return "operand " + std::to_string(i) + ": bytes outside of the elements changed";
  }
  return "";
}

}  // namespace gearbox::testing_support
