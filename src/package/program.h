#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/attributes.h"
#include "base/dtype.h"
#include "base/literal.h"
#include "expr/bytecode.h"
#include "package/gear_info.h"

namespace gearbox {

class GearMaker;

/// Where the bytes of a program's value live.
enum class Storage : uint8_t {
  kInput,     ///< the caller's buffer
  kOutput,    ///< a buffer of the context (or the caller's) that outlives the run
  kConstant,  ///< the package's weights
  kArena,     ///< a planned offset in the context's arena
  kPool,      ///< taken from the context's pool when its extents become known mid-run
  kAlias,     ///< the bytes of value `alias_of`
};

/// One tensor of a program. Extents are slots of the shape prologue; `ranked` is false where even the rank is decided at run time.
struct ProgramValue {
  std::string name;
  DType dtype = DType::kUndefined;
  Storage storage = Storage::kArena;
  bool ranked = true;
  bool blocked = false;       ///< nChw8c: memory holds ceil(C/8) blocks
  std::vector<int32_t> dims;  ///< slot of each extent
  int32_t alias_of = -1;
  int64_t alias_offset = 0;  ///< kAlias: bytes from where that value begins
  Literal constant;          ///< kConstant
  int32_t first_step = -1;   ///< step that writes it; -1 for inputs and constants
  int32_t last_step = -1;    ///< last step that reads it or an alias of it
};

/// An extent known only after a step ran: slot := extent `axis` of output `output`.
struct LateExtent {
  int32_t output;
  int32_t axis;
  int32_t slot;
};

/// One kernel call.
struct ProgramStep {
  std::string op, domain, node;
  int32_t version = 1;
  std::vector<int32_t> inputs;   ///< value ids, -1 where left out
  std::vector<int32_t> outputs;  ///< value ids, -1 where not wanted
  Attributes attributes;
  std::vector<std::pair<std::string, int32_t>> bodies;  ///< name, index of the nested program
  int32_t code = -1;                                    ///< index of the compiled loop
  bool alias_only = false;                              ///< outputs are aliases of input 0: nothing to run
  std::vector<LateExtent> late;
  int32_t code_begin = 0, code_end = 0;    ///< shape code to run after the step
  int32_t check_begin = 0, check_end = 0;  ///< checks to make after that
  int32_t flops = -1;  ///< slot of Program::costs with the estimated floating-point operations; -1: not known beforehand
};

/// Whether the step chooses among the gears of a scope, which its attribute `scope` names. Branches take its inputs from the second on.
inline bool is_scope_case(const ProgramStep& step) { return step.op == "Case" && step.domain == "gearbox" && step.attributes.has("scope"); }

/// Extent `axis` of input `input` is `multiple` times the slot. The first binding of a slot sets it, later ones must agree.
struct SymbolBinding {
  int32_t input;
  int32_t axis;
  int32_t slot;
  std::string symbol;    ///< what users call the extent; empty: the slot holds what it must be
  int64_t multiple = 1;  ///< at least 1; an extent that it does not divide is refused
};

struct ProgramCheck {
  enum class Kind : uint8_t { kEqual, kBroadcast, kAtLeast };
  Kind kind = Kind::kEqual;
  int32_t a = 0, b = 0;  ///< slots
  std::string node, message;
  std::string a_text, b_text;  ///< the expressions, for the error
};

/// A compiled graph: steps in order, the shape prologue, and what each value is.
struct Program {
  std::string name;
  std::vector<ProgramValue> values;
  std::vector<int32_t> inputs, outputs;  ///< value ids
  std::vector<std::string> output_names;
  std::vector<ProgramStep> steps;
  DimProgram dims;
  int32_t prologue_end = 0;     ///< dims.code[0, prologue_end) runs when the inputs are bound
  int32_t prologue_checks = 0;  ///< checks[0, prologue_checks) likewise
  std::vector<SymbolBinding> bindings;
  std::vector<ProgramCheck> checks;
  DimProgram costs;  ///< the steps' costs: runs over a copy of the slots as the prologue leaves them, on request
};

/// When a symbol gets its value.
enum class Epoch : uint8_t {
  kCompile,  ///< fixed by an option: a number in the package
  kGear,     ///< chosen among the gears
  kCall,     ///< known when the inputs arrive
  kMidRun,   ///< known only after a step ran
};

/// One symbol as the user knows it, for reports.
struct SymbolInfo {
  std::string name;
  int64_t lower = 0;
  int64_t upper = INT64_MAX;
  std::vector<std::string> sources = {};  ///< the axes that set it: "x[0]"; of a mid-run symbol the step's output
  int64_t multiple = 1;                   ///< its values are multiples of that
  Epoch epoch = Epoch::kCall;
  std::vector<std::string> equals = {};  ///< expressions that are always the same
  std::string bound = {};                ///< an expression it never exceeds, of mid-run symbols
};

/// One fact as the user knows it, for reports and questions: a relation in the text form of expressions.
struct FactInfo {
  std::string kind;  ///< given, assert or specialise
  std::string text;
  std::string origin;
};

/// Instruction sets a package may be compiled for, as the psABI levels.
enum class IsaLevel : uint8_t { kV2 = 2, kV3 = 3, kV4 = 4 };

/// The fused loops as compiled for one set of CPU features.
struct CodeVariant {
  std::vector<std::string> features;  ///< what the CPU must have: "avx2", "fma" …
  std::vector<uint64_t> entries;      ///< offset of each loop in the image
};

/// Everything a package holds. programs[0] is the model; nested programs and those of the gears follow.
struct PackageContents {
  std::string model_name;
  std::string producer;  ///< tool version and options, for provenance
  IsaLevel isa = IsaLevel::kV3;
  bool reference_only = false;  ///< run the plain reference kernels throughout
  std::vector<Program> programs;
  GearSet gears;
  /// Makes the gears that have no program here. Such contents live in memory only: they cannot be written. Null where all are here.
  std::shared_ptr<const GearMaker> gear_maker;
  std::vector<GearScope> scopes;
  std::vector<SymbolInfo> symbols;
  std::vector<FactInfo> facts;
  std::vector<std::string> notes;
  std::vector<uint8_t> code;               ///< native image of the fused loops, all variants
  std::vector<CodeVariant> code_variants;  ///< widest first: the first whose features the CPU has is run. None without loops
  std::vector<std::pair<std::string, std::string>> metadata;

  size_t fused_loops() const { return code_variants.empty() ? 0 : code_variants.front().entries.size(); }
};

}  // namespace gearbox
