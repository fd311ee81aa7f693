#pragma once

#include "ops/run/arguments.h"
#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops {

/// Writes output 0, the negative log likelihood of labels (input 1) under log probabilities [N, C, d...] weighted by class (input 2),
/// reduced as the attribute `reduction` says. Labels equal to `ignore_index` count for nothing.
inline Status run_negative_log_likelihood(KernelContext& context, std::span<const double> log_probabilities) {
  const Tensor &scores = context.input(0), &labels = context.input(1);
  const Attributes& attributes = context.attributes();
  if (scores.rank() < 2) return context.error(quoted(context, 0) + " is not [N, C, ...]");
  Extents expected = extents(scores.dims);
  expected.erase(expected.begin() + 1);
  if (extents(labels.dims) != expected) {
    return context.error(quoted(context, 1) + " has extents " + list_text(labels.dims) + ", expected " + list_text(expected));
  }
  const int64_t classes = scores.dims[1], inner = element_count(scores.dims.subspan(2));
  std::vector<double> weights(static_cast<size_t>(classes), 1.0);
  if (context.has_input(2)) weights = reals_of(context.input(2));
  if (static_cast<int64_t>(weights.size()) != classes) return context.error(quoted(context, 2) + " has not one weight per class");
  const Ints targets = integers_of(labels);
  std::vector<double> losses;
  double total = 0, weight_total = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    const int64_t target = targets[i];
    if (attributes.has("ignore_index") && target == attributes.integer("ignore_index", 0)) {
      losses.push_back(0);
      continue;
    }
    if (target < 0 || target >= classes) {
      return context.error(quoted(context, 1) + " holds label " + std::to_string(target) + " of " + std::to_string(classes) + " classes");
    }
    const int64_t at = static_cast<int64_t>(i) / inner * classes * inner + target * inner + static_cast<int64_t>(i) % inner;
    const double weight = weights[static_cast<size_t>(target)];
    losses.push_back(-weight * log_probabilities[static_cast<size_t>(at)]);
    total += losses.back();
    weight_total += weight;
  }
  const std::string reduction = attributes.text("reduction", "mean");
  if (reduction != "none") losses = {reduction == "sum" ? total : total / weight_total};
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, reduction == "none" ? labels.dims : std::span<const int64_t>()));
  const bool known = dispatch_float(y.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < losses.size(); ++i) y.as<T>()[i] = convert<T>(losses[i]);
  });
  return known_type(context, known, {});
}

}  // namespace gearbox::ops
