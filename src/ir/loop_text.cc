#include <cctype>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <optional>

#include "ir/loop.h"

namespace gearbox {
namespace loop_text {

constexpr std::string_view kAccessNames[] = {"dense", "scalar", "flagged"};

std::string name(int32_t id) { return "%" + std::to_string(id); }

/// Reads words and marks off the front of a text; blanks and line ends separate them.
class Reader {
 public:
  explicit Reader(std::string_view rest) : rest_(rest) {}

  bool at_end() {
    skip();
    return rest_.empty();
  }
  bool accept(char mark) {
    skip();
    if (rest_.empty() || rest_.front() != mark) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool accept_word(std::string_view expected) {
    const std::string_view before = rest_;
    if (word() == expected) return true;
    rest_ = before;
    return false;
  }
  std::string_view word() {
    skip();
    size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) || rest_[length] == '_')) ++length;
    const std::string_view out = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return out;
  }
  template <class Number>
  std::optional<Number> number(std::string_view digits, int base) {
    Number out{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out, base);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return out;
  }
  /// "%12"
  std::optional<int32_t> value() { return accept('%') ? number<int32_t>(word(), 10) : std::nullopt; }
  std::optional<DType> dtype() { return dtype_from_name(word()); }

 private:
  void skip() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front()))) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

std::optional<LoopOp> op_from_name(std::string_view word) {
  for (int op = 0; op <= static_cast<int>(LoopOp::kIsInf); ++op) {
    if (word == loop_op_name(static_cast<LoopOp>(op))) return static_cast<LoopOp>(op);
  }
  return std::nullopt;
}

std::optional<LoopAccess> access_from_name(std::string_view word) {
  for (size_t i = 0; i < std::size(kAccessNames); ++i) {
    if (word == kAccessNames[i]) return static_cast<LoopAccess>(i);
  }
  return std::nullopt;
}

/// What follows "%n = ".
std::optional<LoopValue> parse_value(Reader& reader) {
  LoopValue value;
  const auto op = op_from_name(reader.word());
  if (!op) return std::nullopt;
  value.op = *op;
  std::optional<DType> type;
  if (*op == LoopOp::kInput) {
    type = reader.dtype();
    const auto access = access_from_name(reader.word());
    if (!access) return std::nullopt;
    value.access = *access;
  } else if (*op == LoopOp::kConstant) {
    type = reader.dtype();
    const std::string_view word = reader.word();
    const auto bits = word.starts_with("0x") ? reader.number<uint64_t>(word.substr(2), 16) : std::nullopt;
    if (!bits) return std::nullopt;
    value.bits = *bits;
  } else {
    for (int i = 0; i < loop_op_arity(*op); ++i) {
      if (i > 0 && !reader.accept(',')) return std::nullopt;
      const auto arg = reader.value();
      if (!arg) return std::nullopt;
      value.args[i] = *arg;
    }
    if (reader.accept(':')) type = reader.dtype();
  }
  if (!type) return std::nullopt;
  value.type = *type;
  return value;
}

}  // namespace loop_text

std::string value_text(const LoopBody& body, int32_t id) {
  const LoopValue& value = body.values[id];
  const std::string head = loop_text::name(id) + " = " + std::string(loop_op_name(value.op));
  const std::string type(dtype_name(value.type));
  if (value.op == LoopOp::kInput) return head + " " + type + " " + std::string(loop_text::kAccessNames[static_cast<size_t>(value.access)]);
  if (value.op == LoopOp::kConstant) {
    char bits[20];
    std::snprintf(bits, sizeof(bits), "0x%" PRIx64, value.bits);
    return head + " " + type + " " + bits;
  }
  std::string out = head;
  for (int i = 0; i < loop_op_arity(value.op); ++i) out += (i ? ", " : " ") + loop_text::name(value.args[i]);
  return out + " : " + type;
}

std::string text(const LoopBody& body) {
  std::string out;
  if (body.column_multiple != 1) out = "columns " + std::to_string(body.column_multiple) + "\n";
  for (size_t i = 0; i < body.values.size(); ++i) out += value_text(body, static_cast<int32_t>(i)) + "\n";
  out += "return";
  for (size_t i = 0; i < body.outputs.size(); ++i) out += (i ? ", " : " ") + loop_text::name(body.outputs[i]);
  return out + "\n";
}

Result<LoopBody> parse_loop(std::string_view source) {
  loop_text::Reader reader(source);
  LoopBody body;
  if (reader.accept_word("columns")) {
    const auto multiple = reader.number<int64_t>(reader.word(), 10);
    if (!multiple) return invalid_argument("fused loop: columns is a number");
    body.column_multiple = *multiple;
  }
  while (reader.accept('%')) {
    const std::string place = "fused loop: value " + std::to_string(body.values.size());
    const auto id = reader.number<size_t>(reader.word(), 10);
    if (!id || *id != body.values.size() || !reader.accept('=')) return invalid_argument(place + ": values are numbered from %0 on");
    const auto value = loop_text::parse_value(reader);
    if (!value) return invalid_argument(place + ": expected an operation with its operands and type");
    body.values.push_back(*value);
  }
  if (reader.word() != "return") return invalid_argument("fused loop: expected a value or return");
  do {
    const auto id = reader.value();
    if (!id) return invalid_argument("fused loop: return lists values");
    body.outputs.push_back(*id);
  } while (reader.accept(','));
  if (!reader.at_end()) return invalid_argument("fused loop: nothing may follow return");
  GBX_RETURN_IF_ERROR(validate(body));
  return body;
}

}  // namespace gearbox
