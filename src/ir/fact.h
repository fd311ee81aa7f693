#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "expr/relation.h"

namespace gearbox {

/// A relation between extents that is taken to be true, and where it comes from.
struct Fact {
  enum class Kind : uint8_t {
    kGiven,       ///< said by the user or the model: checked when the inputs arrive
    kAssert,      ///< what an operator needs to be legal: checked at run time unless the other facts prove it
    kSpecialise,  ///< true only inside one gear or variant: part of the condition under which it is chosen
  };
  Kind kind = Kind::kGiven;
  Relation relation;
  std::string origin;  ///< for reports: "--assert 'L >= 2*K'", "node 'Reshape_3': volumes must agree"
};

/// "given", "assert" or "specialise".
std::string_view fact_kind_name(Fact::Kind kind);
std::optional<Fact::Kind> fact_kind(std::string_view name);

}  // namespace gearbox
