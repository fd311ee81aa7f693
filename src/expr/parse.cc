#include <charconv>
#include <vector>

#include "expr/rules.h"
#include "expr/text.h"

namespace gearbox {

namespace text_reader {

/// Nesting of calls and parentheses; enough for whatever Dim::text writes.
constexpr int kMaxNesting = kMaxDepth + 8;

/// Recursive descent over
///   sum     = ["-"] product {("+" | "-") product}
///   product = factor {"*" factor}
///   factor  = "-" factor | primary ["^" number]
///   primary = number | name | "(" sum ")" | function "(" sum {"," sum} ")"
class Reader {
 public:
  Reader(std::string_view text, DimScope& scope) : text_(text), scope_(scope) {}

  Result<Dim> read() {
    GBX_ASSIGN_OR_RETURN(const Dim dim, sum());
    if (peek() != '\0' || at_ < text_.size()) return error("an operator");
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

  Status error(std::string_view expected) const {
    return invalid_argument("cannot read the dimension '" + std::string(text_) + "' at character " + std::to_string(at_ + 1) +
                            ": expected " + std::string(expected));
  }

  /// All terms are added before the rules for sums apply, so that a printed sum comes back as it was.
  Result<Dim> sum() {
    Sum result;
    for (bool first = true;; first = false) {
      int64_t sign = 1;
      if (!first) {
        if (take('-')) {
          sign = -1;
        } else if (!take('+')) {
          break;
        }
      }
      GBX_ASSIGN_OR_RETURN(const Dim dim, product());
      result.add(dim, sign);
    }
    return std::move(result).finish();
  }

  Result<Dim> product() {
    GBX_ASSIGN_OR_RETURN(Dim result, factor());
    while (take('*')) {
      GBX_ASSIGN_OR_RETURN(const Dim next, factor());
      result = result * next;
    }
    return result;
  }

  Result<Dim> factor() {
    if (peek() == '-') {
      if (++nesting_ > kMaxNesting) return error("less nesting");
      // The sign belongs to a number that follows at once: -9223372036854775808 has no positive counterpart.
      if (at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
        GBX_ASSIGN_OR_RETURN(const Dim value, number());
        --nesting_;
        if (peek() != '^') return value;
        GBX_ASSIGN_OR_RETURN(const Dim raised, raise(-value));
        return -raised;
      }
      ++at_;
      GBX_ASSIGN_OR_RETURN(const Dim dim, factor());
      --nesting_;
      return -dim;
    }
    GBX_ASSIGN_OR_RETURN(const Dim base, primary());
    return raise(base);
  }

  Result<Dim> raise(Dim base) {
    if (!take('^')) return base;
    peek();
    GBX_ASSIGN_OR_RETURN(const Dim exponent, number());
    if (exponent.value() < 0 || exponent.value() > INT32_MAX) return error("an exponent from 0 to 2147483647");
    return power(base, static_cast<int32_t>(exponent.value()));
  }

  Result<Dim> primary() {
    const char c = peek();
    if (is_digit(c)) return number();
    if (++nesting_ > kMaxNesting) return error("less nesting");
    if (take('(')) {
      GBX_ASSIGN_OR_RETURN(const Dim dim, sum());
      if (!take(')')) return error("')'");
      --nesting_;
      return dim;
    }
    if (c == '"') {
      --nesting_;
      return quoted_name();
    }
    const size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_])))) ++at_;
    if (at_ == begin) return error("a number, a name or '('");
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '(') {
      GBX_ASSIGN_OR_RETURN(const Dim dim, call(name, begin));
      --nesting_;
      return dim;
    }
    --nesting_;
    return scope_.symbol(name);
  }

  Result<Dim> call(std::string_view name, size_t begin) {
    take('(');
    std::vector<Dim> arguments;
    while (!take(')')) {
      if (!arguments.empty() && !take(',')) return error("',' or ')'");
      GBX_ASSIGN_OR_RETURN(const Dim argument, sum());
      arguments.push_back(argument);
    }
    if (name == "overflow" && arguments.empty()) return Dim::overflow();
    if (name == "ceildiv" && arguments.size() == 2) return ceildiv(arguments[0], arguments[1]);
    for (const auto& [kind, function] : kFunctionNames) {
      if (name != function || arguments.empty()) continue;
      if (kind == NodeKind::kProduct) return gearbox::product(arguments);
      if (kind != NodeKind::kFloorDiv && kind != NodeKind::kMod) return select(kind, std::move(arguments));
      if (arguments.size() == 2) return kind == NodeKind::kMod ? mod(arguments[0], arguments[1]) : floordiv(arguments[0], arguments[1]);
    }
    at_ = begin;
    return error("floordiv, ceildiv or mod of two arguments, or min, max or broadcast of one or more");
  }

  Result<Dim> quoted_name() {
    std::string name;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      name += text_[at_];
    }
    if (at_ >= text_.size()) return error("the closing quote of a name");
    ++at_;
    return scope_.symbol(name);
  }

  Result<Dim> number() {
    int64_t value = 0;
    const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (code == std::errc::result_out_of_range) return error("a number that fits 64 bits");
    if (code != std::errc()) return error("a number");
    at_ = static_cast<size_t>(end - text_.data());
    return Dim(value);
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  std::string_view text_;
  DimScope& scope_;
  size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace text_reader

Result<Dim> parse_dim(std::string_view text, DimScope& scope) { return text_reader::Reader(text, scope).read(); }

}  // namespace gearbox
