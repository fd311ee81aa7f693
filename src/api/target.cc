#include "api/target.h"

namespace gearbox {

namespace {

IsaLevel native_level() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    return IsaLevel::kV4;
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? IsaLevel::kV3 : IsaLevel::kV2;
}

}  // namespace

Result<IsaLevel> target_level(std::string_view target) {
  if (target == "native") return native_level();
  for (const IsaLevel level : {IsaLevel::kV2, IsaLevel::kV3, IsaLevel::kV4}) {
    if (target == target_name(level)) return level;
  }
  return invalid_argument("'" + std::string(target) + "' is not a target: native, x86-64-v2, x86-64-v3 or x86-64-v4");
}

std::string target_name(IsaLevel level) { return "x86-64-v" + std::to_string(static_cast<int>(level)); }

}  // namespace gearbox
