#include "api/gear_shapes.h"

#include <algorithm>

#include "base/literal.h"
#include "runtime/gears/gear_text.h"

namespace gearbox {

namespace {

using Kind = options::GearTable::Kind;

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNone: return "none";
    case Kind::kBatch: return "batch sizes";
    case Kind::kImage: return "image sizes";
    case Kind::kDims: return "dims";
    case Kind::kSymbols: return "values of symbols";
  }
  return "";
}

Status no_gears() { return invalid_argument("the model has no gears"); }

}  // namespace

GearShapes::GearShapes(const Model& model) : set_(model.gears()) {
  if (set_.empty()) return;
  const Program& program = model.main();
  for (const options::GearInput& listed : set_.table.inputs) {
    const auto named = [&](int32_t v) { return program.values[static_cast<size_t>(v)].name == listed.name; };
    inputs_.push_back(static_cast<size_t>(std::ranges::find_if(program.inputs, named) - program.inputs.begin()));
    parts_.push_back({dim_count_, listed.dims.size()});
    dim_count_ += listed.dims.size();
  }
  for (const options::GearAxis& axis : set_.table.axes) {
    std::vector<size_t>& places = places_.emplace_back();
    for (const options::AxisPlace& place : axis.places) {
      for (size_t i = 0; i < inputs_.size(); ++i) {
        if (set_.table.inputs[i].name == place.input) places.push_back(parts_[i].begin + place.axis);
      }
    }
  }
  for (size_t row = 0; row < count(); ++row) {
    std::vector<int64_t>& dims = dims_.emplace_back();
    for (const std::vector<int64_t>& shape : gear_shapes(set_.table, row)) dims.insert(dims.end(), shape.begin(), shape.end());
  }
}

std::optional<GearShapes::Part> GearShapes::part(size_t input) const {
  const auto listed = std::ranges::find(inputs_, input);
  if (listed == inputs_.end()) return std::nullopt;
  return parts_[static_cast<size_t>(listed - inputs_.begin())];
}

size_t GearShapes::largest() const {
  size_t out = 0;
  double most = -1;
  for (size_t row = 0; row < count(); ++row) {
    double elements = 0;
    for (const Part& part : parts_) {
      double own = 1;
      for (size_t d = 0; d < part.rank; ++d) own *= std::abs(static_cast<double>(dims_[row][part.begin + d]));
      elements += own;
    }
    if (elements <= most) continue;
    most = elements;
    out = row;
  }
  return out;
}

std::optional<int64_t> GearShapes::most_elements(size_t input) const {
  const auto listed = part(input);
  if (!listed) return std::nullopt;
  int64_t most = 0;
  for (const std::vector<int64_t>& dims : dims_) {
    const std::span<const int64_t> own = std::span(dims).subspan(listed->begin, listed->rank);
    if (std::ranges::find(own, -1) != own.end()) return std::nullopt;
    most = std::max(most, element_count(own));
  }
  return most;
}

Status GearShapes::check_gear(size_t gear) const {
  if (count() == 0) return no_gears();
  if (gear < count()) return {};
  return invalid_argument("there is no gear " + std::to_string(gear) + ": the model has " + std::to_string(count()));
}

Status GearShapes::check_kind(Kind kind, const char* wanted) const {
  if (count() == 0) return no_gears();
  if (set_.table.kind == kind) return {};
  return invalid_argument("the model's gears are " + std::string(kind_name(set_.table.kind)) + ", not " + wanted);
}

/// The row of these values, one for each axis.
Result<size_t> GearShapes::find(std::span<const int64_t> values) const {
  const options::GearTable& table = set_.table;
  const auto row = std::ranges::find_if(table.rows, [&](const auto& own) { return std::ranges::equal(own, values); });
  if (row != table.rows.end()) return static_cast<size_t>(row - table.rows.begin());
  std::string text;
  for (size_t c = 0; c < values.size(); ++c) text += (c ? ", " : "") + axis_name(table.axes[c]) + "=" + std::to_string(values[c]);
  Status out = invalid_argument("there is no gear for " + text);
  out.with("nearest", gear_text(table, nearest_gear(table, values)));
  for (size_t gear = 0; gear < count(); ++gear) out.with("gear " + std::to_string(gear), gear_text(table, gear));
  return out;
}

Result<size_t> GearShapes::by_batch(int64_t batch) const {
  GBX_RETURN_IF_ERROR(check_kind(Kind::kBatch, "batch sizes"));
  if (batch <= 0) return invalid_argument("the batch size " + std::to_string(batch) + " is not positive");
  return find(std::span(&batch, 1));
}

Result<size_t> GearShapes::by_image(int64_t height, int64_t width) const {
  GBX_RETURN_IF_ERROR(check_kind(Kind::kImage, "image sizes"));
  if (height <= 0 || width <= 0)
    return invalid_argument("the image size " + std::to_string(height) + ", " + std::to_string(width) + " is not positive");
  return find(std::array{height, width});
}

/// "x[1]" for the place of one extent.
std::string GearShapes::place_text(size_t dim) const {
  size_t listed = 0;
  while (dim >= parts_[listed].begin + parts_[listed].rank) ++listed;
  return set_.table.inputs[listed].name + "[" + std::to_string(dim - parts_[listed].begin) + "]";
}

Result<size_t> GearShapes::by_dims(std::span<const int64_t> dims) const {
  if (count() == 0) return no_gears();
  if (dims.size() != dim_count_) {
    Status out = invalid_argument(std::to_string(dims.size()) + " dims given, the inputs of the gears have " + std::to_string(dim_count_));
    for (size_t i = 0; i < parts_.size(); ++i) out.with(set_.table.inputs[i].name, "rank " + std::to_string(parts_[i].rank));
    return out;
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] < 0)
      return invalid_argument("dims[" + std::to_string(d) + "], " + place_text(d) + ", is negative: " + std::to_string(dims[d]));
    const bool of_axis = std::ranges::any_of(places_, [&](const auto& axis) { return std::ranges::find(axis, d) != axis.end(); });
    if (of_axis || dims_[0][d] < 0 || dims[d] == dims_[0][d]) continue;
    return invalid_argument("dims[" + std::to_string(d) + "], " + place_text(d) + ", is " + std::to_string(dims[d]) + "; every gear has " +
                            std::to_string(dims_[0][d]));
  }
  std::vector<int64_t> values;
  for (const std::vector<size_t>& places : places_) {
    for (const size_t place : places) {
      if (dims[place] == dims[places[0]]) continue;
      return invalid_argument("one axis of the gears has two sizes")
          .with(place_text(places[0]), std::to_string(dims[places[0]]))
          .with(place_text(place), std::to_string(dims[place]));
    }
    values.push_back(places.empty() ? -1 : dims[places[0]]);
  }
  return find(values);
}

}  // namespace gearbox
