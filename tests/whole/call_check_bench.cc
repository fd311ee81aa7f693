// Prints what the check of a call costs: whether the inputs fit the package, and which binding they make. Usage: call_check_bench
// PACKAGE.gbx
#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/clock.h"
#include "package/reader.h"
#include "runtime/call_binding.h"
#include "runtime/model.h"

namespace {

/// Inputs without data in which every symbol is 8 times its least multiple.
std::vector<gearbox::Tensor> inputs_of(const gearbox::Program& program, std::vector<std::vector<int64_t>>& dims) {
  for (const int32_t input : program.inputs) dims.emplace_back(program.values[static_cast<size_t>(input)].dims.size(), 8);
  for (const gearbox::SymbolBinding& binding : program.bindings) {
    dims[static_cast<size_t>(binding.input)][static_cast<size_t>(binding.axis)] = 8 * binding.multiple;
  }
  std::vector<gearbox::Tensor> out;
  for (size_t i = 0; i < dims.size(); ++i) out.push_back({program.values[static_cast<size_t>(program.inputs[i])].dtype, dims[i], nullptr});
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: call_check_bench PACKAGE.gbx\n"), 2;
  auto contents = gearbox::read_package(argv[1], nullptr);
  if (!contents.ok()) return std::fprintf(stderr, "%s\n", contents.status().text().c_str()), 1;
  auto model = gearbox::Model::load(std::move(contents).value(), {});
  if (!model.ok()) return std::fprintf(stderr, "%s\n", model.status().text().c_str()), 1;
  const gearbox::Program& program = (*model)->main();
  const gearbox::ReadyProgram& ready = (*model)->ready(0);
  std::vector<std::vector<int64_t>> dims;
  const std::vector<gearbox::Tensor> inputs = inputs_of(program, dims);
  std::vector<int64_t> key(ready.key_slots.size());
  gearbox::PlanCache plans(256);
  std::vector<double> rounds;
  for (int round = 0; round < 200; ++round) {
    constexpr int kCalls = 1000;
    const int64_t begin = gearbox::now_ns();
    for (int call = 0; call < kCalls; ++call) {
      gearbox::Status status = gearbox::read_key(program, ready, inputs, key);
      auto plan = status.ok() ? plans.find(program, ready, key) : status;
      if (plan.ok()) status = gearbox::match_extents(program, (*plan)->slots, inputs);
      if (!status.ok() || !plan.ok()) return std::fprintf(stderr, "%s\n", (plan.ok() ? status : plan.status()).text().c_str()), 1;
    }
    rounds.push_back(static_cast<double>(gearbox::now_ns() - begin) / kCalls);
  }
  std::ranges::sort(rounds);
  std::printf("%s: checking a call costs %.0f ns (median of 200 rounds, least %.0f)\n", argv[1], rounds[100], rounds[0]);
}
