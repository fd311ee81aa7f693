#include "ops/run/recurrent.h"

namespace gearbox::ops::lstm {

namespace {

void cell(const RecurrentDirection& d, const Attributes& attributes, const double* x, std::vector<double>& h, std::vector<double>& c) {
  const size_t n = h.size();
  auto sum = [&](size_t row) {
    return d.wx(static_cast<int64_t>(row), x) + d.rh(static_cast<int64_t>(row), h.data()) + d.wb[row] + d.rb[row];
  };
  const bool coupled = attributes.integer("input_forget", 0) != 0;
  std::vector<double> next(n);
  for (size_t i = 0; i < n; ++i) {
    const double input = d.f(0, sum(i) + d.peephole[i] * c[i]);
    const double forget = coupled ? 1 - input : d.f(0, sum(2 * n + i) + d.peephole[2 * n + i] * c[i]);
    c[i] = forget * c[i] + input * d.f(1, sum(3 * n + i));
    next[i] = d.f(0, sum(n + i) + d.peephole[n + i] * c[i]) * d.f(2, c[i]);
  }
  h = next;
}

}  // namespace

Status reference(KernelContext& context) { return run_recurrent(context, 4, {"Sigmoid", "Tanh", "Tanh"}, cell); }

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LSTM", .run = reference}); }

}  // namespace gearbox::ops::lstm
