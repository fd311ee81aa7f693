#include "codegen/llvm/object_layout.h"

#include <cstring>

#include "llvm/Object/ELFObjectFile.h"

namespace gearbox::native {
namespace layout {

using Elf = llvm::object::ELF64LE;
using File = llvm::object::ELFFile<Elf>;

/// Sections start on cache lines, the widest alignment that constants of vector code ask for.
constexpr uint64_t kAlignment = 64;

/// The value of an llvm::Expected as a Result.
template <class T>
Result<T> checked(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  return internal_error("generated object file: " + llvm::toString(value.takeError()));
}

class Layout {
 public:
  explicit Layout(const File& file) : file_(file) {}

  Result<ObjectLayout> run() {
    GBX_ASSIGN_OR_RETURN(sections_, checked(file_.sections()));
    GBX_RETURN_IF_ERROR(place_sections());
    for (const auto& section : sections_) {
      if (section.sh_type == llvm::ELF::SHT_RELA) GBX_RETURN_IF_ERROR(relocate(section));
    }
    for (const auto& section : sections_) {
      if (section.sh_type == llvm::ELF::SHT_SYMTAB) GBX_RETURN_IF_ERROR(collect_functions(section));
    }
    return std::move(out_);
  }

 private:
  static constexpr uint64_t kNowhere = ~uint64_t{0};

  Status place_sections() {
    places_.assign(sections_.size(), kNowhere);
    for (size_t i = 0; i < sections_.size(); ++i) {
      const auto& section = sections_[i];
      if (!(section.sh_flags & llvm::ELF::SHF_ALLOC) || section.sh_size == 0) continue;
      GBX_ASSIGN_OR_RETURN(const llvm::StringRef name, checked(file_.getSectionName(section)));
      if (!name.starts_with(".text") && !name.starts_with(".rodata")) {
        return internal_error("fused code needs a section " + name.str());
      }
      if (section.sh_addralign > kAlignment) return internal_error("fused code needs a section aligned to more than 64 bytes");
      GBX_ASSIGN_OR_RETURN(const llvm::ArrayRef<uint8_t> bytes, checked(file_.getSectionContents(section)));
      places_[i] = (out_.bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
      out_.bytes.resize(places_[i] + bytes.size());
      std::memcpy(out_.bytes.data() + places_[i], bytes.data(), bytes.size());
    }
    return {};
  }

  Status relocate(const Elf::Shdr& section) {
    const uint64_t target = section.sh_info < places_.size() ? places_[section.sh_info] : kNowhere;
    if (target == kNowhere) return {};
    GBX_ASSIGN_OR_RETURN(const auto relocations, checked(file_.relas(section)));
    GBX_ASSIGN_OR_RETURN(const auto* symbols, checked(file_.getSection(section.sh_link)));
    for (const auto& relocation : relocations) {
      const uint32_t type = relocation.getType(/*isMips64EL=*/false);
      if (type != llvm::ELF::R_X86_64_PC32 && type != llvm::ELF::R_X86_64_PLT32) {
        return internal_error("fused code needs relocation " + llvm::object::getELFRelocationTypeName(llvm::ELF::EM_X86_64, type).str());
      }
      GBX_ASSIGN_OR_RETURN(const Elf::Sym* symbol, checked(file_.getRelocationSymbol(relocation, symbols)));
      if (symbol == nullptr || symbol->st_shndx >= places_.size() || places_[symbol->st_shndx] == kNowhere) {
        GBX_ASSIGN_OR_RETURN(const auto names, checked(file_.getStringTableForSymtab(*symbols)));
        const std::string name = symbol ? llvm::StringRef(names.data() + symbol->st_name).str() : "?";
        return internal_error("fused code needs " + name + " from outside");
      }
      const uint64_t at = target + relocation.r_offset;
      if (at + 4 > out_.bytes.size()) return internal_error("fused code has a relocation outside its section");
      const uint64_t value = places_[symbol->st_shndx] + symbol->st_value + static_cast<uint64_t>(relocation.r_addend) - at;
      const uint32_t distance = static_cast<uint32_t>(value);
      std::memcpy(out_.bytes.data() + at, &distance, sizeof(distance));
    }
    return {};
  }

  Status collect_functions(const Elf::Shdr& section) {
    GBX_ASSIGN_OR_RETURN(const auto symbols, checked(file_.symbols(&section)));
    GBX_ASSIGN_OR_RETURN(const auto names, checked(file_.getStringTableForSymtab(section)));
    for (const auto& symbol : symbols) {
      if (symbol.getType() != llvm::ELF::STT_FUNC || symbol.getBinding() != llvm::ELF::STB_GLOBAL) continue;
      if (symbol.st_shndx >= places_.size() || places_[symbol.st_shndx] == kNowhere) continue;
      GBX_ASSIGN_OR_RETURN(const llvm::StringRef name, checked(symbol.getName(names)));
      out_.functions[name.str()] = places_[symbol.st_shndx] + symbol.st_value;
    }
    return {};
  }

  const File& file_;
  llvm::ArrayRef<Elf::Shdr> sections_;
  std::vector<uint64_t> places_;
  ObjectLayout out_;
};

}  // namespace layout

Result<ObjectLayout> lay_out(llvm::StringRef object) {
  GBX_ASSIGN_OR_RETURN(const layout::File file, layout::checked(layout::File::create(object)));
  return layout::Layout(file).run();
}

}  // namespace gearbox::native
