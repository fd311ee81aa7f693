#include <algorithm>
#include <cmath>
#include <numeric>

#include "ops/run/arguments.h"
#include "ops/run/fill.h"
#include "ops/run/random.h"

namespace gearbox::ops::multinomial {

namespace {

/// The first class whose cumulative weight exceeds `at` times the total.
size_t draw(std::span<const double> weights, double at) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double below = 0;
  for (size_t i = 0; i + 1 < weights.size(); ++i) {
    below += weights[i];
    if (at * total < below) return i;
  }
  return weights.size() - 1;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() != 2) return context.error("the input is not [batch, classes]");
  const int64_t batch = x.dims[0], samples = context.attributes().integer("sample_size", 1);
  const size_t classes = static_cast<size_t>(x.dims[1]);
  if (classes == 0 && batch * samples > 0) return context.error(quoted(context, 0) + " has no classes to draw from");
  const std::vector<double> logits = reals_of(x);
  std::vector<double> weights(logits.size());
  for (size_t row = 0; row < static_cast<size_t>(batch); ++row) {
    const auto first = logits.begin() + static_cast<std::ptrdiff_t>(row * classes), last = first + static_cast<std::ptrdiff_t>(classes);
    const double largest = classes == 0 ? 0 : *std::max_element(first, last);
    std::transform(first, last, weights.begin() + (first - logits.begin()), [&](double logit) { return std::exp(logit - largest); });
  }
  RandomStream random = random_stream(context);
  return fill_output(context, Extents{batch, samples}, [&](int64_t i) {
    const size_t row = static_cast<size_t>(i / samples);
    return draw(std::span(weights).subspan(row * classes, classes), random.uniform());
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Multinomial", .run = reference}); }

}  // namespace gearbox::ops::multinomial
