#include "shape/facts/eliminate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace gearbox::facts {

namespace eliminate_test {

constexpr int kUnknowns = 3;
constexpr int64_t kReach = 5;  ///< every unknown is in -kReach..kReach

struct Line {
  std::array<int64_t, kUnknowns> coefficients;
  int64_t constant;
  bool equality;
};

bool holds(const Line& line, const std::array<int64_t, kUnknowns>& x) {
  int64_t value = line.constant;
  for (size_t i = 0; i < kUnknowns; ++i) value += line.coefficients[i] * x[i];
  return line.equality ? value == 0 : value >= 0;
}

/// The values of unknown 0 in all solutions, by trying all.
std::vector<int64_t> solutions(const std::vector<Line>& lines) {
  std::vector<int64_t> result;
  std::array<int64_t, kUnknowns> x;
  for (x[0] = -kReach; x[0] <= kReach; ++x[0]) {
    for (x[1] = -kReach; x[1] <= kReach; ++x[1]) {
      for (x[2] = -kReach; x[2] <= kReach; ++x[2]) {
        if (std::ranges::all_of(lines, [&x](const Line& line) { return holds(line, x); })) result.push_back(x[0]);
      }
    }
  }
  return result;
}

/// The lines and the unknowns' ranges; source row i is line i.
System system_of(const std::vector<Line>& lines, const std::vector<const DimNode*>& unknowns) {
  System system;
  for (const DimNode* unknown : unknowns) {
    const int column = system.column(unknown);
    system.draft_column(column, 1).draft_constant(kReach).commit(false, {0, 0});
    system.draft_column(column, -1).draft_constant(kReach).commit(false, {0, 0});
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    for (int c = 0; c < kUnknowns; ++c) system.draft_column(c, lines[i].coefficients[static_cast<size_t>(c)]);
    system.draft_constant(lines[i].constant).commit(lines[i].equality, {uint64_t{1} << i, 0});
  }
  return system;
}

std::vector<const DimNode*> unknowns(DimScope& scope) {
  return {scope.symbol("x").node(), scope.symbol("y").node(), scope.symbol("z").node()};
}

}  // namespace eliminate_test

using namespace eliminate_test;

TEST(Eliminate, AgreesWithTryingAllValues) {
  std::mt19937_64 engine(7);
  const auto below = [&engine](int64_t count) { return static_cast<int64_t>(engine() % static_cast<uint64_t>(count)); };
  DimScope scope;
  const auto nodes = unknowns(scope);
  int impossible = 0, refuted = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<Line> lines;
    for (int64_t n = 1 + below(4); n > 0; --n) {
      lines.push_back({{below(15) - 7, below(15) - 7, below(5) - 2}, below(41) - 20, below(3) == 0});
    }
    const std::vector<int64_t> values = solutions(lines);
    System system = system_of(lines, nodes), again(system);
    Effort effort{2000};
    Elimination elimination(system, effort);
    impossible += values.empty() ? 1 : 0;
    if (elimination.refuted()) {
      ++refuted;
      EXPECT_TRUE(values.empty());
      // The rows it names are enough.
      std::vector<Line> named;
      for (size_t line = 0; line < lines.size(); ++line) {
        if ((elimination.origin().rows >> line & 1) != 0) named.push_back(lines[line]);
      }
      EXPECT_TRUE(solutions(named).empty());
      continue;
    }
    Effort more{2000};
    Elimination keeping(again, more, 0);
    if (keeping.refuted()) {
      EXPECT_TRUE(values.empty());
      continue;
    }
    const KeptValues kept = keeping.kept();
    for (int64_t value : values) {
      EXPECT_TRUE(kept.range.lower <= value && value <= kept.range.upper) << value;
      EXPECT_TRUE(kept.modulus == 0 ? value == kept.residue : (value - kept.residue) % kept.modulus == 0) << value;
    }
  }
  EXPECT_GT(refuted, impossible * 95 / 100);
}

TEST(Eliminate, HugeNumbersNeitherWrapNorCrash) {
  std::mt19937_64 engine(11);
  DimScope scope;
  const auto nodes = unknowns(scope);
  const auto number = [&engine]() -> int64_t {
    static constexpr int64_t kEdges[] = {0, 1, -1, 2, 3, INT64_MAX, -INT64_MAX, INT64_MIN, INT64_MAX / 2, INT64_MAX - 1, int64_t{1} << 32};
    return engine() % 4 == 0 ? static_cast<int64_t>(engine()) : kEdges[engine() % std::size(kEdges)];
  };
  for (int i = 0; i < 4000; ++i) {
    // All rows hold at 0, so nothing is to be refuted.
    System system;
    for (const DimNode* node : nodes) system.column(node);
    for (int rows = 0; rows < 6; ++rows) {
      const bool equality = engine() % 3 == 0;
      for (int c = 0; c < kUnknowns; ++c) system.draft_column(c, number());
      const int64_t constant = number();
      system.draft_constant(equality || constant < 0 ? 0 : constant).commit(equality, {0, 0});
    }
    System again(system);
    Effort effort{2000}, more{2000};
    EXPECT_FALSE(Elimination(system, effort).refuted());
    Elimination keeping(again, more, 0);
    EXPECT_FALSE(keeping.refuted());
    const KeptValues kept = keeping.kept();
    EXPECT_TRUE(kept.range.lower <= 0 && kept.range.upper >= 0);
    EXPECT_TRUE(kept.modulus == 0 ? kept.residue == 0 : kept.residue % kept.modulus == 0);
  }
}

TEST(Eliminate, EffortEndsIt) {
  std::mt19937_64 engine(13);
  DimScope scope;
  System system;
  for (int c = 0; c < 20; ++c) system.column(scope.symbol("x" + std::to_string(c)).node());
  for (int r = 0; r < 80; ++r) {
    for (int c = 0; c < 20; ++c) system.draft_column(c, static_cast<int64_t>(engine() % 7) - 3);
    system.draft_constant(1).commit(false, {0, 0});
  }
  Effort effort{100};
  EXPECT_FALSE(Elimination(system, effort).refuted());
  EXPECT_GT(effort.steps, -200);
}

}  // namespace gearbox::facts
