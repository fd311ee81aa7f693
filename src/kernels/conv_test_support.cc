#include "kernels/conv_test_support.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/layout.h"

namespace gearbox::kernels::test {

std::vector<float> random_floats(std::mt19937& random, int64_t count) {
  std::uniform_real_distribution<float> uniform(-1.f, 1.f);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) value = uniform(random);
  return values;
}

int64_t random_int(std::mt19937& random, int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }

std::vector<float> poisoned(int64_t count) {
  return std::vector<float>(static_cast<size_t>(count), std::numeric_limits<float>::quiet_NaN());
}

std::vector<float> blocked(const std::vector<float>& plain, int64_t batch, int64_t channels, int64_t pixels) {
  std::vector<float> out = poisoned(blocked_size(batch, channels, pixels));
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t s = 0; s < pixels; ++s) {
        out[((n * channel_blocks(channels) + c / 8) * pixels + s) * 8 + c % 8] = plain[(n * channels + c) * pixels + s];
      }
    }
  }
  return out;
}

std::vector<float> plain(const std::vector<float>& blocked, int64_t batch, int64_t channels, int64_t pixels) {
  std::vector<float> out(static_cast<size_t>(batch * channels * pixels));
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t s = 0; s < pixels; ++s) {
        out[(n * channels + c) * pixels + s] = blocked[((n * channel_blocks(channels) + c / 8) * pixels + s) * 8 + c % 8];
      }
    }
  }
  return out;
}

std::vector<double> reference_conv(const ConvShape& shape, const std::vector<float>& in, const std::vector<float>& weights) {
  const ConvAxis &h = shape.h, &w = shape.w;
  const int64_t inputs = shape.in_channels / shape.groups, outputs = shape.out_channels / shape.groups;
  std::vector<double> out;
  for (int64_t n = 0; n < shape.batch; ++n) {
    for (int64_t o = 0; o < shape.out_channels; ++o) {
      for (int64_t y = 0; y < h.out; ++y) {
        for (int64_t x = 0; x < w.out; ++x) {
          double sum = 0;
          for (int64_t i = 0; i < inputs; ++i) {
            const int64_t channel = n * shape.in_channels + o / outputs * inputs + i;
            for (int64_t ky = 0; ky < h.kernel; ++ky) {
              for (int64_t kx = 0; kx < w.kernel; ++kx) {
                const int64_t iy = y * h.stride - h.pad + ky * h.dilation, ix = x * w.stride - w.pad + kx * w.dilation;
                if (iy < 0 || iy >= h.in || ix < 0 || ix >= w.in) continue;
                sum += double(in[(channel * h.in + iy) * w.in + ix]) * weights[((o * inputs + i) * h.kernel + ky) * w.kernel + kx];
              }
            }
          }
          out.push_back(sum);
        }
      }
    }
  }
  return out;
}

double relative_error(const std::vector<float>& got, const std::vector<double>& want) {
  if (got.size() != want.size()) return std::numeric_limits<double>::infinity();
  double error = 0, largest = 1e-3;
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(got[i]) != std::isnan(want[i])) return std::numeric_limits<double>::infinity();
    if (std::isnan(want[i])) continue;
    error = std::max(error, std::fabs(got[i] - want[i]));
    largest = std::max(largest, std::fabs(want[i]));
  }
  return error / largest;
}

ConvAxis random_axis(std::mt19937& random, int64_t most_in, int64_t most_kernel) {
  ConvAxis axis;
  axis.in = random_int(random, 0, 4) == 0 ? random_int(random, 0, 2) : random_int(random, 1, most_in);
  axis.kernel = random_int(random, 1, most_kernel);
  axis.stride = random_int(random, 0, 1) == 0 ? 1 : random_int(random, 1, 3);
  axis.dilation = random_int(random, 0, 3) == 0 ? random_int(random, 2, 3) : 1;
  axis.pad = random_int(random, 0, axis.kernel);
  const int64_t pad_end = random_int(random, 0, axis.kernel);
  axis.out = std::max<int64_t>(0, (axis.in + axis.pad + pad_end - (axis.kernel - 1) * axis.dilation - 1) / axis.stride + 1);
  if (axis.in + axis.pad + pad_end < (axis.kernel - 1) * axis.dilation + 1) axis.out = 0;
  return axis;
}

std::vector<float> channel_vector(std::mt19937& random, int64_t channels) {
  std::vector<float> v = random_floats(random, channel_blocks(channels) * 8);
  for (size_t c = static_cast<size_t>(channels); c < v.size(); ++c) v[c] = std::nanf("");
  return v;
}

RandomEpilogue::RandomEpilogue(std::mt19937& random, const ConvShape& s, std::vector<double>* want) {
  const int64_t pixels = s.h.out * s.w.out, O = s.out_channels;
  const auto each = [&](auto f) {
    for (int64_t i = 0; i < s.batch * O * pixels; ++i) f((*want)[i], i, i / pixels % O, i / pixels / O);
  };
  if (random_int(random, 0, 3) > 0) {
    bias = channel_vector(random, O);
    steps.push_back({.kind = EpilogueKind::kAddChannel, .data = bias.data()});
    each([&](double& v, int64_t, int64_t c, int64_t) { v += bias[c]; });
  }
  if (random_int(random, 0, 2) == 0) {
    const std::vector<float> added = random_floats(random, s.batch * O * pixels);
    residual = blocked(added, s.batch, O, pixels);
    steps.push_back({.kind = EpilogueKind::kAddTensor, .data = residual.data()});
    each([&](double& v, int64_t i, int64_t, int64_t) { v += added[i]; });
  }
  if (random_int(random, 0, 3) == 0) {
    const int64_t stride = channel_blocks(O) * 8;
    gate = random_floats(random, s.batch * stride);
    steps.push_back({.kind = EpilogueKind::kMulPerImageChannel, .data = gate.data(), .stride = stride});
    each([&](double& v, int64_t, int64_t c, int64_t n) { v *= gate[n * stride + c]; });
  }
  switch (random_int(random, 0, 3)) {
    case 0:
      steps.push_back({.kind = EpilogueKind::kActivation, .activation = Activation::kRelu});
      each([&](double& v, int64_t, int64_t, int64_t) { v = std::max(v, 0.0); });
      break;
    case 1:
      steps.push_back({.kind = EpilogueKind::kActivation, .activation = Activation::kClip, .a = -0.5f, .b = 0.75f});
      each([&](double& v, int64_t, int64_t, int64_t) { v = std::clamp(v, -0.5, 0.75); });
      break;
    case 2:
      steps.push_back({.kind = EpilogueKind::kActivation, .activation = Activation::kHardSwish});
      each([&](double& v, int64_t, int64_t, int64_t) { v *= std::clamp(v / 6 + 0.5, 0.0, 1.0); });
      if (random_int(random, 0, 1) == 0) {
        steps.push_back({.kind = EpilogueKind::kScaleShift, .a = 1.5f, .b = -0.25f});
        each([&](double& v, int64_t, int64_t, int64_t) { v = 1.5 * v - 0.25; });
      }
      break;
    default: break;
  }
}

std::string describe(const ConvShape& shape) {
  const auto text = [](const ConvAxis& a) {
    return " [in " + std::to_string(a.in) + " out " + std::to_string(a.out) + " k " + std::to_string(a.kernel) + " s " +
           std::to_string(a.stride) + " d " + std::to_string(a.dilation) + " p " + std::to_string(a.pad) + "]";
  };
  return "N " + std::to_string(shape.batch) + " C " + std::to_string(shape.in_channels) + " O " + std::to_string(shape.out_channels) +
         " g " + std::to_string(shape.groups) + text(shape.h) + text(shape.w);
}

Scratch::Scratch(size_t bytes) : memory_(poisoned(static_cast<int64_t>(bytes / sizeof(float) + 32))) {
  const uintptr_t at = reinterpret_cast<uintptr_t>(memory_.data());
  data_ = reinterpret_cast<void*>((at + 63) / 64 * 64);
}

}  // namespace gearbox::kernels::test
