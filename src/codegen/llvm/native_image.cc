#include "codegen/llvm/native_image.h"

#include <map>
#include <memory>
#include <mutex>

#include "codegen/llvm/emit_loop.h"
#include "codegen/llvm/object_layout.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace gearbox {
namespace native {

constexpr const char* kTriple = "x86_64-unknown-linux-gnu";
/// Scalar clean-up around code that is vectorised already; nothing here changes what a floating-point operation computes.
constexpr const char* kPipeline =
    "function(instcombine<no-verify-fixpoint>,early-cse,simplifycfg,loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,dce)";

struct Level {
  CpuLevel level;
  std::string_view name;
  unsigned vector_bytes;
  VectorTarget target;
  std::vector<std::string> features;
};

Level describe(CpuLevel level) {
  std::vector<std::string> features = {"sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"};
  if (level == CpuLevel::kV2) return {level, "x86-64-v2", 16, {}, features};
  features.insert(features.end(), {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"});
  VectorTarget target{.fma = true, .half = true, .masked_bytes = 4};
  if (level == CpuLevel::kV3) return {level, "x86-64-v3", 32, target, features};
  target.masked_bytes = 1;
  target.tables = true;
  features.insert(features.end(), {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  return {level, "x86-64-v4", 64, target, features};
}

Result<std::unique_ptr<llvm::TargetMachine>> target_machine(const Level& level) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(kTriple, error);
  if (!target) return unsupported("this LLVM cannot generate x86-64 code: " + error);
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      kTriple, level.name, "", llvm::TargetOptions(), llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (!machine) return unsupported("this LLVM cannot generate code for " + std::string(level.name));
  return machine;
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  llvm::TargetLibraryInfoImpl no_library(llvm::Triple(module.getTargetTriple()));
  no_library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(no_library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, kPipeline));
  passes.run(module, modules);
}

Status generate(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType kind, llvm::SmallVectorImpl<char>& out) {
  llvm::raw_svector_ostream stream(out);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind)) return internal_error("LLVM has no code generator for this target");
  passes.run(module);
  return {};
}

struct Unit {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
};

/// A module with one function a loop, named loop_0, loop_1 …
Result<std::unique_ptr<Unit>> build(std::span<const LoopBody> loops, const Level& level) {
  auto unit = std::make_unique<Unit>();
  GBX_ASSIGN_OR_RETURN(unit->machine, target_machine(level));
  unit->module = std::make_unique<llvm::Module>("loops", unit->context);
  unit->module->setTargetTriple(kTriple);
  unit->module->setDataLayout(unit->machine->createDataLayout());
  for (size_t i = 0; i < loops.size(); ++i) {
    GBX_RETURN_IF_ERROR(emit_loop(*unit->module, loops[i], "loop_" + std::to_string(i), level.target, level.vector_bytes));
  }
  std::string complaint;
  llvm::raw_string_ostream stream(complaint);
  if (llvm::verifyModule(*unit->module, &stream)) return internal_error("generated loop is not valid: " + complaint);
  return unit;
}

Result<std::unique_ptr<Unit>> build_one(const LoopBody& loop, const Level& level) {
  GBX_RETURN_IF_ERROR(validate(loop));
  const LoopBody simplest = canonical(loop);
  return build(std::span(&simplest, 1), level);
}

}  // namespace native

Result<NativeImage> compile_loops(std::span<const LoopBody> loops, CpuLevel level) {
  const native::Level description = native::describe(level);
  NativeImage image;
  image.features = description.features;
  if (loops.empty()) return image;
  std::vector<LoopBody> distinct;
  std::vector<size_t> which;
  std::map<std::string, size_t> seen;
  for (const LoopBody& loop : loops) {
    GBX_RETURN_IF_ERROR(validate(loop));
    LoopBody simplest = canonical(loop);
    const auto [place, fresh] = seen.try_emplace(text(simplest), distinct.size());
    if (fresh) distinct.push_back(std::move(simplest));
    which.push_back(place->second);
  }
  GBX_ASSIGN_OR_RETURN(const auto unit, native::build(distinct, description));
  native::optimise(*unit->module, *unit->machine);
  llvm::SmallVector<char, 0> object;
  GBX_RETURN_IF_ERROR(native::generate(*unit->module, *unit->machine, llvm::CodeGenFileType::ObjectFile, object));
  GBX_ASSIGN_OR_RETURN(native::ObjectLayout layout, native::lay_out(llvm::StringRef(object.data(), object.size())));
  for (const size_t index : which) {
    const auto place = layout.functions.find("loop_" + std::to_string(index));
    if (place == layout.functions.end()) return internal_error("generated object file lacks a loop");
    image.entries.push_back(place->second);
  }
  image.code = std::move(layout.bytes);
  return image;
}

Result<std::string> loop_ir(const LoopBody& loop, CpuLevel level) {
  GBX_ASSIGN_OR_RETURN(const auto unit, native::build_one(loop, native::describe(level)));
  std::string out;
  llvm::raw_string_ostream stream(out);
  unit->module->print(stream, nullptr);
  return out;
}

Result<std::string> loop_assembly(const LoopBody& loop, CpuLevel level) {
  GBX_ASSIGN_OR_RETURN(const auto unit, native::build_one(loop, native::describe(level)));
  native::optimise(*unit->module, *unit->machine);
  llvm::SmallVector<char, 0> out;
  GBX_RETURN_IF_ERROR(native::generate(*unit->module, *unit->machine, llvm::CodeGenFileType::AssemblyFile, out));
  return std::string(out.data(), out.size());
}

std::string_view cpu_level_name(CpuLevel level) {
  switch (level) {
    case CpuLevel::kV2: return "x86-64-v2";
    case CpuLevel::kV3: return "x86-64-v3";
    case CpuLevel::kV4: return "x86-64-v4";
  }
  return "?";
}

std::optional<CpuLevel> cpu_level_from_name(std::string_view name) {
  for (const CpuLevel level : {CpuLevel::kV4, CpuLevel::kV3, CpuLevel::kV2}) {
    if (name == cpu_level_name(level)) return level;
  }
  if (name != "native") return std::nullopt;
  if (__builtin_cpu_supports("x86-64-v4")) return CpuLevel::kV4;
  if (__builtin_cpu_supports("x86-64-v3")) return CpuLevel::kV3;
  if (__builtin_cpu_supports("x86-64-v2")) return CpuLevel::kV2;
  return std::nullopt;
}

}  // namespace gearbox
