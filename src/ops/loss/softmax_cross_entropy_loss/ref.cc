#include <cmath>

#include "ops/run/arithmetic.h"
#include "ops/run/loss.h"

namespace gearbox::ops::softmax_cross_entropy_loss {

namespace {

/// Log softmax over axis 1 of [outer, classes, inner], in place.
void log_softmax(std::vector<double>& x, int64_t outer, int64_t classes, int64_t inner) {
  for (int64_t line = 0; line < outer * inner; ++line) {
    double* first = x.data() + line / inner * classes * inner + line % inner;
    double largest = lowest_value<double>(), sum = 0;
    for (int64_t i = 0; i < classes; ++i) largest = larger(largest, first[i * inner]);
    for (int64_t i = 0; i < classes; ++i) sum += std::exp(first[i * inner] - largest);
    for (int64_t i = 0; i < classes; ++i) first[i * inner] -= largest + std::log(sum);
  }
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& scores = context.input(0);
  if (scores.rank() < 2) return context.error(quoted(context, 0) + " is not [N, C, ...]");
  std::vector<double> log_probabilities = reals_of(scores);
  log_softmax(log_probabilities, scores.dims[0], scores.dims[1], element_count(scores.dims.subspan(2)));
  GBX_RETURN_IF_ERROR(run_negative_log_likelihood(context, log_probabilities));
  if (!context.wants_output(1)) return {};
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(1, scores.dims));
  const bool known = dispatch_float(y.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < log_probabilities.size(); ++i) y.as<T>()[i] = convert<T>(log_probabilities[i]);
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "SoftmaxCrossEntropyLoss", .run = reference}); }

}  // namespace gearbox::ops::softmax_cross_entropy_loss
