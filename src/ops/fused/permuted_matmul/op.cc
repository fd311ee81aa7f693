#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::permuted_matmul {

namespace {

constexpr const char* kPerms[] = {"a_perm", "b_perm"};

/// Extent of a logical axis of an operand; the last two are rows and columns.
Dim logical(const InferContext& c, int input, size_t axis) {
  return c.shape(input)[static_cast<size_t>(c.attributes().integers(kPerms[input])[axis])];
}

bool is_order(const Ints& perm, int64_t rank) {
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  for (const int64_t axis : perm) {
    if (axis < 0 || axis >= rank || seen[static_cast<size_t>(axis)]) return false;
    seen[static_cast<size_t>(axis)] = true;
  }
  return perm.size() == seen.size();
}

Status infer(InferContext& c) {
  if (!c.ranked(0) || !c.ranked(1) || c.rank(0) != c.rank(1) || c.rank(0) < 2) return c.error("needs two operands of one rank");
  for (const char* name : {"a_perm", "b_perm", "out_perm"}) {
    if (!is_order(c.attributes().integers(name), c.rank(0))) return c.error(std::string("'") + name + "' must order all axes");
  }
  const auto rank = static_cast<size_t>(c.rank(0));
  GBX_RETURN_IF_ERROR(c.require_equal(logical(c, 0, rank - 1), logical(c, 1, rank - 2),
                                      "MatMul: columns of " + quoted(c, 0) + " and rows of " + quoted(c, 1)));
  Shape out;
  for (size_t axis = 0; axis + 1 < rank; ++axis) out.push_back(logical(c, 0, axis));
  out.push_back(logical(c, 1, rank - 1));
  for (size_t axis = 0; axis + 2 < rank; ++axis) {
    GBX_RETURN_IF_ERROR(c.require_equal(out[axis], logical(c, 1, axis), "MatMul: batches of " + quoted(c, 0) + " and " + quoted(c, 1)));
  }
  Shape shape;
  for (const int64_t axis : c.attributes().integers("out_perm")) shape.push_back(out[static_cast<size_t>(axis)]);
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

/// The depth is contracted, all else is independent.
AxisRole role(const InferContext& c, int input, int64_t axis) {
  const Ints perm = c.attributes().integers(kPerms[input]);
  return perm[perm.size() - static_cast<size_t>(input == 0 ? 1 : 2)] == axis ? AxisRole::kContracted : AxisRole::kIndependent;
}

}  // namespace

/// Matrix products over the same batches, the transposes around them folded into strides. `x_perm` tells the axis of operand x that holds
/// each axis of the matrices, rows and columns last; `out_perm` which of the product's axes each axis of the output is.
OpDef definition() {
  constexpr static DType kTypes[] = {DType::kF32};
  return OpDef("PermutedMatMul", "gearbox")
      .input("a", kTypes)
      .input("b", kTypes)
      .output("y", kTypes)
      .attribute("a_perm", true)
      .attribute("b_perm", true)
      .attribute("out_perm", true)
      .infer(infer)
      .axes(role)
      .cost([](const InferContext& c) {
        const auto rank = static_cast<size_t>(c.rank(0));
        const Dim columns = logical(c, 1, rank - 1), depth = logical(c, 0, rank - 1);
        Dim written = columns;
        for (size_t axis = 0; axis + 1 < rank; ++axis) written = written * logical(c, 0, axis);
        return Cost{written * depth * 2, (c.volume(0) + c.volume(1) + written) * 4};
      });
}

}  // namespace gearbox::ops::permuted_matmul
