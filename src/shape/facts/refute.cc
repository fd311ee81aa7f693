#include "shape/facts/refute.h"

#include "shape/facts/split.h"

namespace gearbox::facts {

namespace refute_detail {

/// Nested splits into cases.
constexpr int kMaxSplits = 3;

/// The origin of a refutation of the system; the columns before `next` have been split.
std::optional<Origin> refute(const System& system, Effort& effort, int next, int splits) {
  System working(system);
  Elimination elimination(working, effort);
  if (elimination.refuted()) return elimination.origin();
  for (; splits > 0 && next < system.columns() && !effort.spent(); ++next) {
    const int cases = split_cases(system, next);
    if (cases == 0) continue;
    Origin origin = {0, 0};
    int index = 0;
    for (; index < cases; ++index) {
      System narrowed(system);
      append_case(narrowed, next, index);
      const auto refuted = refute(narrowed, effort, next + 1, splits - 1);
      if (!refuted) break;
      origin = origin | *refuted;
    }
    return index == cases ? std::optional(origin) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace refute_detail

std::optional<Proof> refute(const Gathering& gathering, const Sum& sum, bool equality, Effort& effort) {
  System system(gathering.system());
  if (!system.draft(sum, 1).commit(equality, {0, 0})) return std::nullopt;
  const auto origin = refute_detail::refute(system, effort, 0, refute_detail::kMaxSplits);
  return origin ? std::optional(gathering.proof(*origin)) : std::nullopt;
}

}  // namespace gearbox::facts
