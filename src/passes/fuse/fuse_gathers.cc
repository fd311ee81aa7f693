#include "passes/fuse/fuse_gathers.h"

#include <optional>

#include "passes/match.h"

namespace gearbox {

namespace {

bool has_rank(const Value* value, int64_t rank) { return value && value->type().ranked() && value->type().rank() == rank; }

/// Rows of a table by one column of the indices.
struct Lookup {
  Value* table;
  Value* indices;
  int64_t column;
};

/// The scalar index of a column, where it is a constant that counts from the first.
std::optional<int64_t> column_of(const Value* value) {
  if (!value->is_constant() || !has_rank(value, 0)) return std::nullopt;
  const Literal& index = value->constant();
  const int64_t column = index.dtype() == DType::kI64 ? index.values<int64_t>()[0] : index.values<int32_t>()[0];
  return column >= 0 ? std::optional(column) : std::nullopt;
}

std::optional<Lookup> lookup_of(const Value* part, const Graph& graph) {
  const Node* rows = made_by(part, "Gather");
  if (!rows || !only_user(part, graph) || rows->attributes().integer("axis", 0) != 0 || !has_rank(rows->input(0), 2) ||
      !has_rank(rows->input(1), 1))
    return std::nullopt;
  const Node* pick = made_by(rows->input(1), "Gather");
  if (!pick || !has_rank(pick->input(0), 2)) return std::nullopt;
  const int64_t axis = pick->attributes().integer("axis", 0);
  if (axis != 1 && axis != -1) return std::nullopt;
  const auto column = column_of(pick->input(1));
  if (!column) return std::nullopt;
  return Lookup{rows->input(0), pick->input(0), *column};
}

Result<Patch> joined(Node& concat, Graph& graph) {
  if (!concat.is("Concat") || !has_rank(concat.output(0), 2)) return Patch::none();
  const int64_t axis = concat.attributes().integer("axis", 1);
  if (axis != 1 && axis != -1) return Patch::none();
  NodeSpec spec;
  spec.op = "GatherConcat";
  spec.domain = "gearbox";
  spec.name = concat.name() + ".gathers";
  spec.inputs = {nullptr};
  Ints columns;
  int lookups = 0;
  for (int i = 0; i < concat.inputs(); ++i) {
    auto lookup = lookup_of(concat.input(i), graph);
    if (lookup && spec.inputs[0] && spec.inputs[0] != lookup->indices) lookup.reset();
    if (lookup) spec.inputs[0] = lookup->indices;
    lookups += lookup ? 1 : 0;
    spec.inputs.push_back(lookup ? lookup->table : concat.input(i));
    columns.push_back(lookup ? lookup->column : -1);
  }
  if (lookups < 2) return Patch::none();
  spec.attributes.set("columns", columns);
  Patch patch;
  patch.replace(concat.output(0), patch.add(std::move(spec)));
  patch.note("'" + concat.name() + "' and " + std::to_string(lookups) + " Gathers become one GatherConcat");
  return patch;
}

}  // namespace

Result<int> fuse_gathers(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "fuse_gathers", joined); }

}  // namespace gearbox
