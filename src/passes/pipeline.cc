#include "passes/canonicalise/separate_outputs.h"
#include "passes/pass.h"

namespace gearbox {

std::vector<Pass> pipeline(bool optimise) {
  std::vector<Pass> passes;
  if (optimise) {
  }
  passes.push_back({"separate_outputs", separate_outputs});
  return passes;
}

}  // namespace gearbox
