// Times the convolution kernels on shapes of well-known nets: conv_bench [threads [SSE4|AVX2|AVX3]]. Rates count the direct convolution's
// operations.
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "hwy/highway.h"
#include "hwy/targets.h"
#include "kernels/conv.h"
#include "kernels/conv_pack.h"
#include "kernels/conv_transpose.h"
#include "kernels/depthwise.h"
#include "kernels/layout.h"
#include "kernels/pool.h"
#include "kernels/resize.h"
#include "kernels/winograd.h"

namespace gearbox::kernels {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// This thread's processor time: what other programs take does not count.
double own_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The shortest of repeated runs within about a fifth of a second, in processor time if one thread works.
double best_time(const ThreadPool& pool, const std::function<void()>& run) {
  const auto clock = pool.threads() == 1 ? own_seconds : seconds;
  run();
  double best = 1e9;
  for (const double stop = seconds() + 0.2; seconds() < stop;) {
    const double start = clock();
    run();
    best = std::min(best, clock() - start);
  }
  return best;
}

__attribute__((target("avx2,fma"))) double fma_peak() {
  __m256 sum[12] = {};
  const __m256 x = _mm256_set1_ps(0.5f);
  constexpr int64_t kSteps = 4000000;
  const double start = own_seconds();
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int j = 0; j < 12; ++j) {
      sum[j] = _mm256_fmadd_ps(x, x, sum[j]);
      asm volatile("" : "+x"(sum[j]));
    }
  }
  return kSteps * 12 * 16 / (own_seconds() - start);
}

std::vector<float> values(int64_t count) {
  std::vector<float> v(static_cast<size_t>(count + 64));
  for (size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>((i * 2654435761u >> 8) & 1023) / 1024.f - 0.5f;
  return v;
}

struct Row {
  int64_t batch, channels, height, width, outputs, kernel, stride, pad, groups;
};

constexpr Row kRows[] = {
    {1, 3, 224, 224, 64, 7, 2, 3, 1},   {1, 3, 320, 320, 16, 3, 2, 1, 1},    {1, 64, 56, 56, 64, 3, 1, 1, 1},
    {1, 128, 28, 28, 128, 3, 1, 1, 1},  {1, 256, 14, 14, 256, 3, 1, 1, 1},   {1, 512, 7, 7, 512, 3, 1, 1, 1},
    {1, 256, 56, 56, 64, 1, 1, 0, 1},   {1, 64, 56, 56, 256, 1, 1, 0, 1},    {1, 512, 7, 7, 2048, 1, 1, 0, 1},
    {1, 1024, 14, 14, 256, 1, 1, 0, 1}, {1, 256, 56, 56, 512, 1, 2, 0, 1},   {1, 128, 56, 56, 128, 3, 2, 1, 1},
    {1, 96, 80, 80, 24, 3, 1, 1, 1},    {1, 24, 120, 160, 24, 3, 1, 1, 1},   {1, 128, 160, 160, 64, 3, 1, 1, 1},
    {1, 512, 64, 64, 128, 3, 1, 1, 1},  {1, 512, 16, 16, 256, 3, 1, 1, 1},   {1, 16, 56, 56, 16, 3, 1, 1, 1},
    {1, 8, 56, 56, 8, 3, 1, 1, 1},      {1, 32, 112, 112, 32, 3, 1, 1, 1},   {1, 48, 80, 80, 48, 1, 1, 0, 1},
    {1, 16, 112, 112, 64, 1, 1, 0, 1},  {1, 64, 112, 112, 24, 1, 1, 0, 1},   {1, 64, 512, 512, 64, 3, 1, 1, 1},
    {1, 512, 14, 14, 512, 3, 2, 1, 1},  {1, 2048, 7, 7, 512, 1, 1, 0, 1},    {1, 240, 1, 1, 960, 1, 1, 0, 1},
    {1, 8, 1, 1, 8, 1, 1, 0, 1},        {1, 64, 112, 112, 8, 1, 1, 0, 1},    {1, 128, 56, 56, 128, 3, 1, 1, 32},
    {1, 64, 112, 112, 64, 3, 2, 1, 64}, {1, 192, 30, 40, 192, 3, 1, 1, 192}, {1, 672, 14, 14, 672, 5, 1, 2, 672},
    {1, 960, 7, 7, 960, 5, 1, 2, 960},  {1, 384, 14, 14, 384, 7, 1, 3, 384}, {1, 120, 28, 28, 120, 5, 2, 2, 120},
};

void bench(const Row& r, double peak, ThreadPool& pool) {
  const auto axis = [&](int64_t in) { return ConvAxis{in, (in + 2 * r.pad - r.kernel) / r.stride + 1, r.kernel, r.stride, 1, r.pad}; };
  const ConvShape s{r.batch, r.channels, r.outputs, r.groups, axis(r.height), axis(r.width)};
  const ConvWeightShape ws{r.channels, r.outputs, r.groups, r.kernel, r.kernel};
  const double work = 2.0 * r.batch * r.outputs * s.h.out * s.w.out * (r.channels / r.groups) * r.kernel * r.kernel;
  const std::vector<float> bias = values(r.outputs + 8);
  const EpilogueStep steps[] = {{.kind = EpilogueKind::kAddChannel, .data = bias.data()},
                                {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu}};
  const Epilogue epilogue{steps};
  const std::vector<float> weights = values(r.outputs * (r.channels / r.groups) * r.kernel * r.kernel);
  const std::vector<float> in = values(blocked_size(r.batch, r.channels, r.height * r.width));
  std::vector<float> out = values(blocked_size(r.batch, r.outputs, s.h.out * s.w.out));
  const auto report = [&](const char* name, const std::function<void()>& run) {
    const double time = best_time(pool, run);
    std::printf("%-9s %4ld %4ld %4ld %4ld %4ld k%ld s%ld p%ld g%-4ld %9.1f us %7.1f GF/s %5.1f %%\n", name, r.batch, r.channels, r.height,
                r.width, r.outputs, r.kernel, r.stride, r.pad, r.groups, time * 1e6, work / time / 1e9, 100 * work / time / peak);
    std::fflush(stdout);
  };
  std::vector<float> packed;
  std::vector<float> scratch(conv_blocked_scratch_bytes(s, pool.threads()) / 4 + conv_plain_input_scratch_bytes(s, pool.threads()) / 4 +
                             64);
  if (r.channels <= 4) {
    packed = values(conv_plain_weights_size(ws));
    pack_conv_plain_weights(ws, weights.data(), packed.data());
    report("plain", [&] { conv_plain_input(s, in.data(), packed.data(), out.data(), epilogue, scratch.data(), pool); });
  } else if (r.groups == r.channels) {
    packed = values(depthwise_weights_size(r.channels, r.kernel, r.kernel));
    pack_depthwise_weights(r.channels, r.kernel, r.kernel, weights.data(), packed.data());
    report("depthwise", [&] { depthwise_blocked(s, in.data(), packed.data(), out.data(), epilogue, pool); });
  } else {
    packed = values(conv_weights_size(ws));
    pack_conv_weights(ws, weights.data(), packed.data());
    report("direct", [&] { conv_blocked(s, in.data(), packed.data(), out.data(), epilogue, scratch.data(), pool); });
  }
  for (const int tile : {4, 2}) {
    if (r.kernel != 3 || r.stride != 1 || r.groups != 1) continue;
    packed = values(winograd_weights_size(tile, r.channels, r.outputs));
    pack_winograd_weights(tile, r.channels, r.outputs, weights.data(), packed.data());
    scratch.resize(std::max(scratch.size(), winograd_blocked_scratch_bytes(tile, s, pool.threads()) / 4));
    report(tile == 4 ? "winograd4" : "winograd2",
           [&] { winograd_blocked(tile, s, in.data(), packed.data(), out.data(), epilogue, scratch.data(), pool); });
  }
}

/// Kernels bound by memory: bytes read and written once.
void bench_moves(ThreadPool& pool) {
  constexpr int64_t kChannels = 64, kSide = 112, kPixels = kSide * kSide;
  const std::vector<float> in = values(kChannels * kPixels * 4);
  std::vector<float> out = values(kChannels * kPixels * 4);
  const auto report = [&](const char* name, int64_t floats, const std::function<void()>& run) {
    const double time = best_time(pool, run);
    std::printf("%-28s %9.1f us %7.1f GB/s\n", name, time * 1e6, static_cast<double>(floats) * 4 / time / 1e9);
  };
  report("plain to blocked", 2 * kChannels * kPixels, [&] { plain_to_blocked(1, kChannels, kPixels, in.data(), out.data(), pool); });
  report("blocked to plain", 2 * kChannels * kPixels, [&] { blocked_to_plain(1, kChannels, kPixels, in.data(), out.data(), pool); });
  report("plain to blocked, C 3", 11 * kPixels * 4, [&] { plain_to_blocked(1, 3, kPixels * 4, in.data(), out.data(), pool); });
  const PoolAxis three{{kSide, 56, 3, 2, 1, 1}, 1}, two{{kSide, 56, 2, 2, 1, 0}, 0};
  report("max pool 3x3 s2", kChannels * kPixels * 5 / 4,
         [&] { pool_blocked(PoolKind::kMax, 1, kChannels, three, three, in.data(), out.data(), {}, pool); });
  report("average pool 2x2 s2", kChannels * kPixels * 5 / 4,
         [&] { pool_blocked(PoolKind::kAverage, 1, kChannels, two, two, in.data(), out.data(), {}, pool); });
  report("global average pool", kChannels * kPixels,
         [&] { global_pool_blocked(PoolKind::kAverage, 1, kChannels, kPixels, in.data(), out.data(), {}, pool); });
  for (const ResizeMode mode : {ResizeMode::kNearest, ResizeMode::kLinear}) {
    ResizeAxis axis;
    axis.in = kSide;
    axis.out = 2 * kSide;
    axis.scale = 2;
    axis.mode = mode;
    std::vector<char> memory(resize_table_bytes(axis) + 64);
    const ResizeTable table = build_resize_table(axis, memory.data());
    report(mode == ResizeMode::kNearest ? "resize nearest x2" : "resize linear x2", kChannels * kPixels * 5,
           [&] { resize_blocked(1, kChannels, table, table, in.data(), out.data(), 0, {}, pool); });
  }
  const ConvShape up{1, 24, 24, 1, {kSide, 2 * kSide, 2, 2, 1, 0}, {kSide, 2 * kSide, 2, 2, 1, 0}};
  const std::vector<float> weights = values(conv_transpose_weights_size(up));
  std::vector<float> scratch(conv_transpose_blocked_scratch_bytes(up, pool.threads()) / 4 + 64);
  const double time = best_time(pool, [&] { conv_transpose_blocked(up, in.data(), weights.data(), out.data(), {}, scratch.data(), pool); });
  std::printf("%-28s %9.1f us %7.1f GF/s\n", "transposed 24 to 24 2x2 s2", time * 1e6, 2.0 * 24 * 24 * 4 * kPixels / time / 1e9);
}

}  // namespace
}  // namespace gearbox::kernels

int main(int argc, char** argv) {
  for (const int64_t target : {HWY_SSE4, HWY_AVX2, HWY_AVX3}) {
    if (argc > 2 && std::string(hwy::TargetName(target)) == argv[2]) hwy::SetSupportedTargetsForTest(target);
  }
  gearbox::ThreadPool pool(argc > 1 ? std::atoi(argv[1]) : 1);
  double peak = 0;
  for (int i = 0; i < 8; ++i) peak = std::max(peak, gearbox::kernels::fma_peak() * pool.threads());
  std::printf("peak %.1f GF/s, %d threads\n", peak / 1e9, pool.threads());
  for (const auto& row : gearbox::kernels::kRows) gearbox::kernels::bench(row, peak, pool);
  gearbox::kernels::bench_moves(pool);
  return 0;
}
