#include "shape/facts/split.h"

namespace gearbox::facts {

namespace split_detail {

constexpr size_t kMaxOperands = 4;
constexpr Origin kNone = {0, 0};

void append_equal(System& system, Dim a, Dim b) { system.draft(a, 1).draft(b, -1).commit(true, kNone); }
void append_at_most(System& system, Dim a, Dim b) { system.draft(b, 1).draft(a, -1).commit(false, kNone); }

}  // namespace split_detail

int split_cases(const System& system, int column) {
  const DimNode* node = system.node(column);
  if (node == nullptr || node->operands.size() > split_detail::kMaxOperands) return 0;
  switch (node->kind) {
    case NodeKind::kMin:
    case NodeKind::kMax: return static_cast<int>(node->operands.size());
    // Two operands are equal, or one of them is 1.
    case NodeKind::kBroadcast: return node->operands.size() == 2 ? 3 : 0;
    default: return 0;
  }
}

void append_case(System& system, int column, int index) {
  using namespace split_detail;
  const DimNode& node = *system.node(column);
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

}  // namespace gearbox::facts
