#include "shape/facts/refute.h"

namespace gearbox::facts {

std::optional<Proof> refute(const Gathering& gathering, const Sum& sum, bool equality, Effort& effort) {
  System system(gathering.system());
  if (!system.draft(sum, 1).commit(equality, {0, 0})) return std::nullopt;
  Elimination elimination(system, effort);
  if (!elimination.refuted()) return std::nullopt;
  return gathering.proof(elimination.origin());
}

}  // namespace gearbox::facts
