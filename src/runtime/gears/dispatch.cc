#include "runtime/gears/dispatch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/hash.h"
#include "runtime/call_binding.h"
#include "runtime/gears/gear_text.h"
#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox {

namespace {

constexpr size_t kSets = 128, kWays = 4;
constexpr size_t kFewGears = 16;  // looked at one after the other, as fast as what a memo knows

/// Slots of the program for a call: all that is checked of it before the first step.
Status bind_call(const Program& program, const ReadyProgram& ready, std::span<const Tensor> inputs, std::vector<int64_t>& slots) {
  std::vector<int64_t> key(ready.key_slots.size());
  GBX_RETURN_IF_ERROR(read_key(program, ready, inputs, key));
  GBX_RETURN_IF_ERROR(bind_slots(program, ready, key, slots));
  return match_extents(program, slots, inputs);
}

double volume(std::span<const int64_t> values) {
  double out = 1;
  for (const int64_t value : values) out *= static_cast<double>(std::max<int64_t>(value, 1));
  return out;
}

}  // namespace

GearDispatch::Memo::Entry& GearDispatch::Memo::place(std::span<const int64_t> key) {
  entries_.resize(kSets * kWays);
  keys_.resize(entries_.size() * key.size());
  const size_t set = hash64(std::as_bytes(key)) % kSets * kWays;
  const auto key_of = [&](size_t entry) { return std::span(keys_).subspan(entry * key.size(), key.size()); };
  for (size_t entry = set; entry < set + kWays; ++entry) {
    if (entries_[entry].used && std::ranges::equal(key_of(entry), key)) return entries_[entry];
  }
  size_t fresh = set;
  while (fresh < set + kWays && entries_[fresh].used) ++fresh;
  if (fresh == set + kWays) fresh = set + turn_++ % kWays;
  std::ranges::copy(key, key_of(fresh).begin());
  return entries_[fresh] = {};
}

GearDispatch::GearDispatch(const Model& model)
    : model_(model), gears_(model.gears()), columns_(model.gears().table, model.main()), table_(model.gears().table.rows) {
  size_t symbols = 0;
  for (const options::GearAxis& axis : gears_.table.axes) symbols += axis.symbols.size();
  decides_all_ = symbols == model.ready(0).key_slots.size();
  by_volume_.resize(gears_.gears.size());
  std::iota(by_volume_.begin(), by_volume_.end(), 0);
  std::ranges::sort(by_volume_, {}, [&](size_t row) { return std::tuple(volume(gears_.table.rows[row]), gears_.table.rows[row]); });
  one_program_ = gears_.gears.size() <= kFewGears &&
                 std::ranges::all_of(gears_.gears, [&](const GearInfo& gear) { return gear.program == gears_.gears[0].program; });
}

/// The values of the gears' axes; false where the inputs do not have them, or places of one axis differ.
bool GearDispatch::read(std::span<const Tensor> inputs, std::span<int64_t> values) const {
  return columns_.read([&](size_t input) { return input < inputs.size() ? inputs[input].dims : std::span<const int64_t>(); }, values);
}

GearChoice GearDispatch::none() const { return {gears_.fallback ? GearChoice::Way::kFallback : GearChoice::Way::kRefused, -1, 0}; }

GearChoice GearDispatch::choose(std::span<const Tensor> inputs, Memo& memo) const {
  memo.values_.resize(columns_.size());
  if (!read(inputs, memo.values_)) return none();
  if (memo.remembered_ && memo.last_ == memo.values_) return memo.last_choice_;
  memo.last_choice_ = choose_anew(inputs, memo);
  memo.remembered_ = decides_all_ || memo.last_choice_.way == GearChoice::Way::kExact;
  memo.last_ = memo.values_;
  return memo.last_choice_;
}

GearChoice GearDispatch::exact(std::span<const int64_t> values) const {
  const int32_t row = table_.find(values);
  return row < 0 ? none() : GearChoice{GearChoice::Way::kExact, row, gears_.gears[static_cast<size_t>(row)].program};
}

GearChoice GearDispatch::choose_anew(std::span<const Tensor> inputs, Memo& memo) const {
  if (!columns_.any_bounded()) return exact(memo.values_);
  if (one_program_) return smallest(memo.values_);
  std::span<const int64_t> key = memo.values_;
  if (!decides_all_) {
    const ReadyProgram& ready = model_.ready(0);
    memo.key_.resize(ready.key_slots.size());
    if (!read_key(model_.main(), ready, inputs, memo.key_).ok()) return exact(memo.values_);
    key = memo.key_;
  }
  Memo::Entry& entry = memo.place(key);
  if (!entry.used) {
    const GearChoice choice = exact(memo.values_);
    entry = {choice.way == GearChoice::Way::kExact ? choice : cheapest(inputs, memo.values_), true};
  }
  return entry.choice;
}

/// Whether the gear's values admit those of a call.
bool GearDispatch::covers(size_t row, std::span<const int64_t> values, std::string* reason) const {
  for (size_t c = 0; c < columns_.size(); ++c) {
    const int64_t own = gears_.table.rows[row][c];
    if (columns_.bounded(c) ? values[c] <= own : values[c] == own) continue;
    if (reason) {
      *reason = axis_name(gears_.table.axes[c]) + " is " + std::to_string(values[c]) + ", the gear is " +
                (columns_.bounded(c) ? "for at most " : "for ") + std::to_string(own);
    }
    return false;
  }
  return true;
}

/// Holds a program against a call and estimates its cost. Gears that are made later count as the dynamic program, whether made or not, so
/// that a choice holds for good.
GearCandidate GearDispatch::judge(int32_t gear, std::span<const Tensor> inputs) const {
  GearCandidate out{gear, false, {}, {}};
  const int32_t index = gear < 0 ? 0 : std::max(gears_.gears[static_cast<size_t>(gear)].program, 0);
  const Program& program = model_.contents().programs[static_cast<size_t>(index)];
  std::vector<int64_t> slots;
  const Status bound = bind_call(program, model_.ready(index), inputs, slots);
  out.serves = bound.ok();
  if (out.serves) {
    out.cost = program_cost(program, model_.ready(index).ready_at, slots);
  } else {
    out.reason = bound.message();
  }
  return out;
}

double GearDispatch::cost(size_t row, std::span<const Tensor> inputs) const {
  const GearCandidate candidate = judge(static_cast<int32_t>(row), inputs);
  return candidate.serves ? candidate.cost.total(model_.machine().flops_per_byte()) : INFINITY;
}

GearChoice GearDispatch::smallest(std::span<const int64_t> values) const {
  for (const size_t row : by_volume_) {
    if (!covers(row, values, nullptr)) continue;
    const bool exact = std::ranges::equal(gears_.table.rows[row], values);
    return {exact ? GearChoice::Way::kExact : GearChoice::Way::kBounded, static_cast<int32_t>(row), gears_.gears[row].program};
  }
  return none();
}

GearChoice GearDispatch::cheapest(std::span<const Tensor> inputs, std::span<const int64_t> values) const {
  const auto program = [&](size_t row) { return gears_.gears[row].program; };
  std::optional<size_t> best;
  std::optional<double> least;  // cost of the best, once there is something to hold against it
  for (const size_t row : by_volume_) {
    if (!covers(row, values, nullptr)) continue;
    if (!best) best = row;
    if (program(row) == program(*best)) continue;
    if (!least) least = cost(*best, inputs);
    const double own = cost(row, inputs);
    if (own < *least) {
      least = own;
      best = row;
    }
  }
  if (!best || least == INFINITY) return none();
  return {GearChoice::Way::kBounded, static_cast<int32_t>(*best), program(*best)};
}

DispatchReport GearDispatch::explain(std::span<const Tensor> inputs) const {
  DispatchReport out;
  Memo memo;
  out.choice = choose(inputs, memo);
  out.symbols = call_symbols(model_.main(), inputs);
  std::vector<int64_t> values(columns_.size());
  const bool known = read(inputs, values);
  for (size_t row = 0; row < gears_.gears.size(); ++row) {
    const auto gear = static_cast<int32_t>(row);
    GearCandidate candidate{gear, false, "the inputs do not agree on the values of its axes", {}};
    if (known && covers(row, values, &candidate.reason)) candidate = judge(gear, inputs);
    out.candidates.push_back(std::move(candidate));
  }
  GearCandidate dynamic = judge(-1, inputs);
  if (!gears_.fallback) dynamic = {-1, false, "left out by --no-fallback", {}};
  out.candidates.push_back(std::move(dynamic));
  return out;
}

Status GearDispatch::check(std::span<const Tensor> inputs) const {
  std::vector<int64_t> slots, values(columns_.size());
  GBX_RETURN_IF_ERROR(bind_call(model_.main(), model_.ready(0), inputs, slots));
  return read(inputs, values) ? Status() : invalid_argument("the inputs do not agree on the values of the gears' axes");
}

Status GearDispatch::refusal(std::span<const Tensor> inputs) const {
  GBX_RETURN_IF_ERROR(check(inputs));
  std::vector<int64_t> values(columns_.size());
  read(inputs, values);
  return no_gear(gears_.table, values);
}

}  // namespace gearbox
