#include "cli/html/entry.h"

#include <algorithm>
#include <optional>

#include "cli/model_inputs.h"
#include "cli/plan_figures.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli::html {

namespace {

using Extents = std::vector<int64_t>;

const std::string& input_name(const Program& program, size_t i) { return program.values[static_cast<size_t>(program.inputs[i])].name; }

/// "Planned for ids 1×8, past_0 and 23 more 1×12×32×64": the extents of each input, once for those that share them.
std::string planned_for(const Program& program, const std::vector<Extents>& inputs) {
  std::vector<Extents> shapes;
  std::vector<std::vector<std::string>> names;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto at = static_cast<size_t>(std::find(shapes.begin(), shapes.end(), inputs[i]) - shapes.begin());
    if (at == shapes.size()) {
      shapes.push_back(inputs[i]);
      names.emplace_back();
    }
    names[at].push_back(input_name(program, i));
  }
  std::string out = "Planned for ";
  if (shapes.empty()) out += "all calls: there are no inputs";
  for (size_t i = 0; i < shapes.size(); ++i) {
    out += (i > 0 ? ", " : "") + names[i].front() + " ";
    if (names[i].size() > 1) out += "and " + std::to_string(names[i].size() - 1) + " more ";
    out += extents_text(shapes[i]);
  }
  return out;
}

Result<Entry> dynamic_entry(const Model& model, const RequestShape& request) {
  Entry out{.id = "dynamic", .program = 0, .gear = -1, .title = "Dynamic program", .plan = nullptr, .note = ""};
  const auto literals = make_inputs(model, request, {});
  if (!literals.ok() && request.empty()) {
    out.note = "The plan depends on the inputs' extents: give them with --input-shape to see it drawn here.";
    return out;
  }
  if (!literals.ok()) return literals.status();
  GBX_ASSIGN_OR_RETURN(out.plan, plan_of({&model, 0}, tensors_of(literals.value())));
  std::vector<Extents> extents;
  for (const Literal& literal : literals.value()) extents.push_back(literal.dims());
  out.note = planned_for(model.main(), extents);
  return out;
}

/// The extent that a gear sets at an axis.
std::optional<int64_t> set_by_gear(const options::GearTable& table, size_t row, const std::string& input, size_t axis) {
  for (size_t column = 0; column < table.axes.size(); ++column) {
    const auto& places = table.axes[column].places;
    if (std::find(places.begin(), places.end(), options::AxisPlace{input, axis}) != places.end()) return table.rows[row][column];
  }
  return std::nullopt;
}

/// The number that the program's shape code puts into the slot whatever the inputs are.
std::optional<int64_t> constant(const Program& program, int32_t slot) {
  const auto& code = program.dims.code;
  const auto set = std::find_if(code.begin(), code.end(), [&](const DimInstruction& i) { return i.target == slot; });
  if (set == code.end() || set->op != DimInstruction::Op::kConstant) return std::nullopt;
  return set->constant;
}

/// Extents of all inputs in a gear; what nothing decides is left out with its axis as the error.
Result<std::vector<Extents>> gear_extents(const Model& model, size_t row, const RequestShape& request) {
  const Program& program = model.contents().programs[static_cast<size_t>(model.gears().gears[row].program)];
  std::vector<Extents> out;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(program.inputs[i])];
    const std::string& name = input_name(model.main(), i);
    const auto asked = std::find_if(request.begin(), request.end(), [&](const TraceInput& input) { return input.name == name; });
    Extents& extents = out.emplace_back();
    for (size_t axis = 0; axis < value.dims.size(); ++axis) {
      std::optional<int64_t> extent = set_by_gear(model.gears().table, row, name, axis);
      if (!extent) extent = constant(program, value.dims[axis]);
      if (!extent && asked != request.end() && axis < asked->dims.size()) extent = asked->dims[axis];
      if (!extent) return invalid_argument(name + "[" + std::to_string(axis) + "]");
      extents.push_back(*extent);
    }
    if (!value.ranked) return invalid_argument("the rank of " + name);
  }
  return out;
}

Entry gear_entry(const Model& model, size_t row, const RequestShape& request) {
  const GearInfo& gear = model.gears().gears[row];
  const std::string number = std::to_string(row);
  Entry out{.id = "gear-" + number,
            .program = static_cast<size_t>(gear.program),
            .gear = static_cast<int32_t>(row),
            .title = "Gear " + number + ": " + gear_text(model.gears().table, row),
            .plan = nullptr,
            .note = ""};
  const auto extents = gear_extents(model, row, request);
  if (!extents.ok()) {
    out.note = "The plan also depends on " + extents.status().message() + ": give it with --input-shape to see it drawn here.";
    return out;
  }
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < extents->size(); ++i) {
    const DType dtype = model.main().values[static_cast<size_t>(model.main().inputs[i])].dtype;
    tensors.push_back({dtype, extents.value()[i], nullptr});
  }
  auto plan = plan_of({&model, gear.program}, tensors);
  if (!plan.ok()) {
    out.note = "No call can run it: " + plan.status().message();
    return out;
  }
  out.plan = std::move(plan).value();
  out.note = planned_for(model.main(), extents.value());
  return out;
}

}  // namespace

Result<std::vector<Entry>> entries_of(const Model& model, const RequestShape& request) {
  std::vector<Entry> out;
  GBX_ASSIGN_OR_RETURN(Entry dynamic, dynamic_entry(model, request));
  if (model.gears().fallback || model.gears().empty()) out.push_back(std::move(dynamic));
  for (size_t row = 0; row < model.gears().gears.size(); ++row) out.push_back(gear_entry(model, row, request));
  return out;
}

}  // namespace gearbox::cli::html
