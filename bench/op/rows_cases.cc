#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/activation.h"
#include "kernels/layer_norm.h"
#include "kernels/reduce.h"
#include "kernels/softmax.h"
#include "op/floats.h"
#include "op/kinds.h"

namespace gearbox::bench {

using namespace kernels;

namespace {

/// Rows of numbers and as many results.
struct Rows {
  int64_t rows, cols;
  Floats x = Floats::random(rows * cols, 1), scale = Floats::random(cols, 2), bias = Floats::random(cols, 3);
  Floats y = Floats::poisoned(rows * cols);

  explicit Rows(const std::vector<int64_t>& n) : rows(n[0]), cols(n[1]) {}
  std::span<const float> row(int64_t at) const { return x.values().subspan(static_cast<size_t>(at * cols), static_cast<size_t>(cols)); }
};

/// A case whose unit is a row, bound by reading x and writing y.
Case case_of(const std::shared_ptr<Rows>& p, std::string kernel) {
  Case out;
  out.kernel = std::move(kernel);
  out.writes({p, &p->y});
  out.units = p->rows;
  out.unit_size = p->cols;
  out.unit_work = 16.0 * static_cast<double>(p->cols);
  out.bytes = 8.0 * static_cast<double>(p->x.size());
  out.traffic = Traffic::kCopy;
  return out;
}

std::vector<Case> activation_cases(const std::vector<int64_t>& numbers, Activation function, double (*formula)(double), ThreadPool& pool) {
  const auto p = std::make_shared<Rows>(numbers);
  Case out = case_of(p, "rows");
  out.run = [p, function, &pool] {
    constexpr int64_t kPiece = 4096;
    pool.parallel_for(p->x.size(), kPiece, [&](int64_t begin, int64_t end, int) {
      activate({function, 1, 0}, p->x.data() + begin, p->y.data() + begin, end - begin);
    });
  };
  out.reference = [p, formula](int64_t unit, std::span<double> row) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = formula(p->row(unit)[i]);
  };
  return {out};
}

}  // namespace

std::vector<Case> softmax_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const auto p = std::make_shared<Rows>(numbers);
  Case out = case_of(p, "rows");
  out.run = [p, &pool] { softmax(SoftmaxKind::kSoftmax, p->rows, p->cols, 1, p->x.data(), p->y.data(), pool); };
  out.reference = [p](int64_t unit, std::span<double> row) {
    double sum = 0;
    for (size_t i = 0; i < row.size(); ++i) sum += row[i] = std::exp(double(p->row(unit)[i]));
    for (double& value : row) value /= sum;
  };
  return {out};
}

std::vector<Case> layer_norm_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const auto p = std::make_shared<Rows>(numbers);
  Case out = case_of(p, "rows");
  out.run = [p, &pool] {
    layer_norm({.rows = p->rows, .cols = p->cols, .x = p->x.data(), .scale = p->scale.data(), .bias = p->bias.data(), .y = p->y.data()},
               pool);
  };
  out.reference = [p](int64_t unit, std::span<double> row) {
    const auto count = static_cast<double>(row.size());
    double mean = 0, variance = 0;
    for (const float value : p->row(unit)) mean += value / count;
    for (const float value : p->row(unit)) variance += (value - mean) * (value - mean) / count;
    for (size_t i = 0; i < row.size(); ++i)
      row[i] = (p->row(unit)[i] - mean) / std::sqrt(variance + 1e-5) * p->scale.data()[i] + p->bias.data()[i];
  };
  return {out};
}

std::vector<Case> gelu_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  return activation_cases(numbers, Activation::kGeluErf, [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }, pool);
}

std::vector<Case> relu_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  return activation_cases(numbers, Activation::kRelu, [](double x) { return std::max(x, 0.0); }, pool);
}

std::vector<Case> sum_cases(const std::vector<int64_t>& numbers, ThreadPool& pool) {
  const int64_t outer = numbers[0], extent = numbers[1], inner = numbers[2];
  struct Sum {
    Floats x, y;
  };
  const auto p = std::make_shared<Sum>(Floats::random(outer * extent * inner, 1), Floats::poisoned(outer * inner));
  Case out;
  out.kernel = inner == 1 ? "rows" : "columns";
  out.run = [=, &pool] { reduce(ReduceOp::kSum, outer, extent, inner, p->x.data(), p->y.data(), pool); };
  out.writes({p, &p->y});
  out.reference = [=](int64_t unit, std::span<double> value) {
    value[0] = 0;
    for (int64_t i = 0; i < extent; ++i) value[0] += p->x.data()[(unit / inner * extent + i) * inner + unit % inner];
  };
  out.units = outer * inner;
  out.unit_work = static_cast<double>(extent);
  out.bytes = 4.0 * static_cast<double>(p->x.size());
  out.traffic = Traffic::kRead;
  return {out};
}

}  // namespace gearbox::bench
