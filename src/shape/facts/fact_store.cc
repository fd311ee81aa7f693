#include "shape/facts/fact_store.h"

#include <algorithm>

#include "shape/facts/ask.h"
#include "shape/facts/canonical.h"
#include "shape/facts/conflict.h"
#include "shape/facts/knowledge.h"

namespace gearbox {

FactStore::FactStore(std::shared_ptr<DimScope> scope) : scope_(std::move(scope)), knowledge_(std::make_shared<facts::Knowledge>()) {}
FactStore::~FactStore() = default;
FactStore::FactStore(const FactStore&) = default;
FactStore& FactStore::operator=(const FactStore&) = default;
FactStore::FactStore(FactStore&&) noexcept = default;
FactStore& FactStore::operator=(FactStore&&) noexcept = default;

Status FactStore::add(const Fact& fact) {
  if (fact.relation.a.is_overflow() || fact.relation.b.is_overflow()) {
    return invalid_argument("the fact " + fact.relation.text() + " (" + fact.origin + ") has a side without a value that fits 64 bits");
  }
  if (const Answer answer = ask(fact.relation); answer.no()) {
    return facts::conflict(*knowledge_, fact, answer.facts, {facts(), extents_});
  }
  auto knowledge = knowledge_.use_count() > 1 ? std::make_shared<facts::Knowledge>(*knowledge_) : knowledge_;
  if (knowledge->learn(fact)) {
    knowledge_ = std::move(knowledge);
    return {};
  }
  return forget(*knowledge, fact);
}

/// The knowledge of all facts but the last, which contradicts them.
Status FactStore::forget(const facts::Knowledge& knowledge, const Fact& fact) {
  auto before = std::make_shared<facts::Knowledge>();
  std::vector<FactId> premises;
  for (FactId id = 0; id + 1 < static_cast<FactId>(knowledge.facts().size()); ++id) {
    before->learn(knowledge.facts()[static_cast<size_t>(id)]);
    if (std::ranges::binary_search(knowledge.conflict(), id)) premises.push_back(id);
  }
  knowledge_ = std::move(before);
  return facts::conflict(*knowledge_, fact, premises, {facts(), extents_});
}

std::span<const Fact> FactStore::facts() const { return knowledge_->facts(); }

Answer FactStore::ask(const Relation& relation) const { return facts::ask(*knowledge_, relation); }

Interval FactStore::range(Dim dim) const { return facts::range(*knowledge_, dim); }

Congruence FactStore::congruence(Dim dim) const { return facts::congruence(*knowledge_, dim); }

Dim FactStore::canonical(Dim dim) const {
  return facts::Canonical(*knowledge_, [this](const Relation& relation) { return ask(relation).verdict == Verdict::kYes; }).apply(dim);
}

std::vector<Dim> FactStore::equal_to(Dim dim) const {
  facts::Canonical canonical(*knowledge_);
  const Dim form = canonical.apply(dim);
  std::vector<Dim> members;
  const auto consider = [&](Dim other) {
    if (other == dim || std::ranges::find(members, other) != members.end()) return;
    if (canonical.apply(other) == form) members.push_back(other);
  };
  for (SymbolId id = 0; id < scope_->size(); ++id) consider(scope_->from_id(id));
  for (const Fact& fact : facts()) {
    consider(fact.relation.a);
    consider(fact.relation.b);
  }
  return members;
}

}  // namespace gearbox
