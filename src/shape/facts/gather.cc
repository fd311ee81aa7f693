#include "shape/facts/gather.h"

#include <algorithm>

#include "shape/facts/definitions.h"

namespace gearbox::facts {

Gathering::Gathering(const Knowledge& knowledge, std::span<const Term> question) : knowledge_(knowledge) {
  for (const Term& term : question) system_.column(term.monomial);
  for (int column = 0; column < system_.columns(); ++column) {
    const DimNode* node = system_.node(column);
    add_ranges(column);
    if (node->kind != NodeKind::kSymbol) append_definition(system_, column);
    const Column* known = knowledge.find(node);
    if (known == nullptr) continue;
    add_rows(*known);
    for (int32_t parent : known->parents) system_.column(knowledge.columns[static_cast<size_t>(parent)].node);
  }
}

void Gathering::add_ranges(int column) {
  const Interval range = system_.node(column)->bounds();
  const uint64_t bit = uint64_t{1} << (2 * column);
  const bool extent = system_.node(column)->kind == NodeKind::kSymbol && range.lower == 0;
  if (range.lower != INT64_MIN && range.lower != -INT64_MAX) {
    system_.draft_column(column, 1).draft_constant(-range.lower).commit(false, {0, extent ? 0 : bit});
  }
  if (range.upper != INT64_MAX) system_.draft_column(column, -1).draft_constant(range.upper).commit(false, {0, bit << 1});
}

void Gathering::add_rows(const Column& column) {
  for (int32_t id : column.rows) {
    const Row& row = knowledge_.rows[static_cast<size_t>(id)];
    const auto end = source_.begin() + sources_;
    if (!row.live || sources_ == kMaxSources || std::find(source_.begin(), end, id) != end) continue;
    if (!system_.draft(row.sum, 1).commit(row.equality, {uint64_t{1} << sources_, 0})) continue;
    source_[static_cast<size_t>(sources_++)] = id;
  }
}

Proof Gathering::proof(Origin origin) const {
  Proof proof;
  for (int bit = 0; bit < sources_; ++bit) {
    if ((origin.rows >> bit & 1) == 0) continue;
    merge(proof.facts, knowledge_.rows[static_cast<size_t>(source_[static_cast<size_t>(bit)])].facts);
  }
  for (int column = 0; column < system_.columns(); ++column) {
    const DimNode* node = system_.node(column);
    if ((origin.ranges >> (2 * column) & 3) == 0 || node == nullptr) continue;
    const std::vector<SymbolId> symbols = node->dim().symbols();
    proof.ranges.insert(proof.ranges.end(), symbols.begin(), symbols.end());
  }
  std::ranges::sort(proof.ranges);
  proof.ranges.erase(std::unique(proof.ranges.begin(), proof.ranges.end()), proof.ranges.end());
  return proof;
}

}  // namespace gearbox::facts
