#include "cli/model_inputs.h"

#include <algorithm>

#include "api/call_inputs.h"

namespace gearbox::cli {

namespace {

const ProgramValue& input_value(const Program& program, size_t input) { return program.values[static_cast<size_t>(program.inputs[input])]; }

/// The extents the model prescribes for the input, where it does so for all axes.
std::optional<std::vector<int64_t>> fixed_extents(const Program& program, size_t input) {
  const ProgramValue& value = input_value(program, input);
  if (!value.ranked) return std::nullopt;
  std::vector<int64_t> out;
  for (const int32_t slot : value.dims) {
    const auto set =
        std::find_if(program.dims.code.begin(), program.dims.code.end(), [&](const DimInstruction& i) { return i.target == slot; });
    if (set == program.dims.code.end() || set->op != DimInstruction::Op::kConstant) return std::nullopt;
    out.push_back(set->constant);
  }
  return out;
}

/// Whether the model has each input that is spoken of.
Status check_names(const Model& model, const RequestShape& request, const FillRules& fills, const std::map<std::string, Literal>& given) {
  const Program& program = model.main();
  const auto known = [&](const std::string& name) {
    return std::any_of(program.inputs.begin(), program.inputs.end(),
                       [&](int32_t v) { return program.values[static_cast<size_t>(v)].name == name; });
  };
  for (const TraceInput& input : request) {
    if (!known(input.name)) return no_such_input(model, input.name);
  }
  for (const auto& [name, literal] : given) {
    if (!known(name)) return no_such_input(model, name);
  }
  for (const auto& [name, rule] : fills) {
    if (!known(name)) return no_such_input(model, name).at("fill of '" + name + "'");
  }
  return {};
}

}  // namespace

Result<std::vector<RequestShape>> InputOptions::requests() const {
  std::vector<RequestShape> out;
  for (const std::string& word : shapes) {
    GBX_ASSIGN_OR_RETURN(std::vector<RequestShape> parsed, parse_input_shape(word));
    out.insert(out.end(), parsed.begin(), parsed.end());
  }
  return out;
}

Result<RequestShape> InputOptions::one_request() const {
  GBX_ASSIGN_OR_RETURN(std::vector<RequestShape> parts, requests());
  RequestShape out;
  for (RequestShape& part : parts) {
    for (TraceInput& input : part) {
      if (std::any_of(out.begin(), out.end(), [&](const TraceInput& other) { return other.name == input.name; })) {
        return invalid_argument("--input-shape gives '" + input.name + "' twice; this command makes one run");
      }
      out.push_back(std::move(input));
    }
  }
  return out;
}

Result<FillRules> InputOptions::fill_rules() const {
  FillRules out;
  for (const std::string& words : fills) {
    GBX_ASSIGN_OR_RETURN(auto fill, parse_fill(words));
    const auto [known, fresh] = out.insert(std::move(fill));
    if (!fresh) return invalid_argument("--fill gives '" + known->first + "' twice");
  }
  return out;
}

void add_input_options(CLI::App& command, InputOptions& options) {
  command
      .add_option("--input-shape", options.shapes,
                  "Extents of the inputs: x:1,3,320,320 or x:1x3x320x320 or x:[1,3,320,320]; several inputs separated by ';', odd names "
                  "in double quotes: '\"a;b\":1,3'")
      ->check([](const std::string& text) { return parse_input_shape(text).status().message(); })
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME:EXTENTS");
  command
      .add_option(
          "--fill", options.fills,
          "How an input is filled: 'NAME const V', 'NAME uniform LO HI', 'NAME int LO HI', 'NAME iota'; a name with blanks in double "
          "quotes")
      ->check([](const std::string& text) { return parse_fill(text).status().message(); })
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("RULE");
}

Result<std::vector<Literal>> make_inputs(const Model& model, const RequestShape& request, const FillRules& fills,
                                         const std::map<std::string, Literal>& given) {
  const Program& program = model.main();
  GBX_RETURN_IF_ERROR(check_names(model, request, fills, given));
  std::vector<Literal> out;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& value = input_value(program, i);
    const auto named = std::find_if(request.begin(), request.end(), [&](const TraceInput& input) { return input.name == value.name; });
    const auto rule = fills.find(value.name);
    if (const auto tensor = given.find(value.name); tensor != given.end()) {
      if (named != request.end() && named->dims != tensor->second.dims()) {
        return invalid_argument("input '" + value.name + "': --input-shape says " + extents_text(named->dims) +
                                ", the tensor of --input is " + extents_text(tensor->second.dims()));
      }
      if (rule != fills.end()) return invalid_argument("input '" + value.name + "' is given by --input, --fill has nothing to fill");
      out.push_back(tensor->second);
      continue;
    }
    std::optional<std::vector<int64_t>> dims = fixed_extents(program, i);
    if (named != request.end()) dims = named->dims;
    if (!dims) return input_missing(model, i);
    GBX_RETURN_IF_ERROR(check_extents(value.name, value.dtype, *dims));
    if (rule != fills.end()) GBX_RETURN_IF_ERROR(check_fill(value.name, value.dtype, rule->second));
    out.push_back(filled(value.name, value.dtype, *std::move(dims), rule == fills.end() ? FillRule() : rule->second));
  }
  return out;
}

std::vector<Tensor> tensors_of(std::span<const Literal> literals) {
  std::vector<Tensor> out;
  for (const Literal& literal : literals) out.push_back({literal.dtype(), literal.dims(), const_cast<void*>(literal.data())});
  return out;
}

}  // namespace gearbox::cli
