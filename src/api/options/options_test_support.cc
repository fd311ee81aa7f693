#include "api/options/options_test_support.h"

namespace gearbox::options {

std::string text_of(const ShapeOptions& options) {
  std::string out;
  for (const InputDecl& input : options.inputs) {
    out += (out.empty() ? "" : " ") + input.name + "[";
    for (size_t i = 0; input.dims && i < input.dims->size(); ++i) {
      const DeclaredDim& dim = (*input.dims)[i];
      out += (i ? "," : "") + (std::holds_alternative<int64_t>(dim) ? std::to_string(std::get<int64_t>(dim)) : std::get<std::string>(dim));
    }
    out += input.dims ? "]" : "?]";
  }
  std::string symbols;
  for (const SymbolRange& range : options.symbols) symbols += " " + range.name + "=" + range_text(range);
  return out + (symbols.empty() ? "" : " |" + symbols);
}

std::string outcome(const ShapeWords& words, const std::vector<InputDecl>& model) {
  const auto options = parse_shape_options(words, model);
  return options.ok() ? text_of(*options) : options.status().message();
}

}  // namespace gearbox::options
