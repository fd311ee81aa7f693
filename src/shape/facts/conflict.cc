#include "shape/facts/conflict.h"

namespace gearbox::facts {

namespace conflict_detail {

bool refuted_by(const Knowledge& knowledge, const FactSet& ids, const Relation& relation) {
  Knowledge part;
  for (FactId id : ids) part.learn(knowledge.facts[static_cast<size_t>(id)]);
  return ask(part, relation).no();
}

std::string line(const Fact& fact) { return "\n  " + fact.relation.text() + "  (" + fact.origin + ")"; }

}  // namespace conflict_detail

Status conflict(const Knowledge& knowledge, const Fact& fact, const Answer& answer) {
  using namespace conflict_detail;
  FactSet needed = answer.facts;
  for (size_t i = 0; i < needed.size();) {
    FactSet fewer = needed;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (refuted_by(knowledge, fewer, fact.relation)) {
      needed = std::move(fewer);
    } else {
      ++i;
    }
  }
  std::string message = needed.empty() ? "no extents satisfy this fact:" : "these facts contradict each other:";
  for (FactId id : needed) message += line(knowledge.facts[static_cast<size_t>(id)]);
  return invalid_argument(message + line(fact));
}

}  // namespace gearbox::facts
