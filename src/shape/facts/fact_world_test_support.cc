#include "shape/facts/fact_world_test_support.h"

namespace gearbox::facts_test {

std::string World::add(std::string_view text) {
  const auto relations = parse_relations(text, *scope);
  if (!relations.ok()) return relations.status().message();
  for (const Relation& each : *relations) {
    const Status status = store.add({Fact::Kind::kGiven, each, "given '" + std::string(text) + "'"});
    if (!status.ok()) return status.message();
  }
  return "";
}

Relation World::relation(std::string_view text) const {
  const auto relations = parse_relations(text, *scope);
  return relations->front();
}

std::string World::ask(std::string_view text) const {
  const Answer answer = store.ask(relation(text));
  return answer.yes() ? "yes" : answer.no() ? "no" : answer.independent ? "independent" : "unknown";
}

std::string World::proof(std::string_view text) const {
  std::string out;
  for (FactId id : store.ask(relation(text)).facts) {
    out += (out.empty() ? "" : "; ") + store.facts()[static_cast<size_t>(id)].relation.text();
  }
  return out;
}

std::string World::explain(std::string_view text) const {
  const Relation asked = relation(text);
  return store.explain(asked, store.ask(asked));
}

std::string World::range(std::string_view text) const {
  const Interval range = store.range(dim(text));
  const auto end = [](int64_t value) {
    return value == INT64_MIN ? std::string("-inf") : value == INT64_MAX ? std::string("inf") : std::to_string(value);
  };
  return "[" + end(range.lower) + ", " + end(range.upper) + "]";
}

std::string World::remainder(std::string_view text) const {
  const Congruence congruence = store.congruence(dim(text));
  return std::to_string(congruence.residue) + " mod " + std::to_string(congruence.modulus);
}

}  // namespace gearbox::facts_test
