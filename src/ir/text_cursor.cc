#include "ir/text_cursor.h"

#include <algorithm>
#include <charconv>

#include "base/printable_text.h"

namespace gearbox {

namespace text_cursor {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

constexpr std::string_view kAlsoInNames = "./";

bool is_name(char c) { return is_word(c) || kAlsoInNames.find(c) != std::string_view::npos; }

}  // namespace text_cursor

std::string quoted_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return '"' + printable(out, false) + '"';
}

std::string name_text(std::string_view name) {
  const bool plain = !name.empty() && name != "_" && std::all_of(name.begin(), name.end(), text_cursor::is_name);
  return plain ? std::string(name) : quoted_text(name);
}

void TextCursor::skip_space() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '#') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++position_;
    } else {
      return;
    }
  }
}

bool TextCursor::at_end() {
  skip_space();
  return position_ == text_.size();
}

char TextCursor::peek() { return at_end() ? '\0' : text_[position_]; }

bool TextCursor::accept(std::string_view token) {
  skip_space();
  if (text_.substr(position_, token.size()) != token) return false;
  position_ += token.size();
  return true;
}

bool TextCursor::accept_word(std::string_view expected) {
  const size_t start = position_;
  if (word() == expected) return true;
  position_ = start;
  return false;
}

Status TextCursor::expect(std::string_view token) {
  if (accept(token)) return {};
  return error("expected '" + std::string(token) + "'");
}

std::string_view TextCursor::word(std::string_view also) {
  skip_space();
  const size_t start = position_;
  while (position_ < text_.size() && (text_cursor::is_word(text_[position_]) || also.find(text_[position_]) != std::string_view::npos)) {
    ++position_;
  }
  return text_.substr(start, position_ - start);
}

Result<std::string> TextCursor::quoted() {
  GBX_RETURN_IF_ERROR(expect("\""));
  std::string out;
  while (position_ < text_.size()) {
    const char c = text_[position_++];
    if (c == '"') return out;
    if (c != '\\') {
      out += c;
      continue;
    }
    const char escape = position_ < text_.size() ? text_[position_++] : '\0';
    if (escape == '"' || escape == '\\') {
      out += escape;
    } else if (escape == 'n') {
      out += '\n';
    } else if (escape == 'x') {
      unsigned byte = 0;
      const std::string_view digits = text_.substr(position_, 2);
      const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
      if (digits.size() != 2 || parsed.ptr != digits.data() + 2) return error("\\x needs two hexadecimal digits");
      out += static_cast<char>(byte);
      position_ += 2;
    } else {
      return error("unknown escape in a quoted text");
    }
  }
  return error("a quoted text does not end");
}

Result<std::string> TextCursor::name() {
  if (peek() == '"') return quoted();
  const std::string_view plain = word(text_cursor::kAlsoInNames);
  if (plain.empty()) return error("expected a name");
  return std::string(plain);
}

Result<int64_t> TextCursor::integer() {
  const std::string_view digits = word("-");
  int64_t value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) return error("expected an integer");
  return value;
}

std::string_view TextCursor::until(std::string_view closers) {
  skip_space();
  const size_t start = position_;
  int depth = 0;
  bool in_quotes = false;
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (in_quotes) {
      if (c == '\\') ++position_;
      in_quotes = c != '"';
      continue;
    }
    if (depth == 0 && closers.find(c) != std::string_view::npos) break;
    if (c == '"') in_quotes = true;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
  }
  position_ = std::min(position_, text_.size());
  return text_.substr(start, position_ - start);
}

Status TextCursor::error(std::string_view message) const {
  const std::string_view before = text_.substr(0, position_);
  const size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  const size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return invalid_argument("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + std::string(message));
}

}  // namespace gearbox
