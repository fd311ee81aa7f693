#pragma once

#include <algorithm>
#include <limits>

#include "ops/run/arguments.h"

namespace gearbox::ops::pad {

/// What new indices show.
enum class Mode : uint8_t { kConstant, kEdge, kWrap, kReflect };

inline Mode mode_of(const Attributes& attributes) {
  const std::string mode = attributes.text("mode", "constant");
  return mode == "constant" ? Mode::kConstant : mode == "edge" ? Mode::kEdge : mode == "wrap" ? Mode::kWrap : Mode::kReflect;
}

/// Margins of one axis: what is left of the input after cutting is [first, first + kept), with `before` new indices in front.
struct Margin {
  int64_t first, kept, before, extent;

  bool changes(int64_t input_extent) const { return first != 0 || before != 0 || extent != input_extent; }
};

/// The index of the input that index `at` of the output shows, or -1 for the constant.
inline int64_t source(const Margin& margin, int64_t at, Mode mode) {
  int64_t i = at - margin.before;
  if (i < 0 || i >= margin.kept) {
    if (mode == Mode::kConstant) return -1;
    if (mode == Mode::kEdge) {
      i = std::clamp<int64_t>(i, 0, margin.kept - 1);
    } else if (mode == Mode::kWrap) {
      i = (i % margin.kept + margin.kept) % margin.kept;
    } else {
      const int64_t period = std::max<int64_t>(2 * (margin.kept - 1), 1);
      i = (i % period + period) % period;
      if (i >= margin.kept) i = period - i;
    }
  }
  return margin.first + i;
}

/// The margins of all axes of input 0; errors say which pads do not fit.
inline Result<std::vector<Margin>> margins_of(const KernelContext& context, Mode mode) {
  const Tensor& x = context.input(0);
  const auto pads = integer_argument(context, "pads", 1);
  if (!pads) return context.error("lacks its pads");
  Ints all;
  for (int64_t i = 0; i < x.rank(); ++i) all.push_back(i);
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, checked_axes(context, integer_argument(context, "", 3).value_or(all), x.rank()));
  if (pads->size() != 2 * axes.size()) {
    return context.error(std::to_string(pads->size()) + " pads given, two for each of " + std::to_string(axes.size()) + " axes expected");
  }
  std::vector<Margin> out;
  for (int64_t extent : x.dims) out.push_back({0, extent, 0, extent});
  for (size_t i = 0; i < axes.size(); ++i) {
    Margin& margin = out[axes[i]];
    const int64_t begin = (*pads)[i], end = (*pads)[axes.size() + i];
    const auto at = " at axis " + std::to_string(axes[i]);
    int64_t grown;
    if (std::min(begin, end) == std::numeric_limits<int64_t>::min() || __builtin_add_overflow(margin.extent, begin, &grown) ||
        __builtin_add_overflow(grown, end, &grown) || grown < 0) {
      return context.error("pads " + std::to_string(begin) + " and " + std::to_string(end) + " do not fit extent " +
                           std::to_string(margin.extent) + " of " + quoted(context, 0) + at);
    }
    const int64_t whole = margin.extent, cut_begin = std::min(std::max<int64_t>(-begin, 0), whole);
    margin = {cut_begin, std::max<int64_t>(whole - cut_begin - std::max<int64_t>(-end, 0), 0), begin, grown};
    if (margin.before < 0) margin.before = -(-begin - cut_begin);
    if (mode != Mode::kConstant && margin.kept == 0 && margin.extent > 0) {
      return context.error("mode '" + context.attributes().text("mode", "constant") + "' has nothing to repeat in " + quoted(context, 0) +
                           at);
    }
  }
  return out;
}

}  // namespace gearbox::ops::pad
