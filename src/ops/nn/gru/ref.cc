#include "ops/run/recurrent.h"

namespace gearbox::ops::gru {

namespace {

void cell(const RecurrentDirection& d, const Attributes& attributes, const double* x, std::vector<double>& h, std::vector<double>&) {
  const size_t n = h.size();
  auto wx = [&](size_t row) { return d.wx(static_cast<int64_t>(row), x) + d.wb[row]; };
  auto rh = [&](size_t row, const std::vector<double>& state) { return d.rh(static_cast<int64_t>(row), state.data()); };
  std::vector<double> update(n), reset(n), reset_state(n), next(n);
  for (size_t i = 0; i < n; ++i) {
    update[i] = d.f(0, wx(i) + rh(i, h) + d.rb[i]);
    reset[i] = d.f(0, wx(n + i) + rh(n + i, h) + d.rb[n + i]);
    reset_state[i] = reset[i] * h[i];
  }
  const bool after = attributes.integer("linear_before_reset", 0) != 0;
  for (size_t i = 0; i < n; ++i) {
    const size_t row = 2 * n + i;
    const double recurrent = after ? reset[i] * (rh(row, h) + d.rb[row]) : rh(row, reset_state) + d.rb[row];
    next[i] = (1 - update[i]) * d.f(1, wx(row) + recurrent) + update[i] * h[i];
  }
  h = next;
}

}  // namespace

Status reference(KernelContext& context) { return run_recurrent(context, 3, {"Sigmoid", "Tanh"}, cell); }

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GRU", .run = reference}); }

}  // namespace gearbox::ops::gru
