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

/// The symbols whose ranges the contradiction needs as well.
std::vector<SymbolId> ranges_needed(const Knowledge& knowledge, std::span<const FactId> ids, const Fact& fact) {
  Knowledge part;
  for (FactId id : ids) part.learn(knowledge.facts()[static_cast<size_t>(id)]);
  if (const Answer answer = ask(part, fact.relation); answer.no()) return answer.ranges;
  part.learn(fact);
  std::vector<SymbolId> symbols;
  for (int32_t premise : part.conflict()) {
    if (premise < 0) symbols.push_back(-1 - premise);
  }
  return symbols;
}

}  // namespace conflict_detail

Status conflict(const Knowledge& knowledge, const Fact& fact, std::span<const FactId> premises, const FactText& text) {
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
  const std::vector<SymbolId> ranges = ranges_needed(knowledge, needed, fact);
  std::string message = needed.empty() && ranges.empty() ? "no extents satisfy this fact:" : "these facts contradict each other:";
  for (FactId id : needed) message += "\n  " + text.line(knowledge.facts()[static_cast<size_t>(id)]);
  for (SymbolId symbol : ranges) message += "\n  " + text.range_line(*scope_of(fact.relation.a, fact.relation.b), symbol);
  return invalid_argument(message + "\n  " + text.line(fact));
}

}  // namespace gearbox::facts
