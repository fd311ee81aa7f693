#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/whole_extents.h"
#include "package/program.h"

namespace gearbox {

/// The extents of a program's values in the model's symbols, read back from its shape code. An extent that only a step decides is a
/// symbol named after the value and the axis.
class SymbolicExtents {
 public:
  SymbolicExtents(const Program& program, const std::vector<SymbolInfo>& symbols);

  /// "N", "floordiv(H, 2)", "?" where nothing is known.
  std::string extent(int32_t slot) const;
  /// The extent where it is a number.
  std::optional<int64_t> number(int32_t slot) const;
  /// Names of the symbols in it.
  std::vector<std::string> symbols(int32_t slot) const;
  /// "f32[N,3,H,W]"; "f32[…]" where even the rank is decided at run time.
  std::string type(int32_t value) const;

 private:
  const Program& program_;
  DimScope scope_;
  std::map<SymbolId, WholeExtent> extents_;  ///< by the symbol of a quotient
  std::vector<std::optional<Dim>> slots_;
};

}  // namespace gearbox
