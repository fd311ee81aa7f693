#include "cli/trace.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "api/options/tokens.h"

namespace gearbox::cli {

namespace {

Result<TraceInput> parse_input(std::string_view word) {
  const size_t equals = options::rfind_unquoted(word, '=');
  const std::string quoted = options::quote(word);
  if (equals == std::string_view::npos || equals == 0) return invalid_argument(quoted + " is not NAME=D0xD1…");
  const auto name = options::parse_name(word.substr(0, equals));
  if (!name.ok()) return name.status().at(quoted);
  TraceInput input{*name, {}};
  const std::string_view dims = word.substr(equals + 1);
  if (dims == "scalar") return input;
  for (const std::string_view dim : options::split(dims, 'x')) {
    const auto extent = parse_extent(std::string(dim));
    if (dim.empty()) return invalid_argument(quoted + ": an extent is missing");
    if (!extent) return invalid_argument(quoted + ": " + options::quote(dim) + " is not an extent");
    input.dims.push_back(*extent);
  }
  return input;
}

/// The inputs of a line behind its count.
Result<std::vector<TraceInput>> parse_inputs(std::span<const std::string_view> words) {
  std::vector<TraceInput> out;
  for (const std::string_view word : words) {
    GBX_ASSIGN_OR_RETURN(TraceInput input, parse_input(word));
    if (std::ranges::find(out, input.name, &TraceInput::name) != out.end())
      return invalid_argument(options::quote(word) + ": input '" + input.name + "' is given twice");
    out.push_back(std::move(input));
  }
  return out;
}

/// A trace while its lines are read.
class TraceReader {
 public:
  Status read_line(std::string_view line) {
    std::vector<std::string_view> words = options::words_of(line);
    if (words.empty() || words[0][0] == '#') return {};
    if (words[0] == "!fill") return add_fill(line.substr(static_cast<size_t>(words[0].end() - line.begin())));
    int64_t count = 1;
    const std::string_view first = words[0];
    if (first[0] == '*') {
      const auto number = options::parse_extent(first.substr(1));
      if (!number.ok()) return number.status().at(options::quote(first));
      count = *number;
      if (count == 0) return invalid_argument(options::quote(first) + ": a count of at least 1 is expected");
      if (words.size() == 1) return invalid_argument(options::quote(first) + ": a request is expected behind the count");
      words.erase(words.begin());
    }
    if (static_cast<uint64_t>(count) > kMostTraceRequests - out_.requests.size())
      return invalid_argument(options::quote(first) + ": the trace holds more than " + std::to_string(kMostTraceRequests) + " requests");
    return add_request(words, static_cast<size_t>(count));
  }

  Result<Trace> finish() && {
    if (out_.requests.empty()) return invalid_argument("the trace holds no request");
    return std::move(out_);
  }

 private:
  Status add_fill(std::string_view words) {
    GBX_ASSIGN_OR_RETURN(auto fill, parse_fill(std::string(options::trimmed(words))));
    const auto [known, fresh] = out_.fills.insert(std::move(fill));
    return fresh ? Status() : invalid_argument("!fill: input '" + known->first + "' is given twice");
  }

  Status add_request(std::span<const std::string_view> words, size_t count) {
    std::string key;
    for (const std::string_view word : words) key += (key.empty() ? "" : " ") + std::string(word);
    const auto [known, fresh] = known_.emplace(key, static_cast<int>(out_.shapes.size()));
    if (fresh) {
      GBX_ASSIGN_OR_RETURN(std::vector<TraceInput> inputs, parse_inputs(words));
      out_.shape_names.push_back(key);
      out_.shapes.push_back(std::move(inputs));
    }
    out_.requests.insert(out_.requests.end(), count, known->second);
    return {};
  }

  Trace out_;
  std::map<std::string, int> known_;  ///< shapes by their words
};

}  // namespace

std::optional<int64_t> parse_extent(const std::string& text) {
  const std::string digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoll(text);
}

Result<Trace> parse_trace(const std::string& text) {
  TraceReader reader;
  size_t number = 0;
  for (const std::string_view line : options::split(text, '\n')) {
    ++number;
    if (Status wrong = reader.read_line(line); !wrong.ok()) return std::move(wrong).at("line " + std::to_string(number));
  }
  return std::move(reader).finish();
}

Result<Trace> read_trace(const std::string& path) {
  std::ifstream file(path);
  if (!file) return not_found("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  auto trace = parse_trace(text.str());
  if (!trace.ok()) return trace.status().at(path);
  return trace;
}

}  // namespace gearbox::cli
