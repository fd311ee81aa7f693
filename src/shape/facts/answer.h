#pragma once

#include <cstdint>
#include <vector>

#include "expr/dim.h"

namespace gearbox {

/// A fact's place in its store, from 0.
using FactId = int32_t;

enum class Verdict : uint8_t {
  kNo,       ///< false wherever all facts hold
  kUnknown,  ///< neither was proven
  kYes,      ///< true wherever all facts hold
};

/// What a fact store knows of a question, with the proof as what it rests on.
struct Answer {
  Verdict verdict = Verdict::kUnknown;
  /// Unknown only: values were found at which all facts hold and the relation is true, and others at which it is false. No proof
  /// can exist, more effort is in vain.
  bool independent = false;
  std::vector<FactId> facts;     ///< the facts the proof uses, ascending; enough for it, not always the fewest
  std::vector<SymbolId> ranges;  ///< symbols whose range in the DimScope the proof uses, ascending; that extents are >= 0 is not listed

  bool yes() const { return verdict == Verdict::kYes; }
  bool no() const { return verdict == Verdict::kNo; }
  bool unknown() const { return verdict == Verdict::kUnknown; }
};

}  // namespace gearbox
