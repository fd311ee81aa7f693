#include "shape/facts/differences.h"

#include <vector>

namespace gearbox::facts {

namespace differences_detail {

/// Columns whose rows are followed; a column is visited again where a shorter path to it is found.
constexpr size_t kMaxVisits = 96;
/// Paths kept, and rows looked at.
constexpr size_t kMaxReached = 192;
constexpr int kMaxRows = 4096;

/// `from` minus the column is at most `bound`, by the row over the column before.
struct Reached {
  int32_t column;
  int64_t bound;
  int32_t row;
  int32_t before;  ///< index of the entry the row was followed from; -1 at the start
};

/// One row x - y <= c as seen from x.
struct Step {
  const DimNode* y;
  int64_t bound;
};

std::optional<Step> step_from(const Row& row, const DimNode* x) {
  const std::vector<Term>& terms = row.sum.terms();
  if (terms.size() != 2) return std::nullopt;
  const Term& mine = terms[0].monomial == x ? terms[0] : terms[1];
  const Term& other = terms[0].monomial == x ? terms[1] : terms[0];
  if (mine.coefficient == -1 && other.coefficient == 1) return Step{other.monomial, row.sum.constant()};
  if (mine.coefficient != 1 || other.coefficient != -1 || !row.equality || row.sum.constant() == INT64_MIN) return std::nullopt;
  return Step{other.monomial, -row.sum.constant()};
}

/// The best path so far for each column.
class Search {
 public:
  Search(const Knowledge& knowledge, int32_t start) : knowledge_(knowledge), reached_{{start, 0, -1, -1}} {}

  void run() {
    for (size_t next = 0; next < reached_.size() && next < kMaxVisits; ++next) {
      const Reached at = reached_[next];
      if (best(at.column) != static_cast<int32_t>(next)) continue;
      const Column& column = knowledge_.columns()[static_cast<size_t>(at.column)];
      for (int32_t id : column.rows) {
        if (reached_.size() == kMaxReached || ++rows_ > kMaxRows) return;
        const Row& row = knowledge_.rows()[static_cast<size_t>(id)];
        const auto step = row.live ? step_from(row, column.node) : std::nullopt;
        int64_t bound;
        if (!step || __builtin_add_overflow(at.bound, step->bound, &bound)) continue;
        const int32_t to = static_cast<int32_t>(knowledge_.find(step->y) - knowledge_.columns().data());
        const int32_t known = best(to);
        if (known < 0 || reached_[static_cast<size_t>(known)].bound > bound)
          reached_.push_back({to, bound, id, static_cast<int32_t>(next)});
      }
    }
  }

  std::optional<Difference> to(int32_t column) const {
    int32_t entry = best(column);
    if (entry < 0) return std::nullopt;
    Difference result{reached_[static_cast<size_t>(entry)].bound, {}};
    for (; reached_[static_cast<size_t>(entry)].before >= 0; entry = reached_[static_cast<size_t>(entry)].before) {
      merge(result.premises, knowledge_.rows()[static_cast<size_t>(reached_[static_cast<size_t>(entry)].row)].premises);
    }
    return result;
  }

 private:
  int32_t best(int32_t column) const {
    int32_t found = -1;
    for (size_t i = 0; i < reached_.size(); ++i) {
      if (reached_[i].column == column && (found < 0 || reached_[i].bound < reached_[static_cast<size_t>(found)].bound)) {
        found = static_cast<int32_t>(i);
      }
    }
    return found;
  }

  const Knowledge& knowledge_;
  std::vector<Reached> reached_;
  int rows_ = 0;
};

}  // namespace differences_detail

std::optional<Difference> difference_bound(const Knowledge& knowledge, const DimNode* from, const DimNode* to) {
  const Column *start = knowledge.find(from), *end = knowledge.find(to);
  if (start == nullptr || end == nullptr || start == end) return std::nullopt;
  differences_detail::Search search(knowledge, static_cast<int32_t>(start - knowledge.columns().data()));
  search.run();
  return search.to(static_cast<int32_t>(end - knowledge.columns().data()));
}

}  // namespace gearbox::facts
