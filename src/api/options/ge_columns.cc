#include "api/options/ge_columns.h"

#include <algorithm>
#include <optional>

#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// An input and its open axes, whether listed in --input_shape or not.
struct OpenInput {
  const InputDecl& decl;
  std::vector<size_t> open;
  bool listed;
};

std::string axes_text(const OpenInput& input) {
  std::string out;
  for (const size_t axis : input.open) out += (out.empty() ? "" : ", ") + axis_text(input.decl.name, axis);
  return out;
}

bool is_open(const DeclaredDim& dim, std::span<const SymbolRange> symbols) {
  const std::string* symbol = std::get_if<std::string>(&dim);
  return symbol && !std::ranges::find(symbols, *symbol, &SymbolRange::name)->fixed();
}

/// The listed inputs in the user's order, then the others.
std::vector<OpenInput> open_inputs_of(const GeColumns& columns) {
  std::vector<OpenInput> out;
  for (const ShapeItem& item : columns.shape) {
    OpenInput& input = out.emplace_back(OpenInput{*find_input(columns.inputs, item.input), {}, true});
    for (size_t i = 0; i < item.axes.size(); ++i) {
      if (item.axes[i].kind == ShapeAxis::Kind::kOpen) input.open.push_back(i);
    }
  }
  for (const InputDecl& decl : columns.inputs) {
    if (std::ranges::find(columns.shape, decl.name, &ShapeItem::input) != columns.shape.end()) continue;
    OpenInput& input = out.emplace_back(OpenInput{decl, {}, false});
    for (size_t i = 0; decl.dims && i < decl.dims->size(); ++i) {
      if (is_open((*decl.dims)[i], columns.symbols)) input.open.push_back(i);
    }
  }
  return out;
}

/// What the gears see of the input. An open axis is -1.
GearInput gear_input(const OpenInput& input, std::span<const SymbolRange> symbols) {
  GearInput out{input.decl.name, {}};
  for (size_t i = 0; i < input.decl.dims->size(); ++i) {
    const DeclaredDim& dim = (*input.decl.dims)[i];
    const bool open = std::ranges::find(input.open, i) != input.open.end();
    const std::string* symbol = std::get_if<std::string>(&dim);
    out.dims.push_back(open ? -1 : symbol ? std::ranges::find(symbols, *symbol, &SymbolRange::name)->lower : std::get<int64_t>(dim));
  }
  return out;
}

void set(GearAxis& column, const InputDecl& input, size_t axis) {
  const std::string& symbol = std::get<std::string>((*input.dims)[axis]);
  if (std::ranges::find(column.symbols, symbol) == column.symbols.end()) column.symbols.push_back(symbol);
  column.places.push_back({input.name, axis});
}

/// Reports what every option refuses: a range, no -1, an input of unknown rank that is not listed.
void check_all(const std::vector<OpenInput>& inputs, const InputShape& shape, Option option, Problems& problems) {
  bool any = false;  // anything to set, or something said already
  for (const ShapeItem& item : shape) {
    for (size_t i = 0; i < item.axes.size(); ++i) {
      if (item.axes[i].kind != ShapeAxis::Kind::kRange) continue;
      any = true;
      problems.add(Option::kInputShape,
                   axis_text(item.input, i) + ": no range with gears; write -1, " + problems.name(option) + " gives the values");
    }
  }
  for (const OpenInput& input : inputs) {
    any = any || !input.open.empty();
    if (!input.decl.dims) {
      problems.add(Option::kInputShape, "input " + quote(input.decl.name) + " is not listed, and the model gives no rank for it");
    }
  }
  if (!any) problems.add(Option::kInputShape, "no axis is -1, " + problems.name(option) + " has nothing to set");
}

/// "x[1] is -1" or, where the model says so, "x[1] of the unlisted input is open".
std::string open_text(const OpenInput& input) {
  const std::string verb = input.open.size() == 1 ? " is " : " are ";
  return axes_text(input) + verb + (input.listed ? "-1" : "open in the model and not listed");
}

}  // namespace

GearTable GeColumns::batch(Problems& problems) const {
  GearTable table{GearTable::Kind::kBatch, {GearAxis{}}, {}, {}};
  const std::vector<OpenInput> all = open_inputs_of(*this);
  check_all(all, shape, Option::kBatch, problems);
  for (const OpenInput& input : all) {
    if (input.open.size() > 1 || (input.open.size() == 1 && input.open[0] != 0)) {
      problems.add(Option::kInputShape, open_text(input) + "; " + problems.name(Option::kBatch) + " sets only the batch axis, axis 0");
      continue;
    }
    if (!input.open.empty()) set(table.axes[0], input.decl, 0);
    if (input.listed || !input.open.empty()) table.inputs.push_back(gear_input(input, symbols));
  }
  return table;
}

GearTable GeColumns::image(std::string_view format, Problems& problems) const {
  GearTable table{GearTable::Kind::kImage, {GearAxis{}, GearAxis{}}, {}, {}};
  const std::vector<OpenInput> all = open_inputs_of(*this);
  check_all(all, shape, Option::kImage, problems);
  const size_t height = format == "NHWC" ? 1 : 2;
  const std::string option = problems.name(Option::kImage);
  for (const OpenInput& input : all) {
    if (!input.open.empty() && input.decl.dims->size() != 4) {
      problems.add(Option::kInputShape, open_text(input) + ", but input " + quote(input.decl.name) + " has rank " +
                                            std::to_string(input.decl.dims->size()) + "; " + option + " sets inputs of rank 4");
      continue;
    }
    if (!input.open.empty() && input.open != std::vector<size_t>{height, height + 1}) {
      problems.add(Option::kInputShape, open_text(input) + "; " + option + " sets height and width, with " + std::string(format) +
                                            " axes " + std::to_string(height) + " and " + std::to_string(height + 1));
      continue;
    }
    for (size_t i = 0; i < input.open.size(); ++i) set(table.axes[i], input.decl, input.open[i]);
    if (input.listed || !input.open.empty()) table.inputs.push_back(gear_input(input, symbols));
  }
  return table;
}

GearTable GeColumns::dims(Problems& problems) const {
  GearTable table{GearTable::Kind::kDims, {}, {}, {}};
  const std::vector<OpenInput> all = open_inputs_of(*this);
  check_all(all, shape, Option::kDims, problems);
  for (const OpenInput& input : all) {
    if (!input.listed) {
      if (!input.open.empty()) {
        problems.add(Option::kInputShape,
                     open_text(input) + "; with " + problems.name(Option::kDims) + " list input " + quote(input.decl.name));
      }
      continue;
    }
    for (const size_t axis : input.open) set(table.axes.emplace_back(), input.decl, axis);
    table.inputs.push_back(gear_input(input, symbols));
  }
  return table;
}

}  // namespace gearbox::options
