#include "shape/facts/refute.h"

#include "shape/facts/multiply.h"
#include "shape/facts/split.h"

namespace gearbox::facts {

namespace refute_detail {

/// Nested distinctions of cases.
constexpr size_t kMaxDepth = 3;
constexpr size_t kMaxMultiples = 6;

class Refutation {
 public:
  Refutation(const Gathering& gathering, Effort& effort) : gathering_(gathering), effort_(effort) {}

  /// What source rows a refutation of the system uses; choices before `next` have been made.
  std::optional<Origin> run(const System& system, size_t next, size_t depth) {
    System working(system);
    Elimination elimination(working, effort_);
    if (elimination.refuted()) return elimination.origin();
    if (depth == kMaxDepth) return std::nullopt;
    if (!choices_) choices_ = choices(gathering_);
    for (; next < choices_->size() && !effort_.spent(); ++next) {
      if (const auto origin = all_cases(system, next, depth)) return origin;
    }
    return std::nullopt;
  }

 private:
  std::optional<Origin> all_cases(const System& system, size_t which, size_t depth) {
    Origin origin = {0, 0};
    for (int index = 0; index < (*choices_)[which].cases; ++index) {
      System narrowed(system);
      append_case(narrowed, gathering_, (*choices_)[which], index);
      const auto refuted = run(narrowed, which + 1, depth + 1);
      if (!refuted) return std::nullopt;
      origin = origin | *refuted;
    }
    return origin;
  }

  const Gathering& gathering_;
  Effort& effort_;
  std::optional<std::vector<Choice>> choices_;
};

}  // namespace refute_detail

std::optional<Premises> refute(const Gathering& gathering, std::span<const Assumption> assumptions, Effort& effort) {
  System system(gathering.system());
  for (const Assumption& assumption : assumptions) system.draft(assumption.sum, 1).commit(assumption.equality, {0, 0});
  if (gathering.has_products()) {
    std::vector<Multiplicand> from;
    for (const Assumption& assumption : assumptions) from.push_back({&assumption.sum, assumption.equality, 0});
    for (const Multiple& multiple : multiples(gathering.knowledge(), from, gathering.system().nodes(), refute_detail::kMaxMultiples)) {
      system.draft(multiple.sum, 1).commit(multiple.equality, {0, 0});
    }
  }
  const auto origin = refute_detail::Refutation(gathering, effort).run(system, 0, 0);
  return origin ? std::optional(gathering.premises(*origin)) : std::nullopt;
}

}  // namespace gearbox::facts
