#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::stft {

namespace {

/// Samples of a frame: input 3, else the window's extent; nullopt while known only at run time.
std::optional<Dim> frame_length(const InferContext& c) {
  if (c.has_input(3)) return scalar_contents(c, 3);
  if (c.has_input(2) && c.ranked(2) && c.rank(2) == 1) return c.shape(2)[0];
  return std::nullopt;
}

Status infer(InferContext& c) {
  if (!c.has_input(2) && !c.has_input(3)) return c.error("STFT needs a window or a frame length");
  if (!c.ranked(0)) {
    c.output_late(0, c.dtype(0), 4);
    return {};
  }
  if (c.rank(0) != 3 && c.rank(0) != 2)
    return c.error(quoted(c, 0) + " has rank " + std::to_string(c.rank(0)) + ", expected [batch, signal, 1 or 2]");
  const auto step = scalar_contents(c, 1), length = frame_length(c);
  const bool countable = step && length && bounds(*step).lower >= 1;
  if (length && c.has_input(2) && c.ranked(2) && c.rank(2) == 1) {
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(2)[0], *length, "STFT: extent of the window " + quoted(c, 2) + " and the frame length"));
  }
  const Dim most = max(c.shape(0)[1] - length.value_or(0) + 1, 0);  // frames start at least 1 apart
  const Dim frames = countable ? max(floordiv(c.shape(0)[1] - *length, *step) + 1, 0) : late_axis(c, 0, 1, most);
  const bool onesided = c.attributes().integer("onesided", 1) != 0;
  const Dim bins = !length ? late_axis(c, 0, 2) : onesided ? floordiv(*length, 2) + 1 : *length;
  c.output(0, c.dtype(0), {c.shape(0)[0], frames, bins, 2});
  return {};
}

}  // namespace

/// Fourier transforms of overlapping frames of [batch, signal, 1 or 2], each multiplied by the window: [batch, frames, bins, 2].
/// `onesided` (the default) keeps the first half of the bins.
OpDef definition() {
  return OpDef("STFT")
      .versions({17})
      .input("signal", kFloatTypes)
      .input("frame_step", kIndexTypes)
      .input("window", kFloatTypes, Formal::Arity::kOptional)
      .input("frame_length", kIndexTypes, Formal::Arity::kOptional)
      .output("output", kFloatTypes)
      .attribute("onesided")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        return input != 0 ? AxisRole::kOpaque : axis == 0 ? AxisRole::kIndependent : axis == 1 ? AxisRole::kWindow : AxisRole::kOpaque;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 80); });
}

}  // namespace gearbox::ops::stft
