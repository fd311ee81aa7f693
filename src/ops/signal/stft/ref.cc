#include "ops/run/fourier.h"
#include "ops/run/reduce.h"

namespace gearbox::ops::stft {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() != 3 && x.rank() != 2) return context.error(quoted(context, 0) + " is not [batch, signal, 1 or 2]");
  const int64_t parts = x.rank() == 3 ? x.dims[2] : 1, samples = x.dims[1], step = integer_input(context, 1, 0);
  if (parts != 1 && parts != 2)
    return context.error("the last axis of " + quoted(context, 0) + " has extent " + std::to_string(parts) + ", expected 1 or 2");
  const bool windowed = context.has_input(2);
  const int64_t length = integer_input(context, 3, windowed ? context.input(2).elements() : 0);
  if (step < 1 || length < 0)
    return context.error("frame_step is " + std::to_string(step) + " and the frame length " + std::to_string(length));
  if (windowed && context.input(2).elements() != length)
    return context.error("the window " + quoted(context, 2) + " has not the frame length");
  const int64_t frames = samples < length ? 0 : (samples - length) / step + 1;
  const std::vector<double> window =
      windowed ? reals_of(context.input(2)) : std::vector<double>(frames > 0 ? static_cast<size_t>(length) : 0, 1.0);
  const int64_t bins = context.attributes().integer("onesided", 1) != 0 ? length / 2 + 1 : length;
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{x.dims[0], frames, bins, 2}));
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for (int64_t batch = 0; batch < x.dims[0]; ++batch) {
      for (int64_t frame = 0; frame < frames; ++frame) {
        const T* in = x.as<T>() + (batch * samples + frame * step) * parts;
        std::vector<std::complex<double>> line;
        for (int64_t i = 0; i < length; ++i, in += parts) {
          const std::complex<double> sample(static_cast<double>(in[0]), parts == 2 ? static_cast<double>(in[1]) : 0.0);
          line.push_back(sample * window[static_cast<size_t>(i)]);
        }
        for (int64_t bin = 0; bin < bins; ++bin) {
          const std::complex<double> sum = fourier_bin(line, bin, -1);
          *out++ = convert<T>(sum.real());
          *out++ = convert<T>(sum.imag());
        }
      }
    }
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "STFT", .run = reference}); }

}  // namespace gearbox::ops::stft
