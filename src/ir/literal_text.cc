#include "ir/literal_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/half.h"
#include "ir/base64.h"

namespace gearbox {

namespace literal_text_form {

/// Calls f(T()) with the element type of a literal that can be written as numbers; false for the others.
template <class F>
bool visit_type(DType type, F f) {
  switch (type) {
    case DType::kF32: f(float()); return true;
    case DType::kF64: f(double()); return true;
    case DType::kF16: f(Half()); return true;
    case DType::kBF16: f(BFloat16()); return true;
    case DType::kU8: f(uint8_t()); return true;
    case DType::kI8: f(int8_t()); return true;
    case DType::kU16: f(uint16_t()); return true;
    case DType::kI16: f(int16_t()); return true;
    case DType::kU32: f(uint32_t()); return true;
    case DType::kI32: f(int32_t()); return true;
    case DType::kU64: f(uint64_t()); return true;
    case DType::kI64: f(int64_t()); return true;
    case DType::kBool: f(uint8_t()); return true;
    default: return false;
  }
}

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint16_t>>;

template <class T>
std::string number_text(T value) {
  std::array<char, 64> buffer;
  if constexpr (std::is_integral_v<T>) {
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
  } else {
    using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const Wide wide = value;
    if (std::isnan(wide)) {
      const auto bits = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::bit_cast<Bits<T>>(value), 16);
      return "nan(" + std::string(buffer.data(), bits.ptr) + ")";
    }
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), wide).ptr};
  }
}

template <class T>
bool read_number(std::string_view text, T& out) {
  const char* end = text.data() + text.size();
  if constexpr (std::is_integral_v<T>) {
    const auto parsed = std::from_chars(text.data(), end, out);
    return parsed.ec == std::errc() && parsed.ptr == end;
  } else {
    if (text.starts_with("nan(") && text.ends_with(')')) {
      Bits<T> bits = 0;
      const auto parsed = std::from_chars(text.data() + 4, end - 1, bits, 16);
      out = std::bit_cast<T>(bits);
      return parsed.ec == std::errc() && parsed.ptr == end - 1;
    }
    std::conditional_t<std::is_same_v<T, double>, double, float> wide = 0;
    const auto parsed = std::from_chars(text.data(), end, wide);
    out = T(wide);
    return parsed.ec == std::errc() && parsed.ptr == end;
  }
}

std::string_view number_word(TextCursor& cursor) { return cursor.word("+-.()"); }

Result<std::vector<int64_t>> parse_extents(TextCursor& cursor) {
  std::vector<int64_t> dims;
  GBX_RETURN_IF_ERROR(cursor.expect("["));
  if (cursor.accept("]")) return dims;
  do {
    GBX_ASSIGN_OR_RETURN(int64_t extent, cursor.integer());
    dims.push_back(extent);
  } while (cursor.accept(","));
  GBX_RETURN_IF_ERROR(cursor.expect("]"));
  return dims;
}

template <class T>
Status parse_elements(TextCursor& cursor, int64_t count, std::vector<T>& out) {
  while (cursor.peek() != '}') {
    if (!out.empty()) GBX_RETURN_IF_ERROR(cursor.expect(","));
    T value{};
    if (!read_number(number_word(cursor), value)) return cursor.error("expected a number of the literal's type");
    out.push_back(value);
    if (static_cast<int64_t>(out.size()) > count) break;
  }
  if (static_cast<int64_t>(out.size()) != count) return cursor.error("the literal needs " + std::to_string(count) + " elements");
  return {};
}

}  // namespace literal_text_form

std::string real_text(float value) {
  std::string out = literal_text_form::number_text(value);
  return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
}

std::string literal_text(const Literal& literal, const LiteralStyle& style) {
  std::string out(dtype_name(literal.dtype()));
  out += '[';
  for (size_t i = 0; i < literal.dims().size(); ++i) out += (i ? "," : "") + std::to_string(literal.dims()[i]);
  out += "]{";
  if (literal.elements() > style.shown_elements) return out + "...}";
  bool numbers = false;
  if (literal.elements() <= style.inline_elements) {
    numbers = literal_text_form::visit_type(literal.dtype(), [&]<class T>(T) {
      const T* values = static_cast<const T*>(literal.data());
      for (int64_t i = 0; i < literal.elements(); ++i) out += (i ? ", " : "") + literal_text_form::number_text(values[i]);
    });
  }
  if (!numbers) out += "base64 \"" + base64_encode(literal.data(), literal.bytes()) + "\"";
  return out + '}';
}

Result<Literal> parse_literal(TextCursor& cursor) {
  const std::optional<DType> dtype = dtype_from_name(cursor.word());
  if (!dtype || dtype_size(*dtype) == 0) return cursor.error("expected the element type of a literal");
  GBX_ASSIGN_OR_RETURN(std::vector<int64_t> dims, literal_text_form::parse_extents(cursor));
  const int64_t count = element_count(dims);
  if (count < 0 || count > INT64_MAX / 16) return cursor.error("a literal's extents must be natural numbers with a product within 64 bits");
  GBX_RETURN_IF_ERROR(cursor.expect("{"));
  if (cursor.accept("...")) return cursor.error("this literal was shortened for display; print the graph with all its constants");
  Literal out;
  if (cursor.accept_word("base64")) {
    GBX_ASSIGN_OR_RETURN(std::string text, cursor.quoted());
    const std::optional<std::string> bytes = base64_decode(text, static_cast<size_t>(count) * dtype_size(*dtype));
    if (!bytes) return cursor.error("the base64 text does not hold the literal's bytes");
    out = Literal::allocate(*dtype, dims);
    if (!bytes->empty()) std::memcpy(out.mutable_data(), bytes->data(), bytes->size());
  } else {
    Status status = cursor.error("literals of this type are written as base64");
    literal_text_form::visit_type(*dtype, [&]<class T>(T) {
      std::vector<T> values;
      status = literal_text_form::parse_elements(cursor, count, values);
      if (!status.ok()) return;
      out = Literal::allocate(*dtype, dims);
      if (!values.empty()) std::memcpy(out.mutable_data(), values.data(), values.size() * sizeof(T));
    });
    GBX_RETURN_IF_ERROR(std::move(status));
  }
  GBX_RETURN_IF_ERROR(cursor.expect("}"));
  return out;
}

std::string attribute_text(const Attribute& attribute, const LiteralStyle& style) {
  auto list = [](const auto& values, std::string_view empty, auto text) {
    if (values.empty()) return std::string(empty);
    std::string out;
    for (const auto& value : values) out += (out.empty() ? "[" : ",") + text(value);
    return out + "]";
  };
  auto integer = [](int64_t value) { return std::to_string(value); };
  if (const auto* value = std::get_if<int64_t>(&attribute)) return integer(*value);
  if (const auto* value = std::get_if<float>(&attribute)) return real_text(*value);
  if (const auto* value = std::get_if<std::string>(&attribute)) return quoted_text(*value);
  if (const auto* value = std::get_if<Ints>(&attribute)) return list(*value, "[]", integer);
  if (const auto* value = std::get_if<Floats>(&attribute)) return list(*value, "floats[]", real_text);
  if (const auto* value = std::get_if<Strings>(&attribute)) return list(*value, "strings[]", quoted_text);
  return literal_text(std::get<Literal>(attribute), style);
}

namespace literal_text_form {

Result<Attribute> parse_number(TextCursor& cursor) {
  const std::string_view text = number_word(cursor);
  if (int64_t integer = 0; read_number(text, integer)) return Attribute(integer);
  if (float real = 0; read_number(text, real)) return Attribute(real);
  return cursor.error("expected the value of an attribute");
}

Result<Attribute> parse_list(TextCursor& cursor) {
  Ints integers;
  Floats reals;
  Strings texts;
  do {
    if (cursor.peek() == '"') {
      GBX_ASSIGN_OR_RETURN(std::string text, cursor.quoted());
      texts.push_back(std::move(text));
    } else {
      GBX_ASSIGN_OR_RETURN(Attribute number, parse_number(cursor));
      if (const auto* integer = std::get_if<int64_t>(&number)) {
        integers.push_back(*integer);
      } else {
        reals.push_back(std::get<float>(number));
      }
    }
  } while (cursor.accept(","));
  GBX_RETURN_IF_ERROR(cursor.expect("]"));
  if (!integers.empty() + !reals.empty() + !texts.empty() != 1) return cursor.error("the elements of a list must be of one kind");
  if (!texts.empty()) return Attribute(std::move(texts));
  if (!reals.empty()) return Attribute(std::move(reals));
  return Attribute(std::move(integers));
}

}  // namespace literal_text_form

Result<Attribute> parse_attribute(TextCursor& cursor) {
  if (cursor.peek() == '"') {
    GBX_ASSIGN_OR_RETURN(std::string text, cursor.quoted());
    return Attribute(std::move(text));
  }
  if (cursor.accept("[")) return cursor.accept("]") ? Result<Attribute>(Attribute(Ints())) : literal_text_form::parse_list(cursor);
  if (cursor.accept("floats[]")) return Attribute(Floats());
  if (cursor.accept("strings[]")) return Attribute(Strings());
  const size_t start = cursor.position();
  const bool literal = dtype_from_name(cursor.word()).has_value();
  cursor.seek(start);
  if (!literal) return literal_text_form::parse_number(cursor);
  GBX_ASSIGN_OR_RETURN(Literal value, parse_literal(cursor));
  return Attribute(std::move(value));
}

}  // namespace gearbox
