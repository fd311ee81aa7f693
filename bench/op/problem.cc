#include "op/problem.h"

#include <cctype>
#include <charconv>
#include <sstream>

namespace gearbox::bench {

namespace {

template <class Number>
bool parse_number(const std::string& word, Number& out) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size() && out >= 0;
}

Result<Problem> parse_problem(const std::string& line) {
  std::istringstream words(line);
  Problem out;
  words >> out.kind;
  out.text = out.kind;
  for (std::string word; words >> word;) {
    if (word == ">=") {
      if (!(words >> word) || !parse_number(word, out.wanted)) return invalid_argument("a percentage is missing behind '>='");
      if (words >> word) return invalid_argument("'" + word + "' stands behind the percentage");
      break;
    }
    int64_t number = 0;
    if (parse_number(word, number) && out.kernel.empty()) {
      out.numbers.push_back(number);
      out.text += " " + word;
    } else if (out.kernel.empty() && std::isalpha(static_cast<unsigned char>(word[0]))) {
      out.kernel = word;
    } else {
      return invalid_argument("'" + word + "' is neither a number from 0 on nor a kernel's name behind them");
    }
  }
  return out;
}

}  // namespace

Result<std::vector<Problem>> parse_problems(const std::string& text) {
  std::vector<Problem> out;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    auto problem = parse_problem(line);
    if (!problem.ok()) return std::move(problem.status()).at("line " + std::to_string(number));
    out.push_back(std::move(problem).value());
  }
  return out;
}

}  // namespace gearbox::bench
