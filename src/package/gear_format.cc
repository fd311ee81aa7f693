#include "package/gear_format.h"

namespace gearbox {

namespace {

namespace fb = flatbuffers;

template <class T>
std::vector<T> list(const fb::Vector<T>* values) {
  return values ? std::vector<T>(values->begin(), values->end()) : std::vector<T>();
}

/// The tables of a list that may be absent.
template <class T>
std::vector<const T*> each(const flatbuffers::Vector<flatbuffers::Offset<T>>* values) {
  return values ? std::vector<const T*>(values->begin(), values->end()) : std::vector<const T*>();
}

std::string text(const fb::String* value) { return value ? value->str() : std::string(); }

}  // namespace

fb::Offset<fb::Vector<fb::Offset<format::GearScope>>> write_scopes(fb::FlatBufferBuilder& out, const std::vector<GearScope>& scopes) {
  if (scopes.empty()) return 0;
  std::vector<fb::Offset<format::GearScope>> list;
  for (const GearScope& scope : scopes) {
    const auto name = out.CreateSharedString(scope.name);
    const auto outputs = out.CreateVectorOfStrings(scope.outputs);
    list.push_back(format::CreateGearScope(out, name, outputs, write_gears(out, scope.set), scope.fallback_program));
  }
  return out.CreateVector(list);
}

Result<std::vector<GearScope>> read_scopes(const fb::Vector<fb::Offset<format::GearScope>>* scopes) {
  std::vector<GearScope> out;
  for (const auto* scope : each(scopes)) {
    GearScope& read = out.emplace_back();
    read.name = text(scope->name());
    for (const auto* output : each(scope->outputs())) read.outputs.push_back(output->str());
    if (!scope->set()) return corrupt("scope '" + read.name + "' has no gears");
    GBX_ASSIGN_OR_RETURN(read.set, read_gears(*scope->set()));
    read.fallback_program = scope->fallback_program();
  }
  return out;
}

fb::Offset<format::GearSet> write_gears(fb::FlatBufferBuilder& out, const GearSet& set) {
  if (set.empty()) return 0;
  std::vector<fb::Offset<format::GearAxis>> axes;
  for (const options::GearAxis& axis : set.table.axes) {
    std::vector<fb::Offset<format::Place>> places;
    for (const options::AxisPlace& place : axis.places)
      places.push_back(format::CreatePlace(out, out.CreateSharedString(place.input), place.axis));
    const auto symbols = out.CreateVectorOfStrings(axis.symbols);
    axes.push_back(format::CreateGearAxis(out, symbols, out.CreateVector(places), static_cast<uint8_t>(axis.mode)));
  }
  std::vector<fb::Offset<format::GearInput>> inputs;
  for (const options::GearInput& input : set.table.inputs) {
    const auto name = out.CreateSharedString(input.name);
    inputs.push_back(format::CreateGearInput(out, name, out.CreateVector(input.dims)));
  }
  std::vector<fb::Offset<format::Gear>> gears;
  for (size_t row = 0; row < set.gears.size(); ++row) {
    std::vector<fb::Offset<format::Extents>> outputs;
    for (const GearInfo::Extents& dims : set.gears[row].outputs)
      outputs.push_back(format::CreateExtents(out, dims ? out.CreateVector(*dims) : 0));
    const auto values = out.CreateVector(set.table.rows[row]);
    gears.push_back(format::CreateGear(out, values, set.gears[row].program, out.CreateVector(outputs)));
  }
  const auto axis_list = out.CreateVector(axes);
  const auto input_list = out.CreateVector(inputs);
  const auto gear_list = out.CreateVector(gears);
  return format::CreateGearSet(out, static_cast<uint8_t>(set.table.kind), axis_list, input_list, gear_list, set.fallback);
}

Result<GearSet> read_gears(const format::GearSet& set) {
  GearSet out;
  if (set.kind() > static_cast<uint8_t>(options::GearTable::Kind::kSymbols)) return corrupt("the kind of the gears is out of range");
  out.table.kind = static_cast<options::GearTable::Kind>(set.kind());
  out.fallback = set.fallback();
  for (const auto* axis : each(set.axes())) {
    if (axis->mode() > static_cast<uint8_t>(options::GearMode::kBounded)) return corrupt("the mode of a gear axis is out of range");
    options::GearAxis read;
    for (const auto* symbol : each(axis->symbols())) read.symbols.push_back(symbol->str());
    for (const auto* place : each(axis->places())) read.places.push_back({text(place->input()), place->axis()});
    read.mode = static_cast<options::GearMode>(axis->mode());
    out.table.axes.push_back(std::move(read));
  }
  for (const auto* input : each(set.inputs())) out.table.inputs.push_back({text(input->name()), list(input->dims())});
  for (const auto* gear : each(set.gears())) {
    out.table.rows.push_back(list(gear->values()));
    GearInfo& read = out.gears.emplace_back();
    read.program = gear->program();
    for (const auto* output : each(gear->outputs()))
      read.outputs.push_back(output->dims() ? GearInfo::Extents(list(output->dims())) : std::nullopt);
  }
  return out;
}

}  // namespace gearbox
