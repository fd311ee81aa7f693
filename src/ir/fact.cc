#include "ir/fact.h"

namespace gearbox {

std::string_view fact_kind_name(Fact::Kind kind) {
  switch (kind) {
    case Fact::Kind::kGiven: return "given";
    case Fact::Kind::kAssert: return "assert";
    case Fact::Kind::kSpecialise: return "specialise";
  }
  return "unknown";
}

}  // namespace gearbox
