#include "cli/shape_spelling.h"

#include "api/options/tokens.h"

namespace gearbox::cli {

namespace {

constexpr size_t kMostRequests = 10'000;

using options::quote;
using options::split;
using options::split_unquoted;
using options::trimmed;

/// Replaces each "{a,b}" by its values in turn.
Status expand(const std::string& text, std::vector<std::string>& out) {
  const size_t open = options::find_unquoted(text, '{'), close = options::find_unquoted(text, '}');
  if (open == std::string::npos && close == std::string::npos) {
    if (out.size() >= kMostRequests)
      return invalid_argument("'" + text + "' and others: more than " + std::to_string(kMostRequests) + " requests");
    out.push_back(text);
    return {};
  }
  if (open == std::string::npos || close == std::string::npos || close < open)
    return invalid_argument("'" + text + "': '{' and '}' do not pair");
  for (const std::string_view value : split(std::string_view(text).substr(open + 1, close - open - 1), ',')) {
    GBX_RETURN_IF_ERROR(expand(text.substr(0, open) + std::string(trimmed(value)) + text.substr(close + 1), out));
  }
  return {};
}

Result<TraceInput> parse_one(std::string_view text) {
  const size_t colon = options::rfind_unquoted(text, ':');
  const std::string quoted = "'" + std::string(text) + "'";
  if (colon == std::string_view::npos || colon == 0) return invalid_argument(quoted + " is not NAME:D0,D1,…");
  const auto name = options::parse_name(text.substr(0, colon));
  if (!name.ok()) return name.status().at(quoted);
  TraceInput input{*name, {}};
  std::string_view dims = trimmed(text.substr(colon + 1));
  if (dims == "scalar" || dims == "[]") return input;
  if (dims.starts_with('[') != dims.ends_with(']')) return invalid_argument(quoted + ": '[' and ']' do not pair");
  if (dims.starts_with('[')) dims = dims.substr(1, dims.size() - 2);
  const char separator = dims.find('x') != std::string_view::npos ? 'x' : ',';
  for (const std::string_view part : split(dims, separator)) {
    const std::string dim(trimmed(part));
    const auto extent = parse_extent(dim);
    if (!extent) return invalid_argument(quoted + ": '" + dim + "' is not an extent");
    input.dims.push_back(*extent);
  }
  return input;
}

}  // namespace

Result<std::vector<RequestShape>> parse_input_shape(const std::string& text) {
  std::vector<std::string> spelled;
  GBX_RETURN_IF_ERROR(expand(text, spelled));
  std::vector<RequestShape> out;
  for (const std::string& words : spelled) {
    RequestShape request;
    for (const std::string_view word : split_unquoted(words, ';')) {
      if (trimmed(word).empty()) continue;
      GBX_ASSIGN_OR_RETURN(TraceInput input, parse_one(trimmed(word)));
      for (const TraceInput& other : request) {
        if (other.name == input.name) return invalid_argument("'" + words + "': input '" + input.name + "' is given twice");
      }
      request.push_back(std::move(input));
    }
    if (request.empty()) return invalid_argument("'" + text + "' names no input: NAME:D0,D1,… expected");
    out.push_back(std::move(request));
  }
  return out;
}

std::vector<std::string> flag_each_shape(std::span<const char* const> words) {
  const std::string flag = "--input-shape";
  std::vector<std::string> out;
  bool after_shape = false;  // the last word is the value of the flag
  for (const std::string word : words) {
    const bool value = !out.empty() && out.back() == flag;
    if (after_shape && !value && parse_input_shape(word).ok()) {
      out.push_back(flag);
    } else {
      after_shape = value || word.starts_with(flag + "=");
    }
    out.push_back(word);
  }
  return out;
}

std::string trace_words(const RequestShape& request) {
  std::string out;
  for (const TraceInput& input : request) {
    out += (out.empty() ? "" : " ") + options::name_word(input.name) + "=";
    for (size_t i = 0; i < input.dims.size(); ++i) out += (i ? "x" : "") + std::to_string(input.dims[i]);
    if (input.dims.empty()) out += "scalar";
  }
  return out;
}

}  // namespace gearbox::cli
