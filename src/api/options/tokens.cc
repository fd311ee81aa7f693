#include "api/options/tokens.h"

#include "base/printable_text.h"

namespace gearbox::options {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kSpaces = " \t\r\n\v\f";
constexpr std::string_view kDigits = "0123456789";
constexpr size_t kLongestQuote = 60;

/// Calls `visit(position)` for each byte outside double quotes.
template <class Visit>
void for_each_unquoted(std::string_view text, Visit visit) {
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      visit(i);
    }
  }
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (size_t begin = 0;;) {
    const size_t end = text.find(separator, begin);
    out.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return out;
    begin = end + 1;
  }
}

std::vector<std::string_view> split_unquoted(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for_each_unquoted(text, [&](size_t at) {
    if (text[at] != separator) return;
    out.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  });
  out.push_back(text.substr(begin));
  return out;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  const auto end_word = [&](size_t at) {
    if (at > begin) out.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  };
  for_each_unquoted(text, [&](size_t at) {
    if (kSpaces.find(text[at]) != std::string_view::npos) end_word(at);
  });
  end_word(text.size());
  return out;
}

size_t find_unquoted(std::string_view text, char wanted) {
  size_t found = std::string_view::npos;
  for_each_unquoted(text, [&](size_t at) {
    if (text[at] == wanted && found == std::string_view::npos) found = at;
  });
  return found;
}

size_t rfind_unquoted(std::string_view text, char wanted) {
  size_t found = std::string_view::npos;
  for_each_unquoted(text, [&](size_t at) {
    if (text[at] == wanted) found = at;
  });
  return found;
}

Result<int64_t> parse_extent(std::string_view token) {
  token = trimmed(token);
  if (token.empty()) return invalid_argument("a number is missing");
  if (token.find_first_of(kBlanks) != std::string_view::npos) return invalid_argument(quote(token) + " has a blank inside");
  const std::string_view digits = token.starts_with('-') ? token.substr(1) : token;
  if (const size_t odd = digits.find_first_not_of(kDigits); digits.empty() || odd != std::string_view::npos) {
    const bool fraction = odd != std::string_view::npos && digits[odd] == '.' && digits.size() > 1 &&
                          digits.find_first_not_of(kDigits, odd + 1) == std::string_view::npos;
    return invalid_argument(quote(token) + (fraction ? " is not a whole number" : " is not a number"));
  }
  if (token.starts_with('-')) return invalid_argument(quote(token) + " is negative");
  int64_t value = 0;
  for (const char digit : digits) {
    if (__builtin_mul_overflow(value, int64_t{10}, &value) || __builtin_add_overflow(value, int64_t{digit - '0'}, &value)) {
      return invalid_argument(quote(token) + " does not fit in 64 bits");
    }
  }
  return value;
}

Result<std::string> parse_name(std::string_view token) {
  token = trimmed(token);
  if (token.empty()) return invalid_argument("a name is missing");
  if (!token.starts_with('"')) return std::string(token);
  std::string name;
  for (size_t i = 1; i < token.size(); ++i) {
    if (token[i] == '"') {
      if (i + 1 < token.size()) return invalid_argument(quote(token) + " goes on behind its closing quote");
      if (name.empty()) return invalid_argument("a name is missing");
      return name;
    }
    if (token[i] == '\\' && i + 1 < token.size()) ++i;
    name += token[i];
  }
  return invalid_argument(quote(token) + " has no closing quote");
}

std::string name_word(const std::string& name, std::string_view special) {
  const bool plain = !name.empty() && name.find_first_of(kSpaces) == std::string::npos && name.find('"') == std::string::npos &&
                     name.find_first_of(special) == std::string::npos;
  if (plain) return name;
  std::string out = "\"";
  for (const char c : name) out += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + "\"";
}

std::string quote(std::string_view token, char mark) {
  if (token.size() <= kLongestQuote) return mark + printable(token, false) + mark;
  size_t end = kLongestQuote;
  while (end > 0 && (static_cast<unsigned char>(token[end]) & 0xc0) == 0x80) --end;  // not within a UTF-8 character
  return mark + printable(token.substr(0, end), false) + "…" + mark;
}

}  // namespace gearbox::options
