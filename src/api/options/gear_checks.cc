#include "api/options/gear_checks.h"

#include <algorithm>
#include <map>

#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// Where each symbol of the table stands, with its column.
struct BoundSymbol {
  std::string name;
  size_t column;
  std::string place;
};

std::vector<BoundSymbol> bound_symbols(const GearTable& table, std::span<const InputDecl> inputs) {
  std::vector<BoundSymbol> out;
  for (size_t column = 0; column < table.axes.size(); ++column) {
    for (const AxisPlace& place : table.axes[column].places) {
      const std::string& symbol = std::get<std::string>((*find_input(inputs, place.input)->dims)[place.axis]);
      const bool known = std::ranges::any_of(out, [&](const BoundSymbol& other) { return other.name == symbol && other.column == column; });
      if (!known) out.push_back({symbol, column, axis_text(place.input, place.axis)});
    }
  }
  return out;
}

void check_symbols(Option option, const GearRow& row, const std::vector<BoundSymbol>& bound, std::span<const SymbolRange> symbols,
                   Problems& problems) {
  for (size_t i = 0; i < bound.size(); ++i) {
    const int64_t value = row.values[bound[i].column];
    const std::string text = bound[i].place + " = " + std::to_string(value);
    const auto twin = std::find_if(bound.begin(), bound.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const BoundSymbol& other) { return other.name == bound[i].name; });
    if (twin != bound.begin() + static_cast<std::ptrdiff_t>(i)) {
      if (row.values[twin->column] == value) continue;
      problems.add(option, gear_text(row) + ": " + twin->place + " = " + std::to_string(row.values[twin->column]) + " and " + text +
                               ", but both axes are " + quote(bound[i].name));
      continue;
    }
    const SymbolRange& range = *std::ranges::find(symbols, bound[i].name, &SymbolRange::name);
    if (range.admits(value)) continue;
    problems.add(option,
                 gear_text(row) + ": " + text + ", but " + quote(range.name) + " is " + (range.fixed() ? "" : "in ") + range_text(range));
  }
}

/// Do the bytes of a tensor of these extents fit in 64 bits? Extents of 0 and -1 (open) do not count.
bool fits(const std::vector<int64_t>& dims, DType dtype) {
  auto bytes = static_cast<int64_t>(std::max<size_t>(1, dtype_size(dtype)));
  return std::ranges::all_of(dims, [&](int64_t dim) { return dim <= 0 || !__builtin_mul_overflow(bytes, dim, &bytes); });
}

std::string dims_text(const std::vector<int64_t>& dims) {
  std::string out;
  for (const int64_t dim : dims) out += (out.empty() ? "" : ",") + std::to_string(dim);
  return out;
}

}  // namespace

bool check_gear_count(Option option, const GearRows& gears, GearCount allowed, Problems& problems) {
  const std::string given =
      gears.count == SIZE_MAX ? "more gears than can be counted" : std::to_string(gears.count) + (gears.count == 1 ? " gear" : " gears");
  if (gears.count < static_cast<size_t>(allowed.least)) {
    problems.add(option, given + ", at least " + std::to_string(allowed.least) + " expected; for one shape write its extents into " +
                             problems.name(Option::kInputShape));
  }
  if (gears.count <= static_cast<size_t>(std::max<int64_t>(0, allowed.most))) return true;
  problems.add(option, given + ", at most " + std::to_string(allowed.most) + " allowed (max_gears)");
  return false;
}

void check_duplicates(Option option, const GearRows& gears, Problems& problems) {
  std::map<std::vector<int64_t>, size_t> first;
  for (const GearRow& row : gears.rows) {
    const auto [known, fresh] = first.emplace(row.values, row.number);
    if (!fresh) problems.add(option, gear_text(row) + " repeats gear " + std::to_string(known->second));
  }
}

void check_gear_values(Option option, const GearTable& table, const GearRows& gears, std::span<const InputDecl> inputs,
                       std::span<const SymbolRange> symbols, Problems& problems) {
  const std::vector<BoundSymbol> bound = bound_symbols(table, inputs);
  GearTable one = table;
  for (const GearRow& row : gears.rows) {
    check_symbols(option, row, bound, symbols, problems);
    one.rows = {row.values};
    const std::vector<std::vector<int64_t>> shapes = gear_shapes(one, 0);
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (fits(shapes[i], find_input(inputs, table.inputs[i].name)->dtype)) continue;
      problems.add(option, gear_text(row) + ": the bytes of input " + quote(table.inputs[i].name) + " (" + dims_text(shapes[i]) +
                               ") do not fit in 64 bits");
    }
  }
}

}  // namespace gearbox::options
