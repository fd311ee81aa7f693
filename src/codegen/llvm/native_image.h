#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "ir/loop.h"

namespace gearbox {

/// Instruction sets that fused code is generated for: the levels of the x86-64 psABI.
enum class CpuLevel : uint8_t {
  kV2 = 2,  ///< SSE4.2: 4 lanes of f32
  kV3 = 3,  ///< AVX2, FMA, F16C: 8 lanes
  kV4 = 4,  ///< AVX-512 F, BW, CD, DQ, VL: 16 lanes
};

/// "x86-64-v2", "x86-64-v3", "x86-64-v4", or "native": the highest level of this machine. Nothing for another name, and for
/// "native" below v2.
std::optional<CpuLevel> cpu_level_from_name(std::string_view name);
std::string_view cpu_level_name(CpuLevel level);

/// What addresses of code are multiples of.
inline constexpr size_t kCodeAlignment = 64;

/// Machine code of a set of loops, free of relocations: it may be put at any multiple of kCodeAlignment.
struct NativeImage {
  std::vector<std::byte> code;
  std::vector<uint64_t> entries;      ///< For each loop asked for, the offset of its LoopFunction; equal loops share one.
  std::vector<std::string> features;  ///< What the CPU must have, by the names of load_code(): "avx2", "fma" …
};

/// Compiles loops with LLVM; equal ones once. The same loops give the same bytes. Safe to call from several threads at once.
/// Errors: those of validate(); internal_error where code would need anything outside the image.
Result<NativeImage> compile_loops(std::span<const LoopBody> loops, CpuLevel level);

/// The LLVM IR of one loop before optimisation, for people.
Result<std::string> loop_ir(const LoopBody& loop, CpuLevel level);
/// The assembly of one loop, for people.
Result<std::string> loop_assembly(const LoopBody& loop, CpuLevel level);

}  // namespace gearbox
