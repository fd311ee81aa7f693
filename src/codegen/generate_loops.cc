#include "codegen/generate_loops.h"

#include <map>

#include "codegen/llvm/native_image.h"

namespace gearbox {

namespace {

/// What code is generated for, widest first. Levels v3 and v4 differ in width and in the last places of functions: a package for v3 has
/// both.
std::vector<CpuLevel> levels_of(IsaLevel isa) {
  if (isa == IsaLevel::kV3) return {CpuLevel::kV4, CpuLevel::kV3};
  return {static_cast<CpuLevel>(isa)};
}

}  // namespace

Status generate_loops(PackageContents& contents) {
  std::map<std::string, int32_t> numbers;
  std::vector<LoopBody> loops;
  for (Program& program : contents.programs) {
    for (ProgramStep& step : program.steps) {
      if (step.op != "FusedLoop" || step.domain != "gearbox") continue;
      const std::string loop = step.attributes.text("loop", "");
      const auto [it, fresh] = numbers.emplace(loop, static_cast<int32_t>(loops.size()));
      if (fresh) {
        GBX_ASSIGN_OR_RETURN(LoopBody body, parse_loop(loop));
        loops.push_back(std::move(body));
      }
      step.code = it->second;
      step.attributes.erase("loop");
    }
  }
  if (loops.empty()) return {};
  for (const CpuLevel level : levels_of(contents.isa)) {
    GBX_ASSIGN_OR_RETURN(NativeImage image, compile_loops(loops, level));
    contents.code.resize((contents.code.size() + kCodeAlignment - 1) / kCodeAlignment * kCodeAlignment);
    for (uint64_t& entry : image.entries) entry += contents.code.size();
    const auto* bytes = reinterpret_cast<const uint8_t*>(image.code.data());
    contents.code.insert(contents.code.end(), bytes, bytes + image.code.size());
    contents.code_variants.push_back({std::move(image.features), std::move(image.entries)});
  }
  return {};
}

}  // namespace gearbox
