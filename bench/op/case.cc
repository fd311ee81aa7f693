#include "op/case.h"

#include "op/blocked.h"

namespace gearbox::bench {

void Case::writes(std::shared_ptr<Floats> memory) {
  output = std::move(memory);
  result = [from = output] { return std::vector<float>(from->values().begin(), from->values().end()); };
}

void Case::writes_blocked(std::shared_ptr<Floats> memory, int64_t batch, int64_t channels, int64_t pixels) {
  output = std::move(memory);
  result = [from = output, batch, channels, pixels] {
    std::vector<float> out(static_cast<size_t>(batch * channels * pixels));
    for (size_t i = 0; i < out.size(); ++i) out[i] = from->data()[blocked_index(static_cast<int64_t>(i), channels, pixels)];
    return out;
  };
}

}  // namespace gearbox::bench
