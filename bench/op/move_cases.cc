#include <cmath>
#include <memory>
#include <optional>

#include "kernels/gather.h"
#include "kernels/layout.h"
#include "kernels/permute.h"
#include "kernels/pool.h"
#include "kernels/resize.h"
#include "op/blocked.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

struct Move {
  Floats in, out;
  std::vector<int64_t> indices = {};
};

/// A case whose result is the element of `in` at source(unit), bound by copying.
template <class Source>
Case move_case(const std::shared_ptr<Move>& p, std::string kernel, int64_t units, Source source) {
  Case out;
  out.kernel = std::move(kernel);
  out.writes({p, &p->out});
  out.reference = [p, source](int64_t unit, std::span<double> value) { value[0] = p->in.data()[source(unit)]; };
  out.units = units;
  out.bytes = 8.0 * static_cast<double>(units);
  out.traffic = Traffic::kCopy;
  out.tolerance = 0;
  return out;
}

}  // namespace

std::vector<Case> transpose_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const int64_t a = numbers[0], b = numbers[1], c = numbers[2], count = a * b * c;
  std::vector<Case> all;
  for (const bool last : {false, true}) {
    const auto p = std::make_shared<Move>(Floats::random(count, 1), Floats::poisoned(count));
    Case out = move_case(p, last ? "last_axes" : "first_axes", count, [=](int64_t i) {
      return last ? i / (b * c) * b * c + i % b * c + i / b % c : (i / c % a * b + i / c / a) * c + i % c;
    });
    out.run = [=, shape = std::vector<int64_t>{a, b, c}, &pool] {
      const std::vector<int64_t> order = last ? std::vector<int64_t>{0, 2, 1} : std::vector<int64_t>{1, 0, 2};
      permute(shape, order, sizeof(float), p->in.data(), p->out.data(), pool);
    };
    all.push_back(std::move(out));
  }
  return all;
}

std::vector<Case> gather_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const int64_t rows = numbers[0], cols = numbers[1], count = numbers[2];
  if (rows == 0) return {};
  const auto p = std::make_shared<Move>(Floats::random(rows * cols, 1), Floats::poisoned(count * cols));
  for (int64_t i = 0; i < count; ++i) p->indices.push_back((i * 2654435761 >> 3) % rows);
  Case out = move_case(p, "rows", count * cols, [=, from = p.get()](int64_t i) { return from->indices[i / cols] * cols + i % cols; });
  out.run = [=, &pool] {
    gather({.extent = rows, .count = count, .row_bytes = 4 * cols, .data = p->in.data(), .out = p->out.data()}, p->indices.data(), pool);
  };
  return {out};
}

std::vector<Case> to_blocked_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const int64_t batch = numbers[0], channels = numbers[1], pixels = numbers[2], count = batch * channels * pixels;
  const auto p = std::make_shared<Move>(Floats::random(count, 1), Floats::poisoned(blocked_size(batch, channels, pixels)));
  Case out = move_case(p, "blocks", count, [](int64_t i) { return i; });
  out.writes_blocked({p, &p->out}, batch, channels, pixels);
  out.bytes = 4.0 * static_cast<double>(count + p->out.size());
  out.run = [=, &pool] { plain_to_blocked(batch, channels, pixels, p->in.data(), p->out.data(), pool); };
  return {out};
}

std::vector<Case> from_blocked_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const int64_t batch = numbers[0], channels = numbers[1], pixels = numbers[2], count = batch * channels * pixels;
  const Floats plain = Floats::random(count, 1);
  const auto p = std::make_shared<Move>(blocked(plain, batch, channels, pixels), Floats::poisoned(count));
  Case out = move_case(p, "blocks", count, [=](int64_t i) { return blocked_index(i, channels, pixels); });
  out.bytes = 4.0 * static_cast<double>(count + p->in.size());
  out.run = [=, &pool] { blocked_to_plain(batch, channels, pixels, p->in.data(), p->out.data(), pool); };
  return {out};
}

std::vector<Case> max_pool_cases(const std::vector<int64_t>& n, ThreadPool& pool) {
  const int64_t batch = n[0], channels = n[1], height = n[2], width = n[3], kernel = n[4], stride = n[5], pad = n[6];
  if (kernel == 0 || stride == 0 || pad >= kernel || height + 2 * pad < kernel || width + 2 * pad < kernel) return {};
  const PoolAxis h{{height, (height + 2 * pad - kernel) / stride + 1, kernel, stride, 1, pad}, pad};
  const PoolAxis w{{width, (width + 2 * pad - kernel) / stride + 1, kernel, stride, 1, pad}, pad};
  const int64_t out_pixels = h.axis.out * w.axis.out;
  const Floats plain = Floats::random(batch * channels * height * width, 1);
  const auto p =
      std::make_shared<Move>(blocked(plain, batch, channels, height * width), Floats::poisoned(blocked_size(batch, channels, out_pixels)));
  Case out = move_case(p, "max", batch * channels * out_pixels, [](int64_t i) { return i; });
  out.writes_blocked({p, &p->out}, batch, channels, out_pixels);
  out.reference = [=](int64_t unit, std::span<double> value) {
    const int64_t x = unit % w.axis.out, y = unit / w.axis.out % h.axis.out, plane = unit / out_pixels;
    value[0] = -INFINITY;
    for (int64_t iy = std::max<int64_t>(y * stride - pad, 0); iy < std::min(y * stride - pad + kernel, height); ++iy) {
      for (int64_t ix = std::max<int64_t>(x * stride - pad, 0); ix < std::min(x * stride - pad + kernel, width); ++ix)
        value[0] = std::max(value[0], double(p->in.data()[blocked_index((plane * height + iy) * width + ix, channels, height * width)]));
    }
  };
  out.bytes = 4.0 * static_cast<double>(p->in.size() + p->out.size());
  out.run = [=, &pool] { pool_blocked(PoolKind::kMax, batch, channels, h, w, p->in.data(), p->out.data(), {}, pool); };
  return {out};
}

std::vector<Case> resize_cases(const std::vector<int64_t>& n, ThreadPool& pool) {
  const int64_t batch = n[0], channels = n[1], height = n[2], width = n[3], factor = n[4];
  if (factor == 0) return {};
  const auto axis = [&](int64_t in) { return ResizeAxis{.in = in, .out = in * factor, .scale = static_cast<float>(factor)}; };
  const ResizeAxis h = axis(height), w = axis(width);
  const int64_t pixels = height * width, out_pixels = h.out * w.out;
  const Floats plain = Floats::random(batch * channels * pixels, 1);
  const auto p =
      std::make_shared<Move>(blocked(plain, batch, channels, pixels), Floats::poisoned(blocked_size(batch, channels, out_pixels)));
  const auto memory = std::make_shared<std::vector<int32_t>>((resize_table_bytes(h) + resize_table_bytes(w)) / sizeof(int32_t) + 2);
  const ResizeTable th = build_resize_table(h, memory->data());
  const ResizeTable tw = build_resize_table(w, memory->data() + resize_table_bytes(h) / sizeof(int32_t) + 1);
  Case out = move_case(p, "nearest", batch * channels * out_pixels, [=](int64_t i) {
    const int64_t x = i % w.out, y = i / w.out % h.out, plane = i / out_pixels;
    return blocked_index((plane * height + y / factor) * width + x / factor, channels, pixels);
  });
  out.writes_blocked({p, &p->out}, batch, channels, out_pixels);
  out.bytes = 4.0 * static_cast<double>(p->in.size() + p->out.size());
  out.run = [=, &pool] {
    static_cast<void>(memory);
    resize_blocked(batch, channels, th, tw, p->in.data(), p->out.data(), 0, {}, pool);
  };
  return {out};
}

}  // namespace gearbox::bench
