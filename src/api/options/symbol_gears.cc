#include "api/options/symbol_gears.h"

#include <algorithm>

#include "api/options/gear_part.h"
#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

std::vector<std::string> symbols_of(const std::vector<PartAxis>& axes) {
  std::vector<std::string> out;
  out.reserve(axes.size());
  for (const PartAxis& axis : axes) out.push_back(axis.symbol);
  return out;
}

/// The number of gears of a product; INT64_MAX where there are more.
int64_t volume(const std::vector<PartAxis>& axes) {
  int64_t out = 1;
  for (const PartAxis& axis : axes) {
    if (__builtin_mul_overflow(out, static_cast<int64_t>(axis.values.size()), &out)) return INT64_MAX;
  }
  return out;
}

/// Gear `index` of the product: the value of each axis.
std::vector<int64_t> gear_of(const std::vector<PartAxis>& axes, int64_t index) {
  std::vector<int64_t> out(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    const auto size = static_cast<int64_t>(axes[i].values.size());
    out[i] = axes[i].values[static_cast<size_t>(index % size)];
    index /= size;
  }
  return out;
}

/// The gear with its values in the order of `columns`.
GearRow row_of(const std::vector<PartAxis>& axes, int64_t index, const std::vector<std::string>& columns, size_t number) {
  const std::vector<int64_t> values = gear_of(axes, index);
  GearRow row{number, {}, std::vector<int64_t>(columns.size())};
  for (size_t i = 0; i < axes.size(); ++i) {
    row.text += (i ? "," : "") + axes[i].symbol + "=" + std::to_string(values[i]);
    row.values[static_cast<size_t>(std::ranges::find(columns, axes[i].symbol) - columns.begin())] = values[i];
  }
  return row;
}

/// The extent at an axis written as "x[0]"; null where the name is none, or no input has the axis.
const DeclaredDim* extent_at(const std::string& name, std::span<const InputDecl> inputs) {
  const size_t bracket = name.rfind('[');
  if (bracket == std::string::npos || !name.ends_with(']')) return nullptr;
  const InputDecl* input = find_input(inputs, std::string_view(name).substr(0, bracket));
  const auto axis = parse_extent(std::string_view(name).substr(bracket + 1, name.size() - bracket - 2));
  if (!input || !input->dims || !axis.ok() || static_cast<size_t>(*axis) >= input->dims->size()) return nullptr;
  return &(*input->dims)[static_cast<size_t>(*axis)];
}

/// Writes the symbols for axes that are named by their place. Reports axes without one, and symbols set twice that way.
bool name_symbols(const GearPart& part, std::vector<PartAxis>& axes, std::span<const InputDecl> inputs,
                  const std::vector<std::string>& known, Problems& problems) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
    const DeclaredDim* extent = std::ranges::find(known, axis->symbol) == known.end() ? extent_at(axis->symbol, inputs) : nullptr;
    if (!extent) continue;
    const auto* symbol = std::get_if<std::string>(extent);
    if (!symbol || std::ranges::find(known, *symbol) == known.end()) {
      problems.add(Option::kGears,
                   part.place + quote(axis->symbol) + " is " +
                       (symbol ? *symbol + ", which other extents decide" : "always " + std::to_string(std::get<int64_t>(*extent))));
      return false;
    }
    if (std::ranges::find(axes, *symbol, &PartAxis::symbol) != axes.end()) {
      problems.add(Option::kGears, part.place + "symbol " + quote(*symbol) + " is given twice");
      return false;
    }
    axis->symbol = *symbol;
  }
  return true;
}

/// Reports symbols the model does not have, and a part that sets others than the first one does.
bool check_symbols(const GearPart& part, const std::vector<std::string>& set, const std::vector<std::string>& columns,
                   const std::vector<std::string>& known, Problems& problems) {
  bool sound = true;
  for (const std::string& symbol : set) {
    if (std::ranges::find(known, symbol) != known.end()) continue;
    problems.add(Option::kGears, part.place + unknown_name_text(symbol, "symbol", known));
    sound = false;
  }
  if (sound && !std::ranges::is_permutation(set, columns)) {
    problems.add(Option::kGears, part.place + quote(part.text) + " sets " + names_text(set) + "; every gear sets " + names_text(columns) +
                                     " as the first does");
    sound = false;
  }
  return sound;
}

GearAxis column_of(const std::string& symbol, std::span<const InputDecl> inputs) {
  GearAxis out{{symbol}, {}, GearMode::kExact};
  for (const InputDecl& input : inputs) {
    for (size_t i = 0; input.dims && i < input.dims->size(); ++i) {
      if ((*input.dims)[i] == DeclaredDim(symbol)) out.places.push_back({input.name, i});
    }
  }
  return out;
}

}  // namespace

SymbolGears parse_symbol_gears(std::string_view text, std::span<const InputDecl> inputs, std::span<const SymbolRange> symbols,
                               int64_t max_gears, Problems& problems) {
  SymbolGears out;
  out.table.kind = GearTable::Kind::kSymbols;
  const auto parts = read_gear_parts(text);
  if (!parts.ok()) {
    problems.add(Option::kGears, parts.status().message());
    return out;
  }
  std::vector<std::string> known;
  for (const SymbolRange& symbol : symbols) known.push_back(symbol.name);
  std::vector<std::string> columns;
  for (const GearPart& part : *parts) {
    auto axes = parse_gear_part(part.text);
    if (!axes.ok()) {
      problems.add(Option::kGears, part.place + axes.status().message());
      continue;
    }
    if (!name_symbols(part, *axes, inputs, known, problems)) continue;
    const std::vector<std::string> set = symbols_of(*axes);
    if (!check_symbols(part, set, columns.empty() ? set : columns, known, problems)) continue;
    if (columns.empty()) columns = set;
    const int64_t gears = volume(*axes);
    for (int64_t i = 0; i < gears && static_cast<int64_t>(out.gears.rows.size()) <= max_gears; ++i) {
      out.gears.rows.push_back(row_of(*axes, i, columns, out.gears.rows.size()));
    }
    if (__builtin_add_overflow(out.gears.count, static_cast<size_t>(gears), &out.gears.count)) out.gears.count = SIZE_MAX;
  }
  for (const std::string& symbol : columns) out.table.axes.push_back(column_of(symbol, inputs));
  return out;
}

}  // namespace gearbox::options
