#include <limits>

#include "ops/run/arguments.h"

namespace gearbox::ops::non_max_suppression {

namespace {

struct Box {
  float x1, y1, x2, y2;
  float area() const { return (x2 - x1) * (y2 - y1); }
};

/// Four numbers: two opposite corners (y first), or the centre (x first), width and height.
Box box_of(const float* numbers, bool centred) {
  if (centred) {
    const float half_width = numbers[2] / 2, half_height = numbers[3] / 2;
    return {numbers[0] - half_width, numbers[1] - half_height, numbers[0] + half_width, numbers[1] + half_height};
  }
  return {std::min(numbers[1], numbers[3]), std::min(numbers[0], numbers[2]), std::max(numbers[1], numbers[3]),
          std::max(numbers[0], numbers[2])};
}

/// Whether intersection / union exceeds the threshold. Boxes without area overlap nothing.
bool overlaps(const Box& a, const Box& b, float threshold) {
  const float width = std::min(a.x2, b.x2) - std::max(a.x1, b.x1), height = std::min(a.y2, b.y2) - std::max(a.y1, b.y1);
  if (width <= 0 || height <= 0 || a.area() <= 0 || b.area() <= 0) return false;
  const float shared = width * height;
  return shared / (a.area() + b.area() - shared) > threshold;
}

float scalar(const KernelContext& context, int index, float fallback) {
  return context.has_input(index) && context.input(index).elements() > 0 ? context.input(index).as<float>()[0] : fallback;
}

}  // namespace

Status reference(KernelContext& context) {
  const Tensor &boxes = context.input(0), &scores = context.input(1);
  if (boxes.rank() != 3 || scores.rank() != 3 || boxes.dims[2] != 4 || boxes.dims[0] != scores.dims[0] || boxes.dims[1] != scores.dims[2]) {
    return context.error("boxes with extents " + list_text(boxes.dims) + " and scores with extents " + list_text(scores.dims) +
                         " do not fit");
  }
  const int64_t most = integer_input(context, 2, 0), batches = scores.dims[0], classes = scores.dims[1], n = scores.dims[2];
  const float threshold = scalar(context, 3, 0), least_score = scalar(context, 4, -std::numeric_limits<float>::infinity());
  const bool filtered = context.has_input(4), centred = context.attributes().integer("center_point_box", 0) != 0;
  Ints selected;
  for (int64_t b = 0; b < batches; ++b) {
    for (int64_t k = 0; k < classes; ++k) {
      const float* score = scores.as<float>() + (b * classes + k) * n;
      std::vector<int64_t> order;
      for (int64_t i = 0; i < n; ++i) {
        if (!filtered || score[i] > least_score) order.push_back(i);
      }
      std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return score[i] > score[j]; });
      std::vector<Box> taken;
      for (int64_t i : order) {
        if (static_cast<int64_t>(taken.size()) >= most) break;
        const Box box = box_of(boxes.as<float>() + (b * n + i) * 4, centred);
        if (std::any_of(taken.begin(), taken.end(), [&](const Box& better) { return overlaps(box, better, threshold); })) continue;
        taken.push_back(box);
        selected.insert(selected.end(), {b, k, i});
      }
    }
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, Extents{static_cast<int64_t>(selected.size()) / 3, 3}));
  std::copy(selected.begin(), selected.end(), y.as<int64_t>());
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "NonMaxSuppression", .run = reference}); }

}  // namespace gearbox::ops::non_max_suppression
