#include "codegen/contiguous.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace gearbox {

namespace {

using Extents = std::vector<int64_t>;

/// Extents in memory where all are numbers; of blocked tensors only where whole blocks make up the channels.
std::optional<Extents> memory_extents(const Value* value) {
  constexpr int64_t kBlock = 8;
  if (!value || !value->type().ranked()) return std::nullopt;
  Extents out;
  for (const Dim& dim : *value->type().shape) {
    if (!dim.is_constant()) return std::nullopt;
    out.push_back(dim.value());
  }
  if (value->type().format == MemoryFormat::kPlain) return out;
  if (out.size() < 2 || out[1] % kBlock != 0) return std::nullopt;
  out[1] /= kBlock;
  out.push_back(kBlock);
  return out;
}

int64_t product(const Extents& extents, size_t from, size_t to) {
  return std::accumulate(extents.begin() + static_cast<std::ptrdiff_t>(from), extents.begin() + static_cast<std::ptrdiff_t>(to), int64_t{1},
                         std::multiplies<>());
}

int64_t element_bytes(const Value* value) { return static_cast<int64_t>(dtype_size(value->type().dtype)); }

/// The numbers in input `index`, or in the attribute of that name, as older opsets have it.
std::optional<Ints> argument(const Node& node, int index, std::string_view name) {
  if (!node.input(index) && node.attributes().has(name)) return node.attributes().integers(name);
  const Value* value = node.input(index);
  if (!value || !value->is_constant() || !is_integer(value->constant().dtype())) return std::nullopt;
  return value->constant().as_int64();
}

/// Where element `start` of an axis begins, if what is taken from there on is contiguous.
std::optional<int64_t> offset_along(const Node& node, const Extents& in, size_t axis, int64_t start) {
  if (axis >= in.size() || product(in, 0, axis) != 1 || start < 0 || start > in[axis]) return std::nullopt;
  return start * product(in, axis + 1, in.size()) * element_bytes(node.input(0));
}

std::optional<size_t> axis_of(int64_t axis, size_t rank) {
  if (axis < 0) axis += static_cast<int64_t>(rank);
  return axis >= 0 && axis < static_cast<int64_t>(rank) ? std::optional(static_cast<size_t>(axis)) : std::nullopt;
}

std::optional<int64_t> gathered(const Node& node, const Extents& in) {
  const auto indices = argument(node, 1, "");
  const auto axis = axis_of(node.attributes().integer("axis", 0), in.size());
  if (!indices || indices->size() != 1 || !axis) return std::nullopt;
  const int64_t index = (*indices)[0] < 0 ? (*indices)[0] + in[*axis] : (*indices)[0];
  return index < in[*axis] ? offset_along(node, in, *axis, index) : std::nullopt;
}

std::optional<int64_t> sliced(const Node& node, const Extents& in, const Extents& out) {
  const auto starts = argument(node, 1, "starts");
  if (!starts || out.size() != in.size()) return std::nullopt;
  Ints every(starts->size());
  std::iota(every.begin(), every.end(), 0);
  const auto axes = node.input(3) || node.attributes().has("axes") ? argument(node, 3, "axes") : every;
  const auto steps = node.input(4) ? argument(node, 4, "") : Ints();
  if (!axes || !steps || axes->size() != starts->size()) return std::nullopt;
  if (std::ranges::any_of(*steps, [](int64_t step) { return step != 1; })) return std::nullopt;
  std::optional<int64_t> offset = 0;
  for (size_t i = 0; i < starts->size(); ++i) {
    const auto axis = axis_of((*axes)[i], in.size());
    if (!axis) return std::nullopt;
    if (out[*axis] == in[*axis]) continue;
    if (*offset != 0) return std::nullopt;
    const int64_t start = (*starts)[i] < 0 ? std::max<int64_t>((*starts)[i] + in[*axis], 0) : (*starts)[i];
    offset = offset_along(node, in, *axis, start);
    if (!offset) return std::nullopt;
  }
  // Where two axes are cut, the first of them leaves gaps.
  size_t cut = 0;
  for (size_t axis = 0; axis < in.size(); ++axis) cut += in[axis] != out[axis] ? 1 : 0;
  return cut <= 1 ? offset : std::nullopt;
}

std::optional<int64_t> split_off(const Node& node, int index, const Extents& in) {
  const auto axis = axis_of(node.attributes().integer("axis", 0), in.size());
  if (!axis) return std::nullopt;
  int64_t start = 0;
  for (int i = 0; i < index; ++i) {
    const auto piece = memory_extents(node.output(i));
    if (!piece || piece->size() != in.size()) return std::nullopt;
    start += (*piece)[*axis];
  }
  return offset_along(node, in, *axis, start);
}

}  // namespace

std::optional<int64_t> part_offset(const Node& node, int index) {
  if (!node.domain().empty() || !node.input(0) || node.input(0)->type().format != MemoryFormat::kPlain) return std::nullopt;
  const auto in = memory_extents(node.input(0)), out = memory_extents(node.output(index));
  if (!in || !out || element_bytes(node.input(0)) == 0) return std::nullopt;
  if (node.is("Gather")) return gathered(node, *in);
  if (node.is("Slice")) return sliced(node, *in, *out);
  if (node.is("Split")) return split_off(node, index, *in);
  return std::nullopt;
}

std::optional<std::vector<int64_t>> joined_offsets(const Node& node) {
  constexpr int64_t kAlignment = 64;
  if (!node.is("Concat") && !node.is("ConcatBlocked", "gearbox")) return std::nullopt;
  const auto out = memory_extents(node.output(0));
  const auto axis = out ? axis_of(node.attributes().integer("axis", 1), static_cast<size_t>(node.output(0)->type().rank())) : std::nullopt;
  if (!axis || product(*out, 0, *axis) != 1) return std::nullopt;
  std::vector<int64_t> offsets;
  int64_t at = 0;
  for (const Value* input : node.input_list()) {
    const auto part = memory_extents(input);
    if (!part || at % kAlignment != 0 || input->type().format != node.output(0)->type().format) return std::nullopt;
    offsets.push_back(at);
    at += product(*part, 0, part->size()) * element_bytes(input);
  }
  return offsets;
}

}  // namespace gearbox
