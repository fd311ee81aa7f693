#include "ops/run/convert.h"
#include "ops/run/normalise.h"

namespace gearbox::ops::batch_normalization {

namespace {

/// The tensor as [batch, channels, image].
struct Extents3 {
  int64_t batch, channels, image;
};

/// Moments of every channel over batch and image.
template <class T>
void channel_moments(const T* x, const Extents3& e, std::vector<double>& mean, std::vector<double>& variance) {
  for (int64_t c = 0; c < e.channels; ++c) {
    std::vector<double> elements;
    for (int64_t n = 0; n < e.batch; ++n) {
      const T* image = x + (n * e.channels + c) * e.image;
      for (int64_t i = 0; i < e.image; ++i) elements.push_back(static_cast<double>(image[i]));
    }
    const Moments moments = moments_of(elements.data(), static_cast<int64_t>(elements.size()));
    mean[static_cast<size_t>(c)] = moments.mean;
    variance[static_cast<size_t>(c)] = moments.variance;
  }
}

/// Output `index` = momentum * what is running + (1 - momentum) * what was found.
Status write_running(KernelContext& context, int index, const std::vector<double>& found) {
  if (!context.wants_output(index)) return {};
  const double momentum = context.attributes().real("momentum", 0.9f);
  const std::vector<double> running = reals_of(context.input(index + 2));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, context.input(index + 2).dims));
  dispatch_float(y.dtype, [&]<class T>(T) {
    for (size_t c = 0; c < found.size(); ++c) y.as<T>()[c] = convert<T>(momentum * running[c] + (1 - momentum) * found[c]);
  });
  return {};
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 1) return context.error(quoted(context, 0) + " is a scalar");
  const Extents3 e = {x.dims[0], x.rank() > 1 ? x.dims[1] : 1, element_count(x.dims.subspan(std::min<size_t>(x.dims.size(), 2)))};
  for (int i = 1; i < 5; ++i) {
    if (context.input(i).elements() != e.channels) return context.error(quoted(context, i) + " must hold one element for each channel");
  }
  const std::vector<double> scale = reals_of(context.input(1)), bias = reals_of(context.input(2));
  std::vector<double> mean = reals_of(context.input(3)), variance = reals_of(context.input(4));
  const double epsilon = context.attributes().real("epsilon", 1e-5f);
  if (context.attributes().integer("training_mode", 0) != 0) {
    dispatch_float(x.dtype, [&]<class T>(T) { channel_moments(x.as<T>(), e, mean, variance); });
    GBX_RETURN_IF_ERROR(write_running(context, 1, mean));
    GBX_RETURN_IF_ERROR(write_running(context, 2, variance));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for (int64_t i = 0, n = x.elements(); i < n; ++i) {
      const size_t c = static_cast<size_t>(i / e.image % e.channels);
      y.as<T>()[i] = convert<T>((static_cast<double>(x.as<T>()[i]) - mean[c]) / std::sqrt(variance[c] + epsilon) * scale[c] + bias[c]);
    }
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BatchNormalization", .run = reference}); }

}  // namespace gearbox::ops::batch_normalization
