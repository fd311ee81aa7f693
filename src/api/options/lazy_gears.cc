#include "api/options/lazy_gears.h"

#include <algorithm>

#include "api/options/gear_option.h"
#include "api/options/tokens.h"

namespace gearbox::options {

Status check_lazy_gears(const ShapeWords& words, bool no_fallback) {
  Problems problems(words.spelling);
  const bool ge = words.spelling == Spelling::kGe;
  const bool none = std::ranges::all_of(gear_options(words), [](const GearOption& option) { return trimmed(option.text).empty(); });
  if (none && !words.gear_scopes.empty()) {
    problems.add(Option::kLazy, "there are no gears of the model as a whole; those of its parts (" + problems.name(Option::kGearScope) +
                                    ") are made at once");
  } else if (none) {
    problems.add(Option::kLazy,
                 "there are no gears; " + std::string(ge ? "ge.dynamicDims gives" : "--gears or --dynamic_dims give") + " them");
  } else if (no_fallback) {
    problems.add(Option::kLazy, "calls need the dynamic program until their gear is made, " +
                                    std::string(ge ? "which ge.compileHybridMode '1' with ge.dynamicNodeType '1' keeps beside them"
                                                   : "which --no-fallback leaves out"));
  }
  return problems.status();
}

}  // namespace gearbox::options
