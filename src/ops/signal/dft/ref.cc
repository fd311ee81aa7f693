#include "ops/run/fourier.h"
#include "ops/run/reduce.h"

namespace gearbox::ops::dft {

namespace {

using Signal = std::vector<std::complex<double>>;

struct Transform {
  int64_t length;  ///< samples that go in, after cutting or padding
  int64_t bins;    ///< elements that come out
  bool inverse, onesided;
};

/// One line transformed: `line` has any number of elements.
Signal transformed(Signal line, const Transform& transform) {
  const bool to_real = transform.inverse && transform.onesided;
  if (to_real) {
    line = mirrored(line, transform.length);
  } else {
    line.resize(static_cast<size_t>(transform.length));
  }
  Signal out;
  for (int64_t bin = 0; bin < transform.bins; ++bin) {
    const std::complex<double> sum = fourier_bin(line, bin, transform.inverse ? 1 : -1);
    out.push_back(transform.inverse && transform.length > 0 ? sum / static_cast<double>(transform.length) : sum);
  }
  return out;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Attributes& attributes = context.attributes();
  const bool input_axis = context.version() >= 20;
  GBX_ASSIGN_OR_RETURN(const size_t axis,
                       checked_axis(context, input_axis ? integer_input(context, 2, -2) : attributes.integer("axis", 1), x.rank()));
  if (axis + 1 == x.dims.size()) return context.error("the last axis holds the real and imaginary parts and cannot be transformed");
  const int64_t parts = x.dims.back();
  if (parts != 1 && parts != 2)
    return context.error("the last axis of " + quoted(context, 0) + " has extent " + std::to_string(parts) + ", expected 1 or 2");
  Transform transform = {0, 0, attributes.integer("inverse", 0) != 0, attributes.integer("onesided", 0) != 0};
  const bool to_real = transform.inverse && transform.onesided;
  transform.length = integer_input(context, 1, to_real ? std::max<int64_t>(2 * (x.dims[axis] - 1), 0) : x.dims[axis]);
  if (transform.length < 0) return context.error("dft_length is negative");
  transform.bins = transform.onesided && !transform.inverse ? transform.length / 2 + 1 : transform.length;
  Extents dims = extents(x.dims);
  dims[axis] = transform.bins;
  dims.back() = to_real ? 1 : 2;
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Grouping from = group_axes(x.dims, {axis, x.dims.size() - 1}, false), to = group_axes(dims, {axis, x.dims.size() - 1}, false);
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for_each_index(to.kept, [&](std::span<const int64_t> at) {
      const T* in = x.as<T>() + offset_of(at, from.kept_strides);
      Signal line;
      for (int64_t i = 0; i < x.dims[axis]; ++i, in += from.group_strides[0]) {
        line.emplace_back(static_cast<double>(in[0]), parts == 2 ? static_cast<double>(in[1]) : 0.0);
      }
      T* out = y.as<T>() + offset_of(at, to.kept_strides);
      for (const std::complex<double>& bin : transformed(std::move(line), transform)) {
        out[0] = convert<T>(bin.real());
        if (!to_real) out[1] = convert<T>(bin.imag());
        out += to.group_strides[0];
      }
    });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "DFT", .run = reference}); }

}  // namespace gearbox::ops::dft
