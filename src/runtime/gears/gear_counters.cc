#include "runtime/gears/gear_counters.h"

namespace gearbox {

std::string_view gear_way_name(GearChoice::Way way) {
  switch (way) {
    case GearChoice::Way::kPlain: return "plain";
    case GearChoice::Way::kExact: return "exact";
    case GearChoice::Way::kBounded: return "bounded";
    case GearChoice::Way::kFallback: return "fallback";
    case GearChoice::Way::kRefused: return "refused";
  }
  return "";
}

GearCounts GearCounters::read() const {
  GearCounts out;
  for (const Pair& gear : gears_) {
    out.exact.push_back(gear.exact.load(std::memory_order_relaxed));
    out.bounded.push_back(gear.bounded.load(std::memory_order_relaxed));
  }
  out.fallback = others_.exact.load(std::memory_order_relaxed);
  out.refused = others_.bounded.load(std::memory_order_relaxed);
  out.retried = retried_.load(std::memory_order_relaxed);
  return out;
}

}  // namespace gearbox
