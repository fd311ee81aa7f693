#include "ops/run/recurrent.h"

namespace gearbox::ops::rnn {

namespace {

void cell(const RecurrentDirection& d, const Attributes&, const double* x, std::vector<double>& h, std::vector<double>&) {
  std::vector<double> next(h.size());
  for (size_t i = 0; i < h.size(); ++i) {
    const int64_t row = static_cast<int64_t>(i);
    next[i] = d.f(0, d.wx(row, x) + d.rh(row, h.data()) + d.wb[i] + d.rb[i]);
  }
  h = next;
}

}  // namespace

Status reference(KernelContext& context) { return run_recurrent(context, 1, {"Tanh"}, cell); }

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RNN", .run = reference}); }

}  // namespace gearbox::ops::rnn
