#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::reverse_sequence {

/// Along `time_axis` the first sequence_lens[b] elements in reverse, for every b along `batch_axis`; the rest stays.
OpDef definition() {
  return OpDef("ReverseSequence")
      .versions({10})
      .input("input", {})
      .input("sequence_lens", kInt64Types)
      .output("Y", {})
      .attribute("batch_axis")
      .attribute("time_axis")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) {
          const Ints axes = {c.attributes().integer("batch_axis", 1), c.attributes().integer("time_axis", 0)};
          GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, normal_axes(c, axes, c.rank(0)));
          if (c.ranked(1)) {
            GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[normal[0]], c.volume(1),
                                                "ReverseSequence: batch of " + quoted(c, 0) + " and length of " + quoted(c, 1)));
          }
        }
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int input, int64_t axis) {
        return input == 0 && axis == c.attributes().integer("time_axis", 0) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::reverse_sequence
