#include "api/options/options_test_support.h"

namespace gearbox::options {

namespace {

template <class Values>
std::string joined(const Values& values, const std::string& separator = ",") {
  std::string out;
  for (const auto& value : values) {
    if (&value != &*values.begin()) out += separator;
    if constexpr (std::is_same_v<decltype(value), const std::string&>) {
      out += value;
    } else {
      out += std::to_string(value);
    }
  }
  return out;
}

std::string inputs_text(const GearTable& table, const std::vector<std::vector<int64_t>>& shapes) {
  std::vector<std::string> out;
  for (size_t i = 0; i < shapes.size(); ++i) out.push_back(table.inputs[i].name + "[" + joined(shapes[i]) + "]");
  return joined(out, " ");
}

}  // namespace

std::string text_of(const GearTable& table) {
  constexpr const char* kKinds[] = {"none", "batch", "image", "dims", "symbols"};
  std::string out = kKinds[static_cast<size_t>(table.kind)];
  for (const GearAxis& axis : table.axes) {
    std::vector<std::string> places;
    for (const AxisPlace& place : axis.places) places.push_back(axis_text(place.input, place.axis));
    out += std::string(" ") + (axis.mode == GearMode::kBounded ? "<=" : "") + joined(places, "+");
  }
  std::vector<std::string> rows;
  for (const std::vector<int64_t>& row : table.rows) rows.push_back(joined(row));
  std::vector<std::vector<int64_t>> dims;
  for (const GearInput& seen : table.inputs) dims.push_back(seen.dims);
  return out + ": " + joined(rows, "; ") + " (" + inputs_text(table, dims) + ")";
}

std::string shapes_text(const GearTable& table) {
  std::vector<std::string> out;
  for (size_t row = 0; row < table.rows.size(); ++row) out.push_back(inputs_text(table, gear_shapes(table, row)));
  return joined(out, "; ");
}

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
  if (!symbols.empty()) out += " |" + symbols;
  return options.gears.kind == GearTable::Kind::kNone ? out : out + " | " + text_of(options.gears);
}

std::string outcome(const ShapeWords& words, const std::vector<InputDecl>& model) {
  const auto options = parse_shape_options(words, model);
  return options.ok() ? text_of(*options) : options.status().message();
}

}  // namespace gearbox::options
