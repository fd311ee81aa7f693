#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gearbox {

/// What one thread of a machine can do: the constants of the cost model. As made it is a machine of no particular kind.
struct MachineProfile {
  std::string processor;  ///< what was measured; empty: nothing was
  double fma = 60e9;      ///< operations per second in f32 multiply-adds
  double l2_read = 60e9;  ///< bytes per second, of data in the second level of the cache
  double l3_read = 30e9;  ///< in the third
  double memory_read = 15e9;
  double region_ns = 500;  ///< fork and join of two threads; 0: there is one processor
  int64_t l2_bytes = 1 << 19;
  int64_t l3_bytes = 1 << 23;

  bool measured() const { return !processor.empty(); }
  /// Bytes per second at which data is read that was last used `bytes` of other data ago.
  double read_rate(double bytes) const;
  /// Operations that take as long as moving a byte from memory.
  double flops_per_byte() const { return fma / memory_read; }

  friend bool operator==(const MachineProfile&, const MachineProfile&) = default;
};

/// Lines "NAME VALUE", and back. Errors: another version, a line that is missing or unknown, a number that no machine has.
std::string machine_text(const MachineProfile& profile);
Result<MachineProfile> parse_machine(std::string_view text);

}  // namespace gearbox
