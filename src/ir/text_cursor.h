#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gearbox {

/// `text` in double quotes with \" \\ \n and \xNN escapes; other bytes stay as they are.
std::string quoted_text(std::string_view text);
/// `name` as it is where made of letters, digits and "_./" only, quoted otherwise.
std::string name_text(std::string_view name);

/// Reads the textual form piece by piece. Every reader skips white space and comments (# to the end of the line) first.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool at_end();
  /// The next character, '\0' at the end.
  char peek();
  /// Consumes `token` if it comes next; for a word use accept_word.
  bool accept(std::string_view token);
  bool accept_word(std::string_view word);
  Status expect(std::string_view token);

  /// Letters, digits, '_' and the characters of `also`; empty where none comes.
  std::string_view word(std::string_view also = "");
  Result<std::string> quoted();
  /// The inverse of name_text.
  Result<std::string> name();
  Result<int64_t> integer();
  /// Everything up to the first of `closers` outside parentheses, brackets and quotes; the closer itself is not consumed.
  std::string_view until(std::string_view closers);

  size_t position() const { return position_; }
  void seek(size_t position) { position_ = position; }
  /// An error that begins with the line and column of the cursor.
  Status error(std::string_view message) const;

 private:
  void skip_space();
  std::string_view text_;
  size_t position_ = 0;
};

}  // namespace gearbox
