#include "shape/facts/gather.h"

#include <algorithm>

#include "shape/facts/definitions.h"
#include "shape/facts/multiply.h"

namespace gearbox::facts {

namespace gather_detail {

constexpr size_t kMaxMultiples = 10;

}

Gathering::Gathering(const Knowledge& knowledge, std::span<const Term> question) : knowledge_(knowledge) {
  for (const Term& term : question) system_.column(term.monomial);
  int column = 0;
  for (; column < system_.columns(); ++column) add_column(column);
  if (!products_ || sources_ == 0) return;
  add_multiples();
  for (; column < system_.columns(); ++column) add_column(column);
}

void Gathering::add_column(int column) {
  const DimNode* node = system_.node(column);
  products_ |= node->kind == NodeKind::kMonomial;
  add_ranges(column);
  if (node->kind != NodeKind::kSymbol) append_definition(system_, column, knowledge_);
  const Column* known = knowledge_.find(node);
  if (known == nullptr) return;
  add_rows(*known);
  for (int32_t parent : known->parents) {
    if (system_.columns_full()) break;
    system_.column(knowledge_.columns()[static_cast<size_t>(parent)].node);
  }
}

void Gathering::add_multiples() {
  std::vector<Multiplicand> from;
  for (int source = 0; source < sources_; ++source) {
    const Row& row = knowledge_.rows()[static_cast<size_t>(source_[static_cast<size_t>(source)])];
    from.push_back({&row.sum, row.equality, source});
  }
  for (const Multiple& multiple : multiples(knowledge_, from, system_.nodes(), gather_detail::kMaxMultiples)) {
    system_.draft(multiple.sum, 1).commit(multiple.equality, {uint64_t{1} << multiple.id, 0});
  }
}

void Gathering::add_ranges(int column) {
  const DimNode* node = system_.node(column);
  const Interval range = knowledge_.range(node);
  if (range.lower > -INT64_MAX) {
    system_.draft_column(column, 1).draft_constant(-range.lower).commit(false, {0, range_bit(column, false)});
  }
  if (range.upper < INT64_MAX) {
    system_.draft_column(column, -1).draft_constant(range.upper).commit(false, {0, range_bit(column, true)});
  }
}

void Gathering::add_rows(const Column& column) {
  for (int32_t id : column.rows) {
    if (sources_ == kMaxSources || system_.rows_full()) return;
    const Row& row = knowledge_.rows()[static_cast<size_t>(id)];
    const auto end = source_.begin() + sources_;
    if (!row.live || std::find(source_.begin(), end, id) != end) continue;
    if (!system_.draft(row.sum, 1).commit(row.equality, {uint64_t{1} << sources_, 0})) continue;
    source_[static_cast<size_t>(sources_++)] = id;
  }
}

Premises Gathering::premises(Origin origin) const {
  Premises result;
  for (int bit = 0; bit < sources_; ++bit) {
    if ((origin.rows >> bit & 1) != 0) merge(result, knowledge_.rows()[static_cast<size_t>(source_[static_cast<size_t>(bit)])].premises);
  }
  for (int column = 0; column < system_.columns(); ++column) {
    if ((origin.ranges & range_bit(column, false)) != 0) merge(result, knowledge_.lower_premises(system_.node(column)));
    if ((origin.ranges & range_bit(column, true)) != 0) merge(result, knowledge_.upper_premises(system_.node(column)));
  }
  return result;
}

}  // namespace gearbox::facts
