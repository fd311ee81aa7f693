#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace gearbox::ops {

/// Bin `bin` of the discrete Fourier transform by its definition, without the inverse's factor 1 / length; `sign` is -1 forward, 1
/// inverse.
inline std::complex<double> fourier_bin(std::span<const std::complex<double>> signal, int64_t bin, double sign) {
  const int64_t length = static_cast<int64_t>(signal.size());
  std::complex<double> sum = 0;
  for (int64_t i = 0; i < length; ++i) {
    // The product may leave int64 for huge signals only; the remainder keeps the angle small and exact.
    const double turns = static_cast<double>((i * bin) % length) / static_cast<double>(length);
    sum += signal[static_cast<size_t>(i)] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
  }
  return sum;
}

/// The full spectrum of a real signal of `length` samples from its first length / 2 + 1 bins.
inline std::vector<std::complex<double>> mirrored(std::span<const std::complex<double>> half, int64_t length) {
  std::vector<std::complex<double>> out(static_cast<size_t>(length));
  for (size_t k = 0; k < out.size(); ++k) {
    const size_t back = out.size() - k;
    if (k < half.size() && 2 * k <= out.size()) {
      out[k] = half[k];
    } else if (back < half.size()) {
      out[k] = std::conj(half[back]);
    }
  }
  return out;
}

}  // namespace gearbox::ops
