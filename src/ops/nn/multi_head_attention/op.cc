#include "ops/arguments.h"

namespace gearbox::ops::multi_head_attention {

namespace {

/// An operand with its heads apart: [batch, heads, positions, features].
struct Heads {
  Dim batch, heads, positions, features;
};

Result<Heads> heads_of(InferContext& c, int input, std::string_view attribute) {
  const Shape& shape = c.shape(input);
  if (shape.size() == 4) return Heads{shape[0], shape[1], shape[2], shape[3]};
  const int64_t heads = c.attributes().integer(attribute, 0);
  if (shape.size() != 3) return c.error(quoted(c, input) + " must have 3 or 4 axes");
  if (heads < 1) return c.error("needs '" + std::string(attribute) + "' to divide " + quoted(c, input) + " into heads");
  const Dim features = floordiv(shape[2], heads);
  GBX_RETURN_IF_ERROR(
      c.require_equal(shape[2], features * heads, "Attention: features of " + quoted(c, input) + " and a multiple of its heads"));
  return Heads{shape[0], heads, shape[1], features};
}

Status infer(InferContext& c) {
  const DType dtypes[] = {c.dtype(0), c.dtype(1), c.dtype(2), c.dtype(0)};
  for (int i = 0; i < 3; ++i) {
    if (c.ranked(i)) continue;
    const auto rank = c.ranked(0) ? std::optional(c.rank(0)) : std::nullopt;
    for (int k = 0; k < 4; ++k) output_of_rank(c, k, dtypes[k], k == 0 ? rank : std::optional<int64_t>(4));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Heads q, heads_of(c, 0, "q_num_heads"));
  GBX_ASSIGN_OR_RETURN(const Heads k, heads_of(c, 1, "kv_num_heads"));
  GBX_ASSIGN_OR_RETURN(const Heads v, heads_of(c, 2, "kv_num_heads"));
  GBX_RETURN_IF_ERROR(c.require_equal(q.features, k.features, "Attention: features of a head of " + quoted(c, 0) + " and " + quoted(c, 1)));
  GBX_RETURN_IF_ERROR(c.require_equal(k.positions, v.positions, "Attention: positions of " + quoted(c, 1) + " and " + quoted(c, 2)));
  GBX_RETURN_IF_ERROR(c.require_equal(k.heads, v.heads, "Attention: heads of " + quoted(c, 1) + " and " + quoted(c, 2)));
  GBX_RETURN_IF_ERROR(c.require_equal(q.batch, k.batch, "Attention: batches of " + quoted(c, 0) + " and " + quoted(c, 1)));
  Dim total = k.positions;
  if (c.has_input(4)) {
    if (!c.ranked(4)) {
      total = late_axis(c, 1, 2);
    } else if (c.rank(4) != 4) {
      return c.error(quoted(c, 4) + " must have 4 axes");
    } else {
      total = total + c.shape(4)[2];
    }
  }
  if (c.rank(0) == 4) {
    c.output(0, dtypes[0], {q.batch, q.heads, q.positions, v.features});
  } else {
    c.output(0, dtypes[0], {q.batch, q.positions, q.heads * v.features});
  }
  c.output(1, dtypes[1], {k.batch, k.heads, total, k.features});
  c.output(2, dtypes[2], {v.batch, v.heads, total, v.features});
  c.output(3, dtypes[3], {q.batch, q.heads, q.positions, total});
  return {};
}

Cost cost(const InferContext& c) {
  Cost cost = move_cost(c);
  if (!c.ranked(0) || !c.ranked(1)) return cost;
  const size_t positions = c.rank(1) == 4 ? 2 : 1;
  cost.flops = c.volume(0) * c.shape(1)[positions] * 4;
  return cost;
}

}  // namespace

/// Attention of every query position over keys and values: softmax(scale Q K^T + mask) V by head, with fewer key than query heads where
/// these divide. Keys and values of earlier calls come first. What masks leave out: later positions with is_causal, positions outside of
/// a window around the query, padding from nonpad_kv_seqlen on. A query that sees nothing gets zeros.
OpDef definition() {
  constexpr auto kOptional = Formal::Arity::kOptional;
  return OpDef("Attention")
      .versions({23, 24})
      .input("Q", kFloatTypes)
      .input("K", kFloatTypes)
      .input("V", kFloatTypes)
      .input("attn_mask", kAllTypes, kOptional)
      .input("past_key", kFloatTypes, kOptional)
      .input("past_value", kFloatTypes, kOptional)
      .input("nonpad_kv_seqlen", kInt64Types, kOptional)
      .output("Y", kFloatTypes)
      .output("present_key", kFloatTypes, kOptional)
      .output("present_value", kFloatTypes, kOptional)
      .output("qk_matmul_output", kFloatTypes, kOptional)
      .attribute("is_causal")
      .attribute("kv_num_heads")
      .attribute("left_window_size")
      .attribute("q_num_heads")
      .attribute("qk_matmul_output_mode")
      .attribute("right_window_size")
      .attribute("scale")
      .attribute("softcap")
      .attribute("softmax_precision")
      .infer(infer)
      .axes(
          [](const InferContext&, int input, int64_t axis) { return axis == 0 && input != 3 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(cost);
}

}  // namespace gearbox::ops::multi_head_attention
