#include "shape/facts/conflict.h"

namespace gearbox::facts {

namespace conflict_detail {

/// Whether these facts of the knowledge contradict the fact.
bool contradicts(const Knowledge& knowledge, std::span<const FactId> ids, const Fact& fact) {
  Knowledge part;
  for (FactId id : ids) {
    if (!part.learn(knowledge.facts()[static_cast<size_t>(id)])) return true;
  }
  return ask(part, fact.relation).no() || !part.learn(fact);
}

std::string line(const Fact& fact) { return "\n  " + fact.relation.text() + "  (" + fact.origin + ")"; }

}  // namespace conflict_detail

Status conflict(const Knowledge& knowledge, const Fact& fact, std::span<const FactId> premises) {
  using namespace conflict_detail;
  std::vector<FactId> needed(premises.begin(), premises.end());
  for (size_t i = 0; i < needed.size();) {
    std::vector<FactId> fewer = needed;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (contradicts(knowledge, fewer, fact)) {
      needed = std::move(fewer);
    } else {
      ++i;
    }
  }
  std::string message = needed.empty() ? "no extents satisfy this fact:" : "these facts contradict each other:";
  for (FactId id : needed) message += line(knowledge.facts()[static_cast<size_t>(id)]);
  return invalid_argument(message + line(fact));
}

}  // namespace gearbox::facts
