#include "shape/facts/split.h"

#include <algorithm>

namespace gearbox::facts {

namespace split_detail {

constexpr size_t kMaxOperands = 4;
constexpr size_t kMaxChoices = 8;
constexpr Origin kNone = {0, 0};

void append_equal(System& system, Dim a, Dim b) { system.draft(a, 1).draft(b, -1).commit(true, kNone); }
void append_at_most(System& system, Dim a, Dim b) { system.draft(b, 1).draft(a, -1).commit(false, kNone); }

int cases_of(const DimNode& node) {
  if (node.operands.size() > kMaxOperands) return 0;
  switch (node.kind) {
    case NodeKind::kMin:
    case NodeKind::kMax: return static_cast<int>(node.operands.size());
    // Two operands are equal, or the first or the second is 1.
    case NodeKind::kBroadcast: return node.operands.size() == 2 ? 3 : 0;
    default: return 0;
  }
}

const Row& row_of_source(const Gathering& gathering, int source) {
  return gathering.knowledge().rows()[static_cast<size_t>(gathering.sources()[static_cast<size_t>(source)])];
}

/// The common factor of a row's terms; 1 where the factor may be negative and the row is an inequality.
Monomial splitting_factor(const Row& row) {
  Monomial common = facts::common_factor(row.sum);
  if (!row.equality) common.keep_non_negative();
  return common;
}

void append_function_case(System& system, const DimNode& node, int index) {
  if (node.kind == NodeKind::kBroadcast) {
    const Dim chosen = node.operands[index == 1 ? 1 : 0], other = node.operands[index == 1 ? 0 : 1];
    append_equal(system, node.dim(), chosen);
    append_equal(system, other, index == 2 ? chosen : Dim(1));
    return;
  }
  const Dim chosen = node.operands[static_cast<size_t>(index)];
  append_equal(system, node.dim(), chosen);
  for (Dim other : node.operands) {
    if (other == chosen) continue;
    node.kind == NodeKind::kMin ? append_at_most(system, chosen, other) : append_at_most(system, other, chosen);
  }
}

bool contains(const DimNode* monomial, const DimNode* atom) {
  if (monomial == nullptr) return false;
  const FactorView view(monomial);
  return std::ranges::any_of(view.factors(), [atom](const Factor& factor) { return factor.atom == atom; });
}

void append_factor_case(System& system, const Row& row, const Monomial& common, int index, Origin origin) {
  if (static_cast<size_t>(index) == common.factors().size()) {
    system.draft(divided(row, common).sum, 1).commit(row.equality, origin);
    if (row.equality) return;
    for (const Factor& factor : common.factors()) append_at_most(system, 1, factor.atom->dim());
    return;
  }
  const DimNode* zero = common.factors()[static_cast<size_t>(index)].atom;
  for (int column = 0; column < system.columns(); ++column) {
    if (contains(system.node(column), zero)) system.draft_column(column, 1).commit(true, kNone);
  }
}

}  // namespace split_detail

using namespace split_detail;

std::vector<Choice> choices(const Gathering& gathering) {
  std::vector<Choice> result;
  const System& system = gathering.system();
  for (int column = 0; column < system.columns() && result.size() < kMaxChoices; ++column) {
    const int cases = system.node(column) == nullptr ? 0 : cases_of(*system.node(column));
    if (cases > 0) result.push_back({column, -1, cases});
  }
  const int sources = static_cast<int>(gathering.sources().size());
  for (int source = 0; source < sources && result.size() < kMaxChoices; ++source) {
    const Monomial common = splitting_factor(row_of_source(gathering, source));
    if (!common.is_one()) result.push_back({-1, source, static_cast<int>(common.factors().size()) + 1});
  }
  return result;
}

void append_case(System& system, const Gathering& gathering, const Choice& choice, int index) {
  if (choice.column >= 0) return append_function_case(system, *system.node(choice.column), index);
  const Row& row = row_of_source(gathering, choice.source);
  append_factor_case(system, row, splitting_factor(row), index, {uint64_t{1} << choice.source, 0});
}

}  // namespace gearbox::facts
