// Questions to a fact store of the size a model gives, by what decides them; and adding facts.
#include <benchmark/benchmark.h>

#include "shape/facts/fact_store.h"

namespace gearbox {

struct World {
  std::shared_ptr<DimScope> scope = std::make_shared<DimScope>();
  FactStore store{scope};

  World() {
    for (const char* fact :
         {"8 <= L <= 512", "L % 8 == 0", "L >= 2*K", "batch == beam", "N >= 1", "N*C == N*D", "A <= B", "B < E", "E <= F + 3",
          "G == floordiv(L + 3, 4)", "P <= max(L, K)", "S == A + B", "H % 32 == 0", "W % 32 == 0", "T <= L"}) {
      const auto relations = parse_relations(fact, *scope);
      for (const Relation& relation : *relations) (void)store.add({Fact::Kind::kGiven, relation, fact});
    }
  }
  Relation relation(const char* text) { return parse_relations(text, *scope)->front(); }
};

void ask(benchmark::State& state, const char* text) {
  World world;
  const Relation relation = world.relation(text);
  for (auto _ : state) benchmark::DoNotOptimize(world.store.ask(relation));
}

BENCHMARK_CAPTURE(ask, equal_by_substitution, "batch + 1 == beam + 1");
BENCHMARK_CAPTURE(ask, within_range, "L <= 600");
BENCHMARK_CAPTURE(ask, independent, "A == T");
BENCHMARK_CAPTURE(ask, differences, "A <= F + 2");
BENCHMARK_CAPTURE(ask, multiples, "(3*L) % 4 == 0");
BENCHMARK_CAPTURE(ask, linear, "4*K <= 3*L + T");
BENCHMARK_CAPTURE(ask, floordiv, "G <= L // 2");
BENCHMARK_CAPTURE(ask, maximum, "P <= L");
BENCHMARK_CAPTURE(ask, product, "N*C*T == N*D*T");

void add(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(World());
}
BENCHMARK(add);

}  // namespace gearbox

BENCHMARK_MAIN();
