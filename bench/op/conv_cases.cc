#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/conv.h"
#include "kernels/conv_pack.h"
#include "kernels/conv_transpose.h"
#include "kernels/depthwise.h"
#include "kernels/winograd.h"
#include "op/blocked.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

constexpr int64_t kMostPlainChannels = 4;  // the first layer of a net reads the plain layout

ConvShape shape_of(const std::vector<int64_t>& n, bool transposed) {
  const auto axis = [&](int64_t in) {
    const int64_t out = transposed ? (in - 1) * n[6] + n[5] - 2 * n[7] : (in + 2 * n[7] - n[5]) / n[6] + 1;
    return ConvAxis{in, std::max<int64_t>(out, 0), n[5], n[6], 1, n[7]};
  };
  return {n[0], n[1], n[4], n[8], axis(n[2]), axis(n[3])};
}

bool possible(const std::vector<int64_t>& n) {
  return n[5] > 0 && n[6] > 0 && n[8] > 0 && n[1] % n[8] == 0 && n[4] % n[8] == 0 && n[2] + 2 * n[7] >= n[5] && n[3] + 2 * n[7] >= n[5];
}

/// A convolution followed by a bias and ReLU, in plain and blocked layouts.
struct Conv {
  ConvShape s;
  int64_t inputs, outputs, taps, in_pixels, out_pixels;
  Floats in, weights, bias, packed = Floats::poisoned(0), in_blocked, scratch = Floats::poisoned(0), out;
  std::vector<EpilogueStep> steps;

  explicit Conv(const ConvShape& shape)
      : s(shape),
        inputs(s.in_channels / s.groups),
        outputs(s.out_channels / s.groups),
        taps(s.h.kernel * s.w.kernel),
        in_pixels(s.h.in * s.w.in),
        out_pixels(s.h.out * s.w.out),
        in(Floats::random(s.batch * s.in_channels * in_pixels, 1)),
        weights(Floats::random(s.out_channels * inputs * taps, 2)),
        bias(Floats::random(channel_blocks(s.out_channels) * kBlock, 3)),
        in_blocked(blocked(in, s.batch, s.in_channels, in_pixels)),
        out(Floats::poisoned(blocked_size(s.batch, s.out_channels, out_pixels))) {
    steps = {{.kind = EpilogueKind::kAddChannel, .data = bias.data()},
             {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu}};
  }

  Epilogue epilogue() const { return {steps}; }
  double work() const { return 2.0 * static_cast<double>(inputs * taps); }

  /// One element of the plain output.
  double reference(int64_t unit) const {
    const int64_t x = unit % s.w.out, y = unit / s.w.out % s.h.out, o = unit / out_pixels % s.out_channels,
                  n = unit / out_pixels / s.out_channels;
    double sum = bias.data()[o];
    for (int64_t i = 0; i < inputs; ++i) {
      const float* plane = in.data() + (n * s.in_channels + o / outputs * inputs + i) * in_pixels;
      for (int64_t tap = 0; tap < taps; ++tap) {
        const int64_t iy = y * s.h.stride - s.h.pad + tap / s.w.kernel, ix = x * s.w.stride - s.w.pad + tap % s.w.kernel;
        if (iy < 0 || iy >= s.h.in || ix < 0 || ix >= s.w.in) continue;
        sum += double(plane[iy * s.w.in + ix]) * weights.data()[(o * inputs + i) * taps + tap];
      }
    }
    return std::max(sum, 0.0);
  }

  /// The same of a transposed convolution, weights [C, O/groups, kh, kw].
  double reference_transposed(int64_t unit) const {
    const int64_t x = unit % s.w.out, y = unit / s.w.out % s.h.out, o = unit / out_pixels % s.out_channels,
                  n = unit / out_pixels / s.out_channels;
    double sum = bias.data()[o];
    for (int64_t i = 0; i < inputs; ++i) {
      const int64_t c = o / outputs * inputs + i;
      for (int64_t tap = 0; tap < taps; ++tap) {
        const int64_t sy = y + s.h.pad - tap / s.w.kernel, sx = x + s.w.pad - tap % s.w.kernel;
        if (sy < 0 || sx < 0 || sy % s.h.stride != 0 || sx % s.w.stride != 0) continue;
        const int64_t iy = sy / s.h.stride, ix = sx / s.w.stride;
        if (iy >= s.h.in || ix >= s.w.in) continue;
        sum += double(in.data()[((n * s.in_channels + c) * s.h.in + iy) * s.w.in + ix]) *
               weights.data()[(c * outputs + o % outputs) * taps + tap];
      }
    }
    return std::max(sum, 0.0);
  }
};

/// A case but for what runs, on an output of its own.
Case case_of(const std::shared_ptr<Conv>& p, std::string kernel) {
  Case out;
  out.kernel = std::move(kernel);
  out.writes_blocked({p, &p->out}, p->s.batch, p->s.out_channels, p->out_pixels);
  out.reference = [p](int64_t unit, std::span<double> value) { value[0] = p->reference(unit); };
  out.units = p->s.batch * p->s.out_channels * p->out_pixels;
  out.unit_work = p->work();
  out.flops = out.unit_work * static_cast<double>(out.units);
  return out;
}

size_t floats_of(size_t bytes) { return bytes / sizeof(float) + 16; }

Case plain_input(const ConvShape& shape, const ConvWeightShape& ws, ThreadPool& pool) {
  const auto p = std::make_shared<Conv>(shape);
  p->packed = Floats::poisoned(conv_plain_weights_size(ws));
  pack_conv_plain_weights(ws, p->weights.data(), p->packed.data());
  p->scratch = Floats::poisoned(static_cast<int64_t>(floats_of(conv_plain_input_scratch_bytes(shape, pool.threads()))));
  Case out = case_of(p, "plain_input");
  out.run = [p, &pool] { conv_plain_input(p->s, p->in.data(), p->packed.data(), p->out.data(), p->epilogue(), p->scratch.data(), pool); };
  return out;
}

Case depthwise(const ConvShape& shape, ThreadPool& pool) {
  const auto p = std::make_shared<Conv>(shape);
  p->packed = Floats::poisoned(depthwise_weights_size(shape.in_channels, shape.h.kernel, shape.w.kernel));
  pack_depthwise_weights(shape.in_channels, shape.h.kernel, shape.w.kernel, p->weights.data(), p->packed.data());
  Case out = case_of(p, "depthwise");
  out.run = [p, &pool] { depthwise_blocked(p->s, p->in_blocked.data(), p->packed.data(), p->out.data(), p->epilogue(), pool); };
  return out;
}

Case direct(const ConvShape& shape, const ConvWeightShape& ws, ThreadPool& pool) {
  const auto p = std::make_shared<Conv>(shape);
  p->packed = Floats::poisoned(conv_weights_size(ws));
  pack_conv_weights(ws, p->weights.data(), p->packed.data());
  p->scratch = Floats::poisoned(static_cast<int64_t>(floats_of(conv_blocked_scratch_bytes(shape, pool.threads()))));
  Case out = case_of(p, "direct");
  out.run = [p, &pool] {
    conv_blocked(p->s, p->in_blocked.data(), p->packed.data(), p->out.data(), p->epilogue(), p->scratch.data(), pool);
  };
  return out;
}

Case winograd(int tile, const ConvShape& shape, ThreadPool& pool) {
  const auto p = std::make_shared<Conv>(shape);
  p->packed = Floats::poisoned(winograd_weights_size(tile, shape.in_channels, shape.out_channels));
  pack_winograd_weights(tile, shape.in_channels, shape.out_channels, p->weights.data(), p->packed.data());
  p->scratch = Floats::poisoned(static_cast<int64_t>(floats_of(winograd_blocked_scratch_bytes(tile, shape, pool.threads()))));
  Case out = case_of(p, "winograd" + std::to_string(tile));
  out.tolerance = tile == 4 ? 1e-4 : 1e-5;
  out.run = [tile, p, &pool] {
    winograd_blocked(tile, p->s, p->in_blocked.data(), p->packed.data(), p->out.data(), p->epilogue(), p->scratch.data(), pool);
  };
  return out;
}

}  // namespace

std::vector<Case> conv_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  if (!possible(numbers)) return {};
  const ConvShape s = shape_of(numbers, false);
  const ConvWeightShape ws{s.in_channels, s.out_channels, s.groups, s.h.kernel, s.w.kernel};
  if (s.groups > 1 && s.groups == s.in_channels && s.groups == s.out_channels) return {depthwise(s, pool)};
  if (s.groups == 1 && s.in_channels <= kMostPlainChannels) return {plain_input(s, ws, pool)};
  std::vector<Case> out = {direct(s, ws, pool)};
  if (s.h.kernel == 3 && s.h.stride == 1 && s.groups == 1) {
    for (const int tile : {2, 4}) out.push_back(winograd(tile, s, pool));
  }
  return out;
}

std::vector<Case> conv_transpose_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  if (!possible(numbers)) return {};
  const auto p = std::make_shared<Conv>(shape_of(numbers, true));
  p->packed = Floats::poisoned(conv_transpose_weights_size(p->s));
  pack_conv_transpose_weights(p->s, p->weights.data(), p->packed.data());
  p->scratch = Floats::poisoned(static_cast<int64_t>(floats_of(conv_transpose_blocked_scratch_bytes(p->s, pool.threads()))));
  Case out = case_of(p, "transposed");
  out.reference = [p](int64_t unit, std::span<double> value) { value[0] = p->reference_transposed(unit); };
  out.flops = p->work() * static_cast<double>(p->s.batch * p->s.out_channels * p->in_pixels);
  out.run = [p, &pool] {
    conv_transpose_blocked(p->s, p->in_blocked.data(), p->packed.data(), p->out.data(), p->epilogue(), p->scratch.data(), pool);
  };
  return {out};
}

}  // namespace gearbox::bench
