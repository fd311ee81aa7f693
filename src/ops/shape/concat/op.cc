#include "ops/arguments.h"
#include "ops/shape/concat/concat_rules.h"

namespace gearbox::ops::concat {

namespace {

/// The elements of the result where those of all inputs are known.
std::optional<std::vector<Dim>> joined_contents(const InferContext& c, size_t axis) {
  std::vector<std::vector<Dim>> parts;
  for (int i = 0; i < c.inputs(); ++i) {
    auto part = c.contents(i);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  const Dim outer = product(std::span(c.shape(0)).first(axis));
  if (!outer.is_constant()) return std::nullopt;
  std::vector<Dim> out;
  for (int64_t o = 0; o < outer.value(); ++o) {
    for (const auto& part : parts) {
      const size_t count = part.size() / static_cast<size_t>(outer.value());
      const auto from = part.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(o) * count);
      out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(count));
    }
  }
  return out;
}

}  // namespace

Status infer(InferContext& c) {
  std::optional<int64_t> rank;
  bool all_ranked = true;
  for (int i = 0; i < c.inputs(); ++i) {
    if (c.dtype(i) != c.dtype(0)) return c.error("inputs " + quoted(c, 0) + " and " + quoted(c, i) + " have different element types");
    if (!c.ranked(i)) {
      all_ranked = false;
    } else if (!rank) {
      rank = c.rank(i);
    } else if (*rank != c.rank(i)) {
      return c.error("input " + quoted(c, i) + " has rank " + std::to_string(c.rank(i)) + ", others have rank " + std::to_string(*rank));
    }
  }
  if (!all_ranked) {
    output_of_rank(c, 0, c.dtype(0), rank);
    return {};
  }
  if (*rank == 0) return c.error("scalars cannot be concatenated");
  GBX_ASSIGN_OR_RETURN(const int64_t axis, c.axis(c.attributes().integer("axis", 1), *rank));
  const size_t at = static_cast<size_t>(axis);
  Shape shape = c.shape(0);
  for (int i = 1; i < c.inputs(); ++i) {
    for (size_t k = 0; k < shape.size(); ++k) {
      if (k == at) {
        shape[k] = shape[k] + c.shape(i)[k];
      } else {
        GBX_RETURN_IF_ERROR(merge_extents(c, shape[k], c.shape(i)[k],
                                          "Concat: extents of " + quoted(c, 0) + " and " + quoted(c, i) + " at axis " + std::to_string(k)));
      }
    }
  }
  c.output(0, c.dtype(0), std::move(shape));
  if (auto contents = joined_contents(c, at)) c.contents(0, std::move(*contents));
  return {};
}

/// The inputs one after another along `axis`; all other extents are equal.
OpDef definition() {
  return OpDef("Concat")
      .versions({4, 11, 13})
      .input("inputs", {}, Formal::Arity::kVariadic)
      .output("concat_result", {})
      .attribute("axis")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t joined = c.attributes().integer("axis", 1);
        return axis == (joined < 0 ? joined + c.rank(input) : joined) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::concat
