#include "ops/body_rule.h"

#include <algorithm>

namespace gearbox::ops {

int64_t captures_of(const InferContext& context) {
  return std::clamp<int64_t>(context.attributes().integer("gearbox.captures", 0), 0, context.inputs());
}

std::vector<TensorType> input_types(const InferContext& context, int from, int to) {
  std::vector<TensorType> out;
  for (int i = from; i < to; ++i) out.push_back(context.has_input(i) ? context.input(i) : TensorType());
  return out;
}

void pass_contents(const InferContext& context, Graph& body, int from, int to, int body_from) {
  for (int i = from; i < to; ++i) {
    const size_t at = static_cast<size_t>(body_from + i - from);
    if (at < body.inputs().size()) body.inputs()[at]->set_contents(context.has_input(i) ? context.contents(i) : std::nullopt);
  }
}

void output_type(InferContext& context, int index, TensorType type) {
  if (type.ranked()) {
    context.output(index, type.dtype, std::move(*type.shape));
  } else {
    context.output_unranked(index, type.dtype);
  }
}

bool known_outside(const Dim& extent, int known) {
  const std::vector<SymbolId> symbols = extent.symbols();
  return !extent.is_overflow() && std::all_of(symbols.begin(), symbols.end(), [&](SymbolId id) { return id < known; });
}

std::optional<Dim> bound_outside(const TensorType& type, size_t axis, int known) {
  const Dim most = (type.capacity ? *type.capacity : *type.shape)[axis];
  return known_outside(most, known) ? std::optional(most) : std::nullopt;
}

void forget_inner_extents(InferContext& context, int known, int output, TensorType& type, int64_t first_axis) {
  if (!type.ranked()) return;
  for (size_t axis = 0; axis < type.shape->size(); ++axis) {
    Dim& extent = (*type.shape)[axis];
    if (known_outside(extent, known)) continue;
    const Interval range = bounds(extent);
    extent = late_axis(context, output, static_cast<int64_t>(axis) + first_axis, bound_outside(type, axis, known));
    context.narrow(extent, range);
  }
}

namespace {

/// Widens `carried` to hold `returned` as well; false where it already does. `own` marks extents that are symbols of this loop.
bool widen(InferContext& context, TensorType& carried, const TensorType& returned, std::vector<bool>& own, bool give_up) {
  if (!carried.ranked()) return false;
  const bool same_rank = returned.ranked() && returned.rank() == carried.rank();
  if (!same_rank) {
    carried.shape.reset();
    return true;
  }
  bool changed = false;
  for (size_t axis = 0; axis < carried.shape->size(); ++axis) {
    if (own[axis] || (*carried.shape)[axis] == (*returned.shape)[axis]) continue;
    (*carried.shape)[axis] = context.late_extent(context.node().name() + ".carried");
    own[axis] = true;
    changed = true;
  }
  if (changed && give_up) carried.shape.reset();
  return changed;
}

/// An extent of the loop's own is what it was before the first round, or what the body returns.
void narrow_carried(InferContext& context, const TensorType& carried, const TensorType& initial, const TensorType& returned,
                    const std::vector<bool>& own) {
  for (size_t axis = 0; carried.ranked() && axis < carried.shape->size(); ++axis) {
    if (!own[axis]) continue;
    const Interval before = bounds((*initial.shape)[axis]), after = bounds((*returned.shape)[axis]);
    context.narrow((*carried.shape)[axis], {std::min(before.lower, after.lower), std::max(before.upper, after.upper)});
  }
}

}  // namespace

Result<RoundTrip> infer_round_trip(InferContext& context, std::string_view body, std::span<const TensorType> before,
                                   std::vector<TensorType> carried, std::span<const TensorType> after, size_t first) {
  RoundTrip trip;
  trip.carried = std::move(carried);
  for (TensorType& type : trip.carried) type.capacity.reset();  // of the first round only
  const std::vector<TensorType> initial = trip.carried;
  std::vector<std::vector<bool>> own;
  size_t rounds = 2;
  for (const TensorType& type : trip.carried) {
    own.emplace_back(type.ranked() ? type.shape->size() : 0);
    rounds += own.back().size();
  }
  for (size_t round = 0;; ++round) {
    std::vector<TensorType> inputs(before.begin(), before.end());
    inputs.insert(inputs.end(), trip.carried.begin(), trip.carried.end());
    inputs.insert(inputs.end(), after.begin(), after.end());
    GBX_ASSIGN_OR_RETURN(trip.outputs, context.infer_body(body, inputs));
    if (trip.outputs.size() < first + trip.carried.size()) {
      return context.error("its body has " + std::to_string(trip.outputs.size()) + " outputs, at least " +
                           std::to_string(first + trip.carried.size()) + " expected");
    }
    bool changed = false;
    for (size_t i = 0; i < trip.carried.size(); ++i) {
      const TensorType& returned = trip.outputs[first + i];
      if (returned.dtype != trip.carried[i].dtype) {
        return context.error("carried value " + std::to_string(i) + " is " + std::string(dtype_name(trip.carried[i].dtype)) +
                             ", its body returns " + std::string(dtype_name(returned.dtype)));
      }
      changed = widen(context, trip.carried[i], returned, own[i], round >= rounds) || changed;
    }
    if (changed) continue;
    for (size_t i = 0; i < trip.carried.size(); ++i) narrow_carried(context, trip.carried[i], initial[i], trip.outputs[first + i], own[i]);
    return trip;
  }
}

}  // namespace gearbox::ops
