#include "package/writer.h"

#include <flatbuffers/flatbuffers.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>

#include "base/hash.h"
#include "package/format_generated.h"
#include "package/gear_format.h"
#include "package/layout.h"
#include "package/section_hash.h"

namespace gearbox {

namespace {

namespace fb = flatbuffers;

size_t align_up(size_t at, size_t alignment) { return (at + alignment - 1) / alignment * alignment; }

/// Where each distinct weight goes in the weights section; equal bytes share a place.
class WeightTable {
 public:
  uint64_t place(const Literal& literal) {
    const auto bytes = std::span(static_cast<const std::byte*>(literal.data()), literal.bytes());
    const auto [it, fresh] = places_.try_emplace(std::pair(hash128(bytes), bytes.size()), size_);
    if (fresh) {
      order_.push_back(bytes);
      keep_.push_back(literal);
      size_ = align_up(size_ + bytes.size(), kWeightAlignment);
    }
    return it->second;
  }
  uint64_t size() const { return size_; }
  const std::vector<std::span<const std::byte>>& order() const { return order_; }

 private:
  std::map<std::pair<Hash128, size_t>, uint64_t> places_;
  std::vector<std::span<const std::byte>> order_;
  std::vector<Literal> keep_;
  uint64_t size_ = 0;
};

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
    const auto gears = write_gears(out_, contents.gears);
    const auto package = format::CreatePackage(out_, text(contents.model_name), text(contents.producer), static_cast<uint8_t>(contents.isa),
                                               contents.reference_only, out_.CreateVector(programs), out_.CreateVector(symbols),
                                               out_.CreateVectorOfStrings(contents.notes), out_.CreateVector(contents.code_entries),
                                               out_.CreateVectorOfStrings(contents.code_features), out_.CreateVector(metadata),
                                               out_.CreateVector(facts), gears);
    out_.Finish(package);
    const auto* begin = reinterpret_cast<const std::byte*>(out_.GetBufferPointer());
    return {begin, begin + out_.GetSize()};
  }

 private:
  fb::Offset<fb::String> text(const std::string& value) { return out_.CreateSharedString(value); }

  fb::Offset<format::Literal> write_literal(const Literal& literal, bool stored) {
    if (!literal) return 0;
    const auto dims = out_.CreateVector(literal.dims());
    if (stored)
      return format::CreateLiteral(out_, static_cast<uint8_t>(literal.dtype()), dims, 0, weights_.place(literal), literal.bytes(), true);
    const auto bytes = out_.CreateVector(static_cast<const uint8_t*>(literal.data()), literal.bytes());
    return format::CreateLiteral(out_, static_cast<uint8_t>(literal.dtype()), dims, bytes, 0, literal.bytes(), false);
  }

  fb::Offset<format::Attribute> write_attribute(const std::string& name, const Attribute& value) {
    fb::Offset<fb::String> string;
    fb::Offset<fb::Vector<int64_t>> integers;
    fb::Offset<fb::Vector<float>> reals;
    fb::Offset<fb::Vector<fb::Offset<fb::String>>> texts;
    fb::Offset<format::Literal> literal;
    const auto label = text(name);
    if (const auto* v = std::get_if<std::string>(&value)) string = out_.CreateString(*v);
    if (const auto* v = std::get_if<Ints>(&value)) integers = out_.CreateVector(*v);
    if (const auto* v = std::get_if<Floats>(&value)) reals = out_.CreateVector(*v);
    if (const auto* v = std::get_if<Strings>(&value)) texts = out_.CreateVectorOfStrings(*v);
    if (const auto* v = std::get_if<Literal>(&value)) literal = write_literal(*v, false);
    const auto* integer = std::get_if<int64_t>(&value);
    const auto* real = std::get_if<float>(&value);
    return format::CreateAttribute(out_, label, static_cast<uint8_t>(value.index()), integer ? *integer : 0, real ? *real : 0, string,
                                   integers, reals, texts, literal);
  }

  fb::Offset<format::Value> write_value(const ProgramValue& value) {
    const auto constant = write_literal(value.constant, true);
    const auto name = text(value.name);
    const auto dims = out_.CreateVector(value.dims);
    return format::CreateValue(out_, name, static_cast<uint8_t>(value.dtype), static_cast<uint8_t>(value.storage), value.ranked,
                               value.blocked, dims, value.alias_of, constant, value.first_step, value.last_step);
  }

  fb::Offset<format::Step> write_step(const ProgramStep& step) {
    std::vector<fb::Offset<format::Attribute>> attributes;
    for (const auto& [name, value] : step.attributes) attributes.push_back(write_attribute(name, value));
    std::vector<fb::Offset<format::Body>> bodies;
    for (const auto& [name, program] : step.bodies) bodies.push_back(format::CreateBody(out_, text(name), program));
    std::vector<format::LateExtent> late;
    for (const LateExtent& extent : step.late) late.emplace_back(extent.output, extent.axis, extent.slot);
    const auto op = text(step.op), domain = text(step.domain), node = text(step.node);
    const auto inputs = out_.CreateVector(step.inputs), outputs = out_.CreateVector(step.outputs);
    const auto attribute_list = out_.CreateVector(attributes);
    const auto body_list = out_.CreateVector(bodies);
    const auto late_list = out_.CreateVectorOfStructs(late);
    return format::CreateStep(out_, op, domain, node, step.version, inputs, outputs, attribute_list, body_list, step.code, step.alias_only,
                              late_list, step.code_begin, step.code_end, step.check_begin, step.check_end, step.flops);
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
    const auto inputs = out_.CreateVector(program.inputs), outputs = out_.CreateVector(program.outputs);
    const auto names = out_.CreateVectorOfStrings(program.output_names);
    const auto step_list = out_.CreateVector(steps);
    const auto code_list = write_code(program.dims), cost_list = write_code(program.costs);
    const auto binding_list = out_.CreateVector(bindings);
    const auto check_list = out_.CreateVector(checks);
    return format::CreateProgram(out_, name, value_list, inputs, outputs, names, step_list, program.dims.slots, code_list,
                                 program.prologue_end, program.prologue_checks, binding_list, check_list, program.costs.slots, cost_list);
  }

  fb::FlatBufferBuilder out_;
  WeightTable& weights_;
};

/// Receives the file's bytes in order.
using Sink = std::function<Status(std::span<const std::byte>)>;

/// Hashes what passes through in pieces of kHashPiece.
class PieceHasher {
 public:
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const size_t take = std::min(bytes.size(), kHashPiece - pending_.size());
      pending_.insert(pending_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(take));
      bytes = bytes.subspan(take);
      if (pending_.size() == kHashPiece) flush();
    }
  }
  uint64_t finish() {
    if (!pending_.empty()) flush();
    return join_piece_hashes(pieces_);
  }

 private:
  void flush() {
    pieces_.push_back(hash64(std::span<const std::byte>(pending_)));
    pending_.clear();
  }
  std::vector<std::byte> pending_;
  std::vector<uint64_t> pieces_;
};

Status emit_weights(const WeightTable& weights, const Sink& sink) {
  static constexpr std::byte kZeros[kWeightAlignment] = {};
  for (const auto& bytes : weights.order()) {
    GBX_RETURN_IF_ERROR(sink(bytes));
    GBX_RETURN_IF_ERROR(sink(std::span(kZeros).first(align_up(bytes.size(), kWeightAlignment) - bytes.size())));
  }
  return {};
}

Status emit(const PackageContents& contents, const Sink& sink) {
  WeightTable weights;
  const std::vector<std::byte> metadata = MetadataWriter(weights).write(contents);
  const auto code = std::as_bytes(std::span(contents.code));
  PackageHeader header{};
  std::memcpy(header.magic, kPackageMagic, sizeof(kPackageMagic));
  header.version = kPackageVersion;
  header.isa = static_cast<uint32_t>(contents.isa);
  header.metadata = {kSectionAlignment, metadata.size(), section_hash(metadata, nullptr)};
  header.code = {align_up(header.metadata.offset + metadata.size(), kSectionAlignment), code.size(), section_hash(code, nullptr)};
  header.weights = {align_up(header.code.offset + code.size(), kSectionAlignment), weights.size(), 0};
  header.file_size = header.weights.offset + weights.size();
  PieceHasher hasher;
  GBX_RETURN_IF_ERROR(emit_weights(weights, [&](std::span<const std::byte> bytes) {
    hasher.add(bytes);
    return Status();
  }));
  header.weights.hash = hasher.finish();
  header.header_hash = hash64(std::as_bytes(std::span(&header, 1)).first(offsetof(PackageHeader, header_hash)));

  size_t at = 0;
  auto put = [&](std::span<const std::byte> bytes, size_t then) -> Status {
    static constexpr std::byte kZeros[kSectionAlignment] = {};
    GBX_RETURN_IF_ERROR(sink(bytes));
    at += bytes.size();
    GBX_RETURN_IF_ERROR(sink(std::span(kZeros).first(then - at)));
    at = then;
    return {};
  };
  GBX_RETURN_IF_ERROR(put(std::as_bytes(std::span(&header, 1)), header.metadata.offset));
  GBX_RETURN_IF_ERROR(put(metadata, header.code.offset));
  GBX_RETURN_IF_ERROR(put(code, header.weights.offset));
  return emit_weights(weights, sink);
}

}  // namespace

Status write_package(const PackageContents& contents, const std::string& path) {
  std::error_code none;
  const auto there = std::filesystem::status(path, none);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    return invalid_argument("cannot write " + path + ": it is not a regular file");
  const std::string temporary = path + ".partial";
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) return invalid_argument("cannot write " + temporary + ": " + std::strerror(errno));
  Status status = emit(contents, [&](std::span<const std::byte> bytes) {
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
      return resource_exhausted("cannot write " + temporary + ": " + std::strerror(errno));
    }
    return Status();
  });
  if (std::fclose(file) != 0 && status.ok()) status = resource_exhausted("cannot write " + temporary + ": " + std::strerror(errno));
  if (status.ok() && std::rename(temporary.c_str(), path.c_str()) != 0)
    status = invalid_argument("cannot write " + path + ": " + std::strerror(errno));
  if (!status.ok()) std::remove(temporary.c_str());
  return status;
}

Result<std::vector<std::byte>> package_bytes(const PackageContents& contents) {
  std::vector<std::byte> out;
  GBX_RETURN_IF_ERROR(emit(contents, [&](std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return Status();
  }));
  return out;
}

}  // namespace gearbox
