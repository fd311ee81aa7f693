#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gearbox::options {

/// Without the blanks (spaces, tabs, carriage returns) on both sides.
std::string_view trimmed(std::string_view text);
/// The parts between the separators: at least one, some may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The same where what stands in double quotes (with \" and \\ escapes) holds no separator.
std::vector<std::string_view> split_unquoted(std::string_view text, char separator);
/// The words between blanks (line ends among them), where what stands in double quotes holds none.
std::vector<std::string_view> words_of(std::string_view text);
/// Where the first, or last, `wanted` outside double quotes stands; npos for none.
size_t find_unquoted(std::string_view text, char wanted);
size_t rfind_unquoted(std::string_view text, char wanted);

/// A number of digits only, blanks around it allowed. The error says what is wrong with the token: "'4.5' is not a whole number".
Result<int64_t> parse_extent(std::string_view token);
/// A name, plain or in double quotes. Errors: empty, a quote left open, text behind the closing quote.
Result<std::string> parse_name(std::string_view token);

/// The name as words_of and parse_name take it: in double quotes where it holds a blank, a quote or one of `special`.
std::string name_word(const std::string& name, std::string_view special = {});

/// The token in quotes, shortened with "…" where it is long.
std::string quote(std::string_view token, char mark = '\'');

}  // namespace gearbox::options
