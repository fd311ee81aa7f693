#include "ops/arguments.h"
#include "ops/run/scaled_extent.h"
#include "ops/shape/resize/extents.h"
#include "ops/shape/resize/resize_rules.h"

namespace gearbox::ops::resize {

namespace {

/// Input numbers: opset 10 has neither roi nor sizes.
int scales_input(const InferContext& c) { return c.version() < 11 ? 1 : 2; }

bool is_given(const InferContext& c, int index) {
  if (!c.has_input(index)) return false;
  return !c.ranked(index) || !c.volume(index).is_constant(0);
}

/// The floats of an input where it is constant.
std::optional<std::vector<double>> reals(const InferContext& c, int index) {
  const Literal* constant = c.has_input(index) ? c.constant(index) : nullptr;
  return constant ? std::optional(constant->as_double()) : std::nullopt;
}

Status count_error(const InferContext& c, int index, size_t count, size_t expected) {
  return c.error(quoted(c, index) + " has " + std::to_string(count) + " elements for " + std::to_string(expected) + " axes");
}

Result<std::optional<Shape>> scaled(const InferContext& c, const std::vector<size_t>& axes) {
  const int input = scales_input(c);
  const auto scales = reals(c, input);
  if (!scales) return std::optional<Shape>();
  if (scales->size() != axes.size()) return count_error(c, input, scales->size(), axes.size());
  const bool crops = c.attributes().text("coordinate_transformation_mode", "") == "tf_crop_and_resize";
  const auto roi = reals(c, 1);
  if (crops && !roi) return std::optional<Shape>();
  if (crops && roi->size() != 2 * axes.size()) return count_error(c, 1, roi->size(), axes.size());
  Shape shape = c.shape(0);
  for (size_t i = 0; i < axes.size(); ++i) {
    float scale = static_cast<float>((*scales)[i]);
    if (crops) scale *= static_cast<float>((*roi)[axes.size() + i]) - static_cast<float>((*roi)[i]);
    if (!usable_scale(scale))
      return c.error("scale " + std::to_string(scale) + " for axis " + std::to_string(axes[i]) + " is not positive");
    shape[axes[i]] = scaled_extent<Dim>(shape[axes[i]], scale);
  }
  return std::optional(std::move(shape));
}

Result<std::optional<Shape>> sized(InferContext& c, const std::vector<size_t>& axes) {
  const auto sizes = c.contents(3);
  if (!sizes) return std::optional<Shape>();
  if (sizes->size() != axes.size()) return count_error(c, 3, sizes->size(), axes.size());
  Shape shape = c.shape(0), from;
  for (size_t axis : axes) from.push_back(shape[axis]);
  const std::string policy = c.attributes().text("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch") {
    for (size_t i = 0; i < axes.size(); ++i) {
      GBX_RETURN_IF_ERROR(c.require_at_least((*sizes)[i], 0, "Resize: extents in " + quoted(c, 3)));
      shape[axes[i]] = (*sizes)[i];
    }
    return std::optional(std::move(shape));
  }
  const auto known_from = numbers(from), known_sizes = numbers(sizes);
  if (known_from && known_sizes && !axes.empty() && *std::min_element(known_from->begin(), known_from->end()) > 0) {
    float scale = 1;
    const Ints out = fitted(*known_from, *known_sizes, policy, scale);
    for (size_t i = 0; i < axes.size(); ++i) shape[axes[i]] = out[i];
  } else {
    for (size_t i = 0; i < axes.size(); ++i) {
      shape[axes[i]] = late_axis(c, 0, static_cast<int64_t>(axes[i]), policy == "not_larger" ? std::optional((*sizes)[i]) : std::nullopt);
    }
  }
  return std::optional(std::move(shape));
}

}  // namespace

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  Ints axes = c.attributes().integers("axes");
  if (axes.empty()) {
    for (int64_t axis = 0; axis < c.rank(0); ++axis) axes.push_back(axis);
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> resized, normal_axes(c, axes, c.rank(0)));
  const bool by_scale = is_given(c, scales_input(c)), by_size = c.version() >= 11 && is_given(c, 3);
  if (by_scale == by_size) return c.error("needs either scales or sizes");
  GBX_ASSIGN_OR_RETURN(std::optional<Shape> shape, by_scale ? scaled(c, resized) : sized(c, resized));
  if (!shape) {
    shape = c.shape(0);
    const bool rest_known = c.attributes().has("axes");
    for (int64_t axis = 0; axis < c.rank(0); ++axis) {
      const size_t at = static_cast<size_t>(axis);
      if (!rest_known || std::find(resized.begin(), resized.end(), at) != resized.end()) (*shape)[at] = late_axis(c, 0, axis);
    }
  }
  c.output(0, c.dtype(0), std::move(*shape));
  return {};
}

/// The input sampled at other extents, asked for as factors (`scales`) or directly (`sizes`). See run/resample.h for the interpolation.
OpDef definition() {
  return OpDef("Resize")
      .versions({10, 11, 13, 18, 19})
      .input("X", kNumericTypes)
      .input("roi", kFloatTypes, Formal::Arity::kOptional)
      .input("scales", kFloatTypes, Formal::Arity::kOptional)
      .input("sizes", kInt64Types, Formal::Arity::kOptional)
      .output("Y", kNumericTypes)
      .attribute("mode")
      .attribute("coordinate_transformation_mode")
      .attribute("nearest_mode")
      .attribute("cubic_coeff_a")
      .attribute("exclude_outside")
      .attribute("extrapolation_value")
      .attribute("antialias")
      .attribute("axes")
      .attribute("keep_aspect_ratio_policy")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const Value* output = c.node().output(0);
        if (input > 0 || !output || !output->type().ranked()) return AxisRole::kOpaque;
        return output->type().dim(axis) == c.shape(0)[static_cast<size_t>(axis)] ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::resize
