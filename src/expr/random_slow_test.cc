#include <gtest/gtest.h>

#include <random>

#include "expr/tree_test_support.h"

namespace gearbox::expr_test {

/// The same expressions at every run: more and deeper ones than the property tests make.
class RandomTrees {
 public:
  explicit RandomTrees(uint64_t seed) : engine_(seed) {}

  int below(int count) { return static_cast<int>(engine_() % static_cast<uint64_t>(count)); }

  Tree tree(int depth) {
    if (depth == 0 || below(8) == 0) return leaf();
    // Half of the operations are sums and products: they make what the others simplify.
    const int operation = below(2) == 0 ? 2 + below(3) : 2 + below(9);
    const bool left_is_deep = below(2) == 0;
    return {static_cast<Operation>(operation),
            0,
            {tree(left_is_deep ? depth - 1 : below(depth)), tree(left_is_deep ? below(depth) : depth - 1)}};
  }

 private:
  Tree leaf() {
    if (below(2) == 0) return {Operation::kSymbol, below(kSymbols), {}};
    static constexpr int64_t kLarge[] = {64, 768, 1000, 4096};
    return {Operation::kConstant, below(8) == 0 ? kLarge[below(4)] : below(14) - 4, {}};
  }

  std::mt19937_64 engine_;
};

void check_random_trees(uint64_t first_seed, int count, int max_depth) {
  for (uint64_t seed = first_seed; seed < first_seed + static_cast<uint64_t>(count); ++seed) {
    RandomTrees random(seed);
    DimScope scope;
    const Symbols symbols = make_symbols(scope);
    for (int i = 0; i < kSymbols; ++i) {
      const int lower = random.below(5);
      if (random.below(2) == 0) scope.narrow(i, lower, lower + random.below(7));
    }
    const Tree written = random.tree(1 + random.below(max_depth));
    const Dim dim = build(written, symbols);
    const std::string text = dim.text();
    const Result<Dim> again = parse_dim(text, scope);
    ASSERT_TRUE(again.ok() && *again == dim) << "seed " << seed << ": " << written << " = " << text;
    for (int binding = 0; binding < 6; ++binding) {
      Values values;
      for (int i = 0; i < kSymbols; ++i) {
        const Symbol range = scope.info(i);
        values[i] = range.lower + random.below(static_cast<int>(std::min<int64_t>(range.upper - range.lower, 12)) + 1);
      }
      const auto wrong = fault(written, dim, values);
      ASSERT_FALSE(wrong) << "seed " << seed << ": " << written << " = " << text << " at " << testing::PrintToString(values) << ": "
                          << *wrong;
    }
  }
}

TEST(DimRandom, ManySmall) { check_random_trees(0, 100000, 4); }
TEST(DimRandom, FewDeep) { check_random_trees(1000000, 10000, 10); }

}  // namespace gearbox::expr_test
