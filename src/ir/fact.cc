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

std::optional<Fact::Kind> fact_kind(std::string_view name) {
  for (const Fact::Kind kind : {Fact::Kind::kGiven, Fact::Kind::kAssert, Fact::Kind::kSpecialise}) {
    if (fact_kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

}  // namespace gearbox
