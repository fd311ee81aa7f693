#include "package/metadata_writer.h"

#include <flatbuffers/flatbuffers.h>

#include <bit>

#include "package/format_generated.h"
#include "package/gear_format.h"
#include "package/shared_parts.h"

namespace gearbox {

namespace {

namespace fb = flatbuffers;

class MetadataWriter {
 public:
  explicit MetadataWriter(WeightTable& weights) : weights_(weights) {}

  std::vector<std::byte> write(const PackageContents& contents) {
    std::vector<fb::Offset<format::Program>> programs;
    for (const Program& program : contents.programs) programs.push_back(write_program(program));
    std::vector<fb::Offset<format::Symbol>> symbols;
    for (const SymbolInfo& symbol : contents.symbols) {
      symbols.push_back(format::CreateSymbol(
          out_, text(symbol.name), symbol.lower, symbol.upper, out_.CreateVectorOfStrings(symbol.sources), symbol.multiple,
          static_cast<uint8_t>(symbol.epoch), out_.CreateVectorOfStrings(symbol.equals), text(symbol.bound)));
    }
    std::vector<fb::Offset<format::Fact>> facts;
    for (const FactInfo& fact : contents.facts)
      facts.push_back(format::CreateFact(out_, text(fact.kind), text(fact.text), text(fact.origin)));
    std::vector<fb::Offset<format::Pair>> metadata;
    for (const auto& [key, value] : contents.metadata) metadata.push_back(format::CreatePair(out_, text(key), text(value)));
    std::vector<fb::Offset<format::CodeVariant>> variants;
    for (const CodeVariant& variant : contents.code_variants) {
      variants.push_back(format::CreateCodeVariant(out_, out_.CreateVectorOfStrings(variant.features), out_.CreateVector(variant.entries)));
    }
    const auto gears = write_gears(out_, contents.gears);
    const auto scopes = write_scopes(out_, contents.scopes);
    const auto package = format::CreatePackage(out_, text(contents.model_name), text(contents.producer), static_cast<uint8_t>(contents.isa),
                                               contents.reference_only, out_.CreateVector(programs), out_.CreateVector(symbols),
                                               out_.CreateVectorOfStrings(contents.notes), out_.CreateVector(variants),
                                               out_.CreateVector(metadata), out_.CreateVector(facts), gears, scopes);
    out_.Finish(package);
    const auto* begin = reinterpret_cast<const std::byte*>(out_.GetBufferPointer());
    return {begin, begin + out_.GetSize()};
  }

 private:
  fb::Offset<fb::String> text(const std::string& value) { return parts_.text(value); }

  fb::Offset<format::Literal> write_literal(const Literal& literal, bool stored) {
    if (!literal) return 0;
    const auto dtype = static_cast<uint8_t>(literal.dtype());
    const auto dims = parts_.numbers(literal.dims());
    const auto bytes = stored ? 0 : parts_.numbers(static_cast<const uint8_t*>(literal.data()), literal.bytes());
    const uint64_t place = stored ? weights_.place(literal) : 0;
    return parts_.table<format::Literal>([&] { return format::CreateLiteral(out_, dtype, dims, bytes, place, literal.bytes(), stored); },
                                         dtype, dims, bytes, place, literal.bytes(), stored);
  }

  fb::Offset<format::Attribute> write_attribute(const std::string& name, const Attribute& value) {
    fb::Offset<fb::String> string;
    fb::Offset<fb::Vector<int64_t>> integers;
    fb::Offset<fb::Vector<float>> reals;
    fb::Offset<fb::Vector<fb::Offset<fb::String>>> texts;
    fb::Offset<format::Literal> literal;
    const auto label = text(name);
    if (const auto* v = std::get_if<std::string>(&value)) string = text(*v);
    if (const auto* v = std::get_if<Ints>(&value)) integers = parts_.numbers(*v);
    if (const auto* v = std::get_if<Floats>(&value)) reals = parts_.numbers(*v);
    if (const auto* v = std::get_if<Strings>(&value)) texts = parts_.texts(*v);
    if (const auto* v = std::get_if<Literal>(&value)) literal = write_literal(*v, false);
    const auto kind = static_cast<uint8_t>(value.index());
    const int64_t integer = std::holds_alternative<int64_t>(value) ? std::get<int64_t>(value) : 0;
    const float real = std::holds_alternative<float>(value) ? std::get<float>(value) : 0;
    return parts_.table<format::Attribute>(
        [&] { return format::CreateAttribute(out_, label, kind, integer, real, string, integers, reals, texts, literal); }, label, kind,
        integer, std::bit_cast<uint32_t>(real), string, integers, reals, texts, literal);
  }

  fb::Offset<format::Value> write_value(const ProgramValue& value) {
    const auto constant = write_literal(value.constant, true);
    const auto name = text(value.name);
    const auto dims = parts_.numbers(value.dims);
    const auto dtype = static_cast<uint8_t>(value.dtype), storage = static_cast<uint8_t>(value.storage);
    return parts_.table<format::Value>(
        [&] {
          return format::CreateValue(out_, name, dtype, storage, value.ranked, value.blocked, dims, value.alias_of, constant,
                                     value.first_step, value.last_step, value.alias_offset);
        },
        name, dtype, storage, value.ranked, value.blocked, dims, value.alias_of, constant, value.first_step, value.last_step,
        value.alias_offset);
  }

  fb::Offset<format::Step> write_step(const ProgramStep& step) {
    std::vector<fb::Offset<format::Attribute>> attribute_parts;
    for (const auto& [name, value] : step.attributes) attribute_parts.push_back(write_attribute(name, value));
    std::vector<fb::Offset<format::Body>> body_parts;
    for (const auto& [name, program] : step.bodies) body_parts.push_back(format::CreateBody(out_, text(name), program));
    std::vector<format::LateExtent> late_parts;
    for (const LateExtent& extent : step.late) late_parts.emplace_back(extent.output, extent.axis, extent.slot);
    const auto op = text(step.op), domain = text(step.domain), node = text(step.node);
    const auto inputs = parts_.numbers(step.inputs), outputs = parts_.numbers(step.outputs);
    const auto attributes = parts_.list(attribute_parts);
    const auto bodies = body_parts.empty() ? 0 : parts_.list(body_parts);
    const auto late = late_parts.empty() ? 0 : out_.CreateVectorOfStructs(late_parts);
    return parts_.table<format::Step>(
        [&] {
          return format::CreateStep(out_, op, domain, node, step.version, inputs, outputs, attributes, bodies, step.code, step.alias_only,
                                    late, step.code_begin, step.code_end, step.check_begin, step.check_end, step.flops);
        },
        op, domain, node, step.version, inputs, outputs, attributes, bodies, step.code, step.alias_only, late, step.code_begin,
        step.code_end, step.check_begin, step.check_end, step.flops);
  }

  fb::Offset<fb::Vector<const format::Instruction*>> write_code(const DimProgram& dims) {
    std::vector<format::Instruction> code;
    for (const DimInstruction& i : dims.code) code.emplace_back(static_cast<uint8_t>(i.op), i.target, i.a, i.b, i.constant);
    return out_.CreateVectorOfStructs(code);
  }

  fb::Offset<format::Program> write_program(const Program& program) {
    std::vector<fb::Offset<format::Value>> values;
    for (const ProgramValue& value : program.values) values.push_back(write_value(value));
    std::vector<fb::Offset<format::Step>> steps;
    for (const ProgramStep& step : program.steps) steps.push_back(write_step(step));
    std::vector<fb::Offset<format::Binding>> bindings;
    for (const SymbolBinding& b : program.bindings)
      bindings.push_back(format::CreateBinding(out_, b.input, b.axis, b.slot, text(b.symbol), b.multiple));
    std::vector<fb::Offset<format::Check>> checks;
    for (const ProgramCheck& c : program.checks) {
      checks.push_back(
          format::CreateCheck(out_, static_cast<uint8_t>(c.kind), c.a, c.b, text(c.node), text(c.message), text(c.a_text), text(c.b_text)));
    }
    const auto name = text(program.name);
    const auto value_list = out_.CreateVector(values);
    const auto inputs = parts_.numbers(program.inputs), outputs = parts_.numbers(program.outputs);
    const auto names = parts_.texts(program.output_names);
    const auto step_list = out_.CreateVector(steps);
    const auto code_list = write_code(program.dims), cost_list = write_code(program.costs);
    const auto binding_list = out_.CreateVector(bindings);
    const auto check_list = out_.CreateVector(checks);
    return format::CreateProgram(out_, name, value_list, inputs, outputs, names, step_list, program.dims.slots, code_list,
                                 program.prologue_end, program.prologue_checks, binding_list, check_list, program.costs.slots, cost_list);
  }

  fb::FlatBufferBuilder out_;
  SharedParts parts_{out_};
  WeightTable& weights_;
};

}  // namespace

std::vector<std::byte> metadata_bytes(const PackageContents& contents, WeightTable& weights) {
  return MetadataWriter(weights).write(contents);
}

}  // namespace gearbox
