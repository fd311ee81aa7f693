#include "package/reader.h"

#include <flatbuffers/flatbuffers.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unordered_map>

#include "base/hash.h"
#include "base/mapped_file.h"
#include "package/format_generated.h"
#include "package/gear_format.h"
#include "package/layout.h"
#include "package/section_hash.h"

namespace gearbox {

namespace {

std::string text(const flatbuffers::String* value) { return value ? value->str() : std::string(); }

template <class T>
std::vector<T> list(const flatbuffers::Vector<T>* values) {
  return values ? std::vector<T>(values->begin(), values->end()) : std::vector<T>();
}
std::vector<std::string> texts(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* values) {
  std::vector<std::string> out;
  if (values) {
    for (const auto* value : *values) out.push_back(value->str());
  }
  return out;
}

class MetadataReader {
 public:
  MetadataReader(std::span<const std::byte> weights, std::shared_ptr<const void> owner) : weights_(weights), owner_(std::move(owner)) {}

  /// Everything but the programs.
  Result<PackageContents> read(const format::Package& package) {
    PackageContents out;
    out.model_name = text(package.model_name());
    out.producer = text(package.producer());
    out.isa = static_cast<IsaLevel>(package.isa());
    out.reference_only = package.reference_only();
    out.notes = texts(package.notes());
    if (package.code_variants()) {
      for (const auto* variant : *package.code_variants())
        out.code_variants.push_back({texts(variant->features()), list(variant->entries())});
    }
    if (package.symbols()) {
      for (const auto* s : *package.symbols()) {
        if (s->epoch() > static_cast<uint8_t>(Epoch::kMidRun))
          return corrupt("the epoch of symbol '" + text(s->name()) + "' is out of range");
        out.symbols.push_back({text(s->name()), s->lower(), s->upper(), texts(s->sources()), s->multiple(), static_cast<Epoch>(s->epoch()),
                               texts(s->equals()), text(s->bound())});
      }
    }
    if (package.facts()) {
      for (const auto* fact : *package.facts()) out.facts.push_back({text(fact->kind()), text(fact->text()), text(fact->origin())});
    }
    if (package.gears()) {
      GBX_ASSIGN_OR_RETURN(out.gears, read_gears(*package.gears()));
    }
    GBX_ASSIGN_OR_RETURN(out.scopes, read_scopes(package.scopes()));
    if (package.metadata()) {
      for (const auto* pair : *package.metadata()) out.metadata.emplace_back(text(pair->key()), text(pair->value()));
    }
    return out;
  }

  Result<Program> read_program(const format::Program& program) {
    Program out;
    out.name = text(program.name());
    if (program.values()) {
      for (const auto* value : *program.values()) {
        ProgramValue read{text(value->name()),
                          static_cast<DType>(value->dtype()),
                          static_cast<Storage>(value->storage()),
                          value->ranked(),
                          value->blocked(),
                          list(value->dims()),
                          value->alias_of(),
                          value->alias_offset(),
                          {},
                          value->first_step(),
                          value->last_step()};
        GBX_ASSIGN_OR_RETURN(read.constant, read_literal(value->constant()));
        out.values.push_back(std::move(read));
      }
    }
    out.inputs = list(program.inputs());
    out.outputs = list(program.outputs());
    out.output_names = texts(program.output_names());
    if (program.steps()) {
      for (const auto* step : *program.steps()) {
        GBX_ASSIGN_OR_RETURN(ProgramStep read, read_step(*step));
        out.steps.push_back(std::move(read));
      }
    }
    out.dims = read_code(program.slots(), program.instructions());
    out.costs = read_code(program.cost_slots(), program.costs());
    out.prologue_end = program.prologue_end();
    out.prologue_checks = program.prologue_checks();
    if (program.bindings()) {
      for (const auto* b : *program.bindings())
        out.bindings.push_back({b->input(), b->axis(), b->slot(), text(b->symbol()), b->multiple()});
    }
    if (program.checks()) {
      for (const auto* c : *program.checks()) {
        out.checks.push_back({static_cast<ProgramCheck::Kind>(c->kind()), c->a(), c->b(), text(c->node()), text(c->message()),
                              text(c->a_text()), text(c->b_text())});
      }
    }
    return out;
  }

 private:
  Result<Literal> read_literal(const format::Literal* literal) {
    if (!literal) return Literal();
    std::vector<int64_t> dims = list(literal->dims());
    const auto dtype = static_cast<DType>(literal->dtype());
    const int64_t elements = element_count(dims);
    const size_t size = dtype_size(dtype);
    if (elements < 0 || size == 0 || static_cast<uint64_t>(elements) > SIZE_MAX / size ||
        static_cast<uint64_t>(elements) * size != literal->size()) {
      return corrupt("a constant's size contradicts its extents");
    }
    if (literal->stored()) {
      if (literal->offset() % kWeightAlignment != 0 || literal->offset() > weights_.size() ||
          literal->size() > weights_.size() - literal->offset()) {
        return corrupt("a constant lies outside the weights section");
      }
      return Literal(dtype, std::move(dims), weights_.data() + literal->offset(), owner_);
    }
    if ((literal->bytes() ? literal->bytes()->size() : 0) != literal->size()) return corrupt("a constant's bytes contradict its size");
    Literal out = Literal::allocate(dtype, std::move(dims));
    if (literal->size() > 0) std::memcpy(out.mutable_data(), literal->bytes()->data(), literal->size());
    return out;
  }

  Result<Attribute> read_attribute(const format::Attribute& attribute) {
    switch (attribute.kind()) {
      case 0: return Attribute(attribute.integer());
      case 1: return Attribute(attribute.real());
      case 2: return Attribute(text(attribute.text()));
      case 3: return Attribute(list(attribute.integers()));
      case 4: return Attribute(list(attribute.reals()));
      case 5: return Attribute(texts(attribute.texts()));
      case 6: {
        GBX_ASSIGN_OR_RETURN(Literal literal, read_literal(attribute.literal()));
        return Attribute(std::move(literal));
      }
      default: return corrupt("attribute '" + text(attribute.name()) + "' is of an unknown kind");
    }
  }

  using AttributeList = flatbuffers::Vector<flatbuffers::Offset<format::Attribute>>;

  /// Steps that stand in the file with one list of attributes share it in memory, too.
  Result<Attributes> read_attributes(const AttributeList& list) {
    const auto [known, fresh] = attributes_.try_emplace(&list);
    if (!fresh) return known->second;
    for (const auto* attribute : list) {
      GBX_ASSIGN_OR_RETURN(Attribute value, read_attribute(*attribute));
      known->second.set(text(attribute->name()), std::move(value));
    }
    return known->second;
  }

  Result<ProgramStep> read_step(const format::Step& step) {
    ProgramStep out;
    out.op = text(step.op());
    out.domain = text(step.domain());
    out.node = text(step.node());
    out.version = step.version();
    out.inputs = list(step.inputs());
    out.outputs = list(step.outputs());
    if (step.attributes()) {
      GBX_ASSIGN_OR_RETURN(out.attributes, read_attributes(*step.attributes()));
    }
    if (step.bodies()) {
      for (const auto* body : *step.bodies()) out.bodies.emplace_back(text(body->name()), body->program());
    }
    out.code = step.code();
    out.alias_only = step.alias_only();
    if (step.late()) {
      for (const auto* late : *step.late()) out.late.push_back({late->output(), late->axis(), late->slot()});
    }
    out.code_begin = step.code_begin();
    out.code_end = step.code_end();
    out.check_begin = step.check_begin();
    out.check_end = step.check_end();
    out.flops = step.flops();
    return out;
  }

  static DimProgram read_code(int32_t slots, const flatbuffers::Vector<const format::Instruction*>* code) {
    DimProgram out{slots, {}};
    if (!code) return out;
    for (const auto* i : *code) out.code.push_back({static_cast<DimInstruction::Op>(i->op()), i->target(), i->a(), i->b(), i->constant()});
    return out;
  }

  std::span<const std::byte> weights_;
  std::shared_ptr<const void> owner_;
  std::unordered_map<const AttributeList*, Attributes> attributes_;
};

/// Reads all programs, on the threads where given.
Status read_programs(const format::Package& package, const MetadataReader& reader, ThreadPool* threads, std::vector<Program>& out) {
  if (!package.programs()) return {};
  const auto count = package.programs()->size();
  out.resize(count);
  std::vector<Status> failures(count);
  std::vector<MetadataReader> readers(threads ? static_cast<size_t>(threads->threads()) : 1, reader);
  const auto read_some = [&](int64_t begin, int64_t end, int thread) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      auto program = readers[static_cast<size_t>(thread)].read_program(*package.programs()->Get(static_cast<flatbuffers::uoffset_t>(i)));
      if (!program.ok()) failures[i] = program.status();
      if (program.ok()) out[i] = std::move(program).value();
    }
  };
  if (threads) threads->parallel_for(count, 1, read_some);
  if (!threads) read_some(0, count, 0);
  const auto failed = std::ranges::find_if(failures, [](const Status& status) { return !status.ok(); });
  return failed == failures.end() ? Status() : *failed;
}

Result<std::span<const std::byte>> section(std::span<const std::byte> bytes, const PackageHeader::Section& at, const char* name,
                                           ThreadPool* threads) {
  if (at.offset % kSectionAlignment != 0 || at.offset > bytes.size() || at.size > bytes.size() - at.offset) {
    return corrupt(std::string("the ") + name + " section lies outside the file");
  }
  const auto out = bytes.subspan(at.offset, at.size);
  if (section_hash(out, threads) != at.hash) return corrupt(std::string("the ") + name + " section was altered: its hash differs");
  return out;
}

/// The filling between the header and the sections, which stand in order up to the end of the file, must be zeros: no byte goes unchecked.
Status check_filling(std::span<const std::byte> bytes, const PackageHeader& header) {
  uint64_t at = sizeof(PackageHeader);
  for (const PackageHeader::Section& next : {header.metadata, header.code, header.weights}) {
    if (next.offset < at || next.offset > bytes.size() || next.size > bytes.size() - next.offset)
      return corrupt("a section lies outside its place in the file");
    for (; at < next.offset; ++at) {
      if (bytes[at] != std::byte{0}) return corrupt("the filling before a section was altered at byte " + std::to_string(at));
    }
    at = next.offset + next.size;
  }
  return at == bytes.size() ? Status() : corrupt("the file goes on behind its last section");
}

}  // namespace

Result<PackageContents> read_package_bytes(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, ThreadPool* threads) {
  PackageHeader header;
  if (bytes.size() < sizeof(header)) return corrupt("not a Gearbox package: only " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.magic, kPackageMagic, sizeof(kPackageMagic)) != 0) return corrupt("not a Gearbox package");
  if (header.version != kPackageVersion) {
    return unsupported("the package has format version " + std::to_string(header.version) + ", this program reads version " +
                       std::to_string(kPackageVersion) + ": compile the model again");
  }
  if (header.header_hash != hash64(bytes.first(offsetof(PackageHeader, header_hash))))
    return corrupt("the header was altered: its hash differs");
  if (header.file_size != bytes.size()) {
    return corrupt("the file has " + std::to_string(bytes.size()) + " bytes, its header says " + std::to_string(header.file_size));
  }
  GBX_RETURN_IF_ERROR(check_filling(bytes, header));
  GBX_ASSIGN_OR_RETURN(const auto metadata, section(bytes, header.metadata, "metadata", threads));
  GBX_ASSIGN_OR_RETURN(const auto code, section(bytes, header.code, "code", threads));
  GBX_ASSIGN_OR_RETURN(const auto weights, section(bytes, header.weights, "weights", threads));
  constexpr size_t kMostDepth = 64, kMostTables = size_t{1} << 26;
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(metadata.data()), metadata.size(), kMostDepth, kMostTables);
  if (!format::VerifyPackageBuffer(verifier)) return corrupt("the metadata section is malformed");
  MetadataReader reader(weights, std::move(owner));
  const format::Package& package = *format::GetPackage(metadata.data());
  auto contents = reader.read(package);
  if (!contents.ok()) return contents;
  GBX_RETURN_IF_ERROR(read_programs(package, reader, threads, contents->programs));
  const auto* begin = reinterpret_cast<const uint8_t*>(code.data());
  contents->code.assign(begin, begin + code.size());
  return contents;
}

Result<PackageContents> read_package(const std::string& path, ThreadPool* threads) {
  GBX_ASSIGN_OR_RETURN(MappedFile file, MappedFile::open(path));
  auto held = std::make_shared<MappedFile>(std::move(file));
  auto contents = read_package_bytes(held->bytes(), held, threads);
  if (!contents.ok()) return contents.status().at(path);
  return contents;
}

bool is_package(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  char magic[sizeof(kPackageMagic)] = {};
  const bool read = std::fread(magic, 1, sizeof(magic), file) == sizeof(magic);
  std::fclose(file);
  return read && std::memcmp(magic, kPackageMagic, sizeof(magic)) == 0;
}

}  // namespace gearbox
