#include "ops/rules.h"

namespace gearbox::ops::attention {

namespace {

/// Extent of logical axis `axis` (0 batch, 1 head, 2 position, 3 feature) of an operand stored in the order its permutation tells.
Dim logical(const InferContext& c, int input, const char* perm, size_t axis) {
  return c.shape(input)[static_cast<size_t>(c.attributes().integers(perm)[axis])];
}

Status infer(InferContext& c) {
  for (int i = 0; i < 3; ++i) {
    if (!c.ranked(i) || c.rank(i) != 4) return c.error("its operands must have four axes");
  }
  for (const char* name : {"q_perm", "k_perm", "v_perm", "out_perm"}) {
    if (c.attributes().integers(name).size() != 4) return c.error(std::string("'") + name + "' must order four axes");
  }
  GBX_RETURN_IF_ERROR(c.require_equal(logical(c, 0, "q_perm", 3), logical(c, 1, "k_perm", 3), "Attention: features of queries and keys"));
  GBX_RETURN_IF_ERROR(c.require_equal(logical(c, 1, "k_perm", 2), logical(c, 2, "v_perm", 2), "Attention: positions of keys and values"));
  const Shape scores = {logical(c, 0, "q_perm", 0), logical(c, 0, "q_perm", 1), logical(c, 0, "q_perm", 2), logical(c, 1, "k_perm", 2)};
  for (int mask : {3, 4}) {
    if (c.has_input(mask) && c.ranked(mask)) GBX_RETURN_IF_ERROR(c.require_broadcasts_to(mask, scores));
  }
  const Dim out[4] = {logical(c, 0, "q_perm", 0), logical(c, 0, "q_perm", 1), logical(c, 0, "q_perm", 2), logical(c, 2, "v_perm", 3)};
  Shape shape;
  for (int64_t axis : c.attributes().integers("out_perm")) shape.push_back(out[axis]);
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// softmax(S + mask) V per batch and head, where S is scale Q K^T, or `otherwise` where `keep` is false, the transposes around it folded
/// into strides. `x_perm` tells the axis of operand x that holds batch, head, position and feature; `out_perm` which of these each axis of
/// the output is. Mask and keep broadcast to [batch, head, query, key].
OpDef definition() {
  constexpr static DType kTypes[] = {DType::kF32}, kKeep[] = {DType::kBool};
  return OpDef("Attention", "gearbox")
      .input("q", kTypes)
      .input("k", kTypes)
      .input("v", kTypes)
      .input("mask", kTypes, Formal::Arity::kOptional)
      .input("keep", kKeep, Formal::Arity::kOptional)
      .output("y", kTypes)
      .attribute("scale", true)
      .attribute("otherwise")
      .attribute("q_perm", true)
      .attribute("k_perm", true)
      .attribute("v_perm", true)
      .attribute("out_perm", true)
      .infer(infer)
      .cost([](const InferContext& c) {
        const Dim keys = logical(c, 1, "k_perm", 2);
        return Cost{c.volume(0) * keys * 4, (c.volume(0) * 2 + c.volume(1) + c.volume(2)) * 4};
      });
}

}  // namespace gearbox::ops::attention
