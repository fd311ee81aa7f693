#include "api/options/axis_names.h"

#include <algorithm>
#include <optional>

#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

std::string word_text(const AxisName& name) { return name.input + "." + std::to_string(name.axis) + "=" + name.symbol; }

/// The parts of one word, or a Status that says what is wrong with it.
Result<AxisName> parse_word(std::string_view word, std::optional<std::span<const InputDecl>> inputs) {
  const size_t equals = rfind_unquoted(word, '=');
  const std::string_view place = trimmed(word.substr(0, equals));
  const size_t dot = rfind_unquoted(place, '.');
  if (equals == std::string_view::npos || dot == std::string_view::npos) return invalid_argument(quote(word) + " is not INPUT.AXIS=NAME");
  const auto input_name = parse_name(place.substr(0, dot));
  if (!input_name.ok()) return invalid_argument(quote(word) + ": " + input_name.status().message());
  AxisName out{*input_name, 0, {}};
  const std::string_view name = trimmed(word.substr(equals + 1));
  if (inputs && !find_input(*inputs, out.input)) return invalid_argument(unknown_name_text(out.input, "input", input_names(*inputs)));
  const auto axis = parse_extent(place.substr(dot + 1));
  if (!axis.ok()) return invalid_argument(quote(word) + ": axis " + axis.status().message());
  out.axis = static_cast<size_t>(*axis);
  const auto symbol = parse_name(name);
  if (!symbol.ok()) return invalid_argument(quote(word) + ": " + symbol.status().message());
  out.symbol = *symbol;
  if (parse_extent(name).ok()) return invalid_argument(quote(word) + ": a name is expected; --input_shape and --symbols fix extents");
  return out;
}

/// Whether the input has that axis, and has it open.
Status check_against(const InputDecl& input, const AxisName& name, std::string_view word) {
  if (!input.dims) return invalid_argument(quote(word) + ": the model gives no rank for " + quote(input.name) + "; --input_shape can");
  if (name.axis >= input.dims->size())
    return invalid_argument(quote(word) + ": input " + quote(input.name) + " has rank " + std::to_string(input.dims->size()));
  if (const int64_t* fixed = std::get_if<int64_t>(&(*input.dims)[name.axis])) {
    return invalid_argument(quote(word) + ": " + axis_text(input.name, name.axis) + " is fixed at " + std::to_string(*fixed) +
                            " and needs no name");
  }
  return {};
}

}  // namespace

std::vector<AxisName> parse_axis_names(std::span<const std::string> words, std::optional<std::span<const InputDecl>> inputs,
                                       Problems& problems) {
  std::vector<AxisName> out;
  for (const std::string& word : words) {
    auto name = parse_word(word, inputs);
    const Status status = name.ok() && inputs ? check_against(*find_input(*inputs, name->input), *name, word) : name.status();
    if (status.ok()) {
      out.push_back(std::move(name).value());
    } else {
      problems.add(Option::kDim, status.message());
    }
  }
  return out;
}

std::vector<SymbolRename> renames(std::span<const AxisName> names, std::span<const InputDecl> inputs, Problems& problems) {
  std::vector<SymbolRename> out;
  std::vector<const AxisName*> by;  // the word each rename comes from
  for (const AxisName& name : names) {
    const std::string& symbol = std::get<std::string>((*find_input(inputs, name.input)->dims)[name.axis]);
    const auto known = std::ranges::find(out, symbol, &SymbolRename::from);
    if (known == out.end()) {
      out.push_back({symbol, name.symbol});
      by.push_back(&name);
    } else if (known->to != name.symbol) {
      problems.add(Option::kDim, quote(word_text(name)) + " contradicts " +
                                     quote(word_text(*by[static_cast<size_t>(known - out.begin())])) + ": both axes are " + quote(symbol) +
                                     " in the model");
    }
  }
  return out;
}

}  // namespace gearbox::options
