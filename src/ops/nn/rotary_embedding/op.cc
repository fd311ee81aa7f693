#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::rotary_embedding {

namespace {

Status infer(InferContext& c) {
  if (c.ranked(0) && c.rank(0) != 3 && c.rank(0) != 4) return c.error(quoted(c, 0) + " must have 3 or 4 axes");
  if (c.ranked(0) && c.rank(0) == 3 && c.attributes().integer("num_heads", 0) < 1)
    return c.error("needs 'num_heads' to divide " + quoted(c, 0) + " into heads");
  if (c.attributes().integer("rotary_embedding_dim", 0) % 2 != 0) return c.error("'rotary_embedding_dim' must be even");
  for (int i : {1, 2}) {
    const int64_t rank = c.has_input(3) ? 2 : 3;
    if (c.ranked(i) && c.rank(i) != rank) return c.error(quoted(c, i) + " must have " + std::to_string(rank) + " axes");
  }
  return same_as_input(c);
}

}  // namespace

/// Pairs of features turned by an angle that depends on the position, whose cosine and sine come from tables: rows picked by position_ids,
/// or one row for each position. The pairs are neighbours with `interleaved`, else from the two halves of what is turned.
OpDef definition() {
  return OpDef("RotaryEmbedding")
      .versions({23})
      .input("X", kFloatTypes)
      .input("cos_cache", kFloatTypes)
      .input("sin_cache", kFloatTypes)
      .input("position_ids", kInt64Types, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .attribute("interleaved")
      .attribute("num_heads")
      .attribute("rotary_embedding_dim")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input == 0) return axis < c.rank(0) - 1 ? AxisRole::kIndependent : AxisRole::kOpaque;
        return input == 3 || (c.rank(input) == 3 && axis < 2) ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 3); });
}

}  // namespace gearbox::ops::rotary_embedding
