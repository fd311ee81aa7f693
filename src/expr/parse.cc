#include <charconv>
#include <vector>

#include "expr/rules.h"
#include "expr/text.h"

namespace gearbox {

namespace text_reader {

/// Nesting of calls and parentheses; enough for whatever Dim::text writes.
constexpr int kMaxNesting = kMaxDepth + 8;

/// Recursive descent over
///   sum     = product {("+" | "-") product}
///   product = factor {("*" | "//" | "%") factor}
///   factor  = "-" factor | primary ["^" number]
///   primary = number | name | "(" sum ")" | function "(" [sum {"," sum}] ")"
class Reader {
 public:
  Reader(std::string_view text, size_t at, DimScope& scope, std::string_view what) : text_(text), scope_(scope), what_(what), at_(at) {}

  Result<Dim> whole() {
    const Dim dim = sum();
    if (peek() != '\0' || at_ < text_.size()) fail("an operator");
    if (!error_.ok()) return error_;
    return dim;
  }

  Result<Dim> longest(size_t& end) {
    const Dim dim = sum();
    end = at_;
    if (!error_.ok()) return error_;
    return dim;
  }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  bool failed() const { return !error_.ok(); }

  /// Keeps the first error. What is read after it does not count.
  Dim fail(std::string_view expected) {
    if (!failed()) {
      error_ = invalid_argument("cannot read the " + std::string(what_) + " '" + std::string(text_) + "' at character " +
                                std::to_string(at_ + 1) + ": expected " + std::string(expected));
    }
    return 0;
  }

  /// All terms are added before the rules for sums apply, so that a printed sum comes back as it was.
  Dim sum() {
    Sum result(product());
    while (!failed()) {
      const bool minus = take('-');
      if (!minus && !take('+')) break;
      result.add(product(), minus ? -1 : 1);
    }
    return std::move(result).finish();
  }

  Dim product() {
    Dim result = factor();
    while (!failed()) {
      if (take('*')) {
        result = result * factor();
      } else if (take('%')) {
        result = mod(result, factor());
      } else if (text_.substr(at_).starts_with("//")) {
        at_ += 2;
        result = floordiv(result, factor());
      } else {
        break;
      }
    }
    return result;
  }

  Dim factor() {
    if (++nesting_ > kMaxNesting) return fail("less nesting");
    const Dim dim = peek() == '-' ? negative_factor() : raise(primary());
    --nesting_;
    return dim;
  }

  /// A sign before digits is part of the number: -9223372036854775808 has no positive counterpart. A power binds tighter.
  Dim negative_factor() {
    if (at_ + 1 == text_.size() || !is_digit(text_[at_ + 1])) {
      ++at_;
      return -factor();
    }
    const Dim value = number();
    return peek() == '^' ? -raise(-value) : value;
  }

  Dim raise(Dim base) {
    if (failed() || !take('^')) return base;
    peek();
    const Dim exponent = number();
    if (exponent.value() < 0 || exponent.value() > INT32_MAX) return fail("an exponent from 0 to 2147483647");
    return power(base, static_cast<int32_t>(exponent.value()));
  }

  Dim primary() {
    const char c = peek();
    if (is_digit(c)) return number();
    if (c == '"') return quoted_name();
    if (take('(')) {
      const Dim dim = sum();
      return take(')') ? dim : fail("')'");
    }
    const size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && (is_digit(text_[at_]) || is_dot_within(at_))))) ++at_;
    if (at_ == begin) return fail("a number, a name or '('");
    const std::string_view name = text_.substr(begin, at_ - begin);
    return take('(') ? call(name, begin) : scope_.symbol(name);
  }

  Dim call(std::string_view name, size_t begin) {
    std::vector<Dim> arguments;
    while (!failed() && !take(')')) {
      if (!arguments.empty() && !take(',')) return fail("',' or ')'");
      arguments.push_back(sum());
    }
    if (failed()) return 0;
    if (name == "overflow" && arguments.empty()) return Dim::overflow();
    if (name == "ceildiv" && arguments.size() == 2) return ceildiv(arguments[0], arguments[1]);
    if (name == "product" && !arguments.empty()) return gearbox::product(arguments);
    for (const auto& [kind, function] : kFunctionNames) {
      const bool divides = kind == NodeKind::kFloorDiv || kind == NodeKind::kMod;
      if (name != function || arguments.empty() || (divides && arguments.size() != 2)) continue;
      if (!divides) return select(kind, std::move(arguments));
      return kind == NodeKind::kMod ? mod(arguments[0], arguments[1]) : floordiv(arguments[0], arguments[1]);
    }
    at_ = begin;
    return fail("floordiv, ceildiv or mod of two arguments, or min, max, broadcast or product of one or more");
  }

  Dim quoted_name() {
    std::string name;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
        if (at_ == text_.size()) break;
      }
      name += text_[at_];
    }
    if (at_ >= text_.size()) return fail("the closing quote of a name");
    ++at_;
    return scope_.symbol(name);
  }

  /// Digits, with a sign where one stands there.
  Dim number() {
    int64_t value = 0;
    const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (code == std::errc::result_out_of_range) return fail("a number that fits 64 bits");
    if (code != std::errc()) return fail("a number");
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }

  /// Names that inference makes, x.0, read without quotes.
  bool is_dot_within(size_t at) const {
    return text_[at] == '.' && at + 1 < text_.size() && (is_letter(text_[at + 1]) || is_digit(text_[at + 1]));
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  std::string_view text_;
  DimScope& scope_;
  std::string_view what_;
  size_t at_;
  Status error_;
  int nesting_ = 0;
};

}  // namespace text_reader

Result<Dim> parse_dim(std::string_view text, DimScope& scope) { return text_reader::Reader(text, 0, scope, "dimension").whole(); }

Result<Dim> read_dim(std::string_view text, size_t& at, DimScope& scope, std::string_view what) {
  return text_reader::Reader(text, at, scope, what).longest(at);
}

}  // namespace gearbox
