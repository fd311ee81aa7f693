#include <cmath>

#include "ops/run/arguments.h"
#include "ops/run/fill.h"

namespace gearbox::ops::mel_weight_matrix {

namespace {

double mel_of(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
double hertz_of(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

/// Weight of spectrum bin `bin` in the triangle low, centre, high.
double weight(int64_t bin, int64_t low, int64_t centre, int64_t high) {
  if (bin == centre) return 1;
  if (bin > low && bin < centre) return static_cast<double>(bin - low) / static_cast<double>(centre - low);
  if (bin > centre && bin < high) return static_cast<double>(high - bin) / static_cast<double>(high - centre);
  return 0;
}

}  // namespace

Status reference(KernelContext& context) {
  const int64_t bands = integer_input(context, 0, 0), length = integer_input(context, 1, 0), rate = integer_input(context, 2, 0);
  if (bands < 0 || length < 0 || rate <= 0) {
    return context.error("num_mel_bins " + std::to_string(bands) + ", dft_length " + std::to_string(length) + " and sample_rate " +
                         std::to_string(rate) + " must be positive");
  }
  if (context.input(3).elements() != 1 || context.input(4).elements() != 1) return context.error("the edges are not scalars");
  const double low = mel_of(reals_of(context.input(3))[0]), high = mel_of(reals_of(context.input(4))[0]);
  const double step = (high - low) / static_cast<double>(bands + 2);
  auto edge = [&](int64_t i) {
    const double hertz = hertz_of(low + step * static_cast<double>(i));
    return convert<int64_t>(std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate)));
  };
  const int64_t bins = length / 2 + 1;
  return fill_output(context, Extents{bins, bands}, [&](int64_t i) {
    const int64_t band = i % bands;
    return weight(i / bands, edge(band), edge(band + 1), edge(band + 2));
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "MelWeightMatrix", .run = reference}); }

}  // namespace gearbox::ops::mel_weight_matrix
