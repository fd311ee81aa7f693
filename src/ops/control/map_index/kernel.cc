#include <algorithm>
#include <cmath>
#include <set>

#include "base/packed_table.h"
#include "ops/run/arguments.h"

namespace gearbox::ops::map_index {

namespace {

using Rows = std::vector<std::vector<int64_t>>;

/// The rows of a constant table; nullopt where the table is none that MapIndex takes.
std::optional<Rows> rows_of(const PrepareContext& use) {
  const Tensor* table = use.constants.size() == 2 ? use.constants[1] : nullptr;
  if (!table || table->dtype != DType::kI64 || table->rank() != 2 || table->dims[1] < 1) return std::nullopt;
  if (use.attributes.texts("modes").size() != static_cast<size_t>(table->dims[1])) return std::nullopt;
  Rows rows;
  for (int64_t row = 0; row < table->dims[0]; ++row) {
    const int64_t* begin = table->as<int64_t>() + row * table->dims[1];
    rows.emplace_back(begin, begin + table->dims[1]);
    if (std::ranges::any_of(rows.back(), [](int64_t value) { return value < 0; })) return std::nullopt;
  }
  if (std::set<std::vector<int64_t>>(rows.begin(), rows.end()).size() != rows.size()) return std::nullopt;
  return rows;
}

/// A row that serves more than its own values.
struct Cover {
  double volume;
  int32_t row;
};

struct State final : KernelState {
  explicit State(Rows given) : rows(given), table(std::move(given)) {}
  Rows rows;
  PackedTable table;
  std::vector<bool> bounded;  ///< by column
  std::vector<Cover> covers;  ///< smallest first; none where all columns are exact
};

Result<std::unique_ptr<KernelState>> prepare(const PrepareContext& use) {
  auto state = std::make_unique<State>(*rows_of(use));
  bool any = false;
  for (const std::string& mode : use.attributes.texts("modes")) {
    state->bounded.push_back(mode == "bounded");
    any = any || state->bounded.back();
  }
  for (size_t row = 0; any && row < state->rows.size(); ++row) {
    double volume = 1;
    for (const int64_t value : state->rows[row]) volume *= static_cast<double>(std::max<int64_t>(value, 1));
    state->covers.push_back({volume, static_cast<int32_t>(row)});
  }
  std::ranges::stable_sort(state->covers, {}, &Cover::volume);
  return std::unique_ptr<KernelState>(std::move(state));
}

bool covers(const State& state, const std::vector<int64_t>& row, std::span<const int64_t> values) {
  for (size_t c = 0; c < values.size(); ++c) {
    if (values[c] < 0 || (state.bounded[c] ? values[c] > row[c] : values[c] != row[c])) return false;
  }
  return true;
}

Status run(KernelContext& context) {
  const auto& state = static_cast<const State&>(*context.state());
  const Tensor& given = context.input(0);
  if (given.elements() != static_cast<int64_t>(state.bounded.size())) return context.error("takes a value for each column of its table");
  const std::span<const int64_t> values(given.as<int64_t>(), state.bounded.size());
  int32_t row = state.table.find(values);
  for (size_t i = 0; row < 0 && i < state.covers.size(); ++i) {
    if (covers(state, state.rows[static_cast<size_t>(state.covers[i].row)], values)) row = state.covers[i].row;
  }
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, {}));
  *y.as<int32_t>() = row < 0 ? static_cast<int32_t>(state.rows.size()) : row;
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "MapIndex",
                .domain = "gearbox",
                .name = "packed table",
                .run = run,
                .supports = [](const PrepareContext& use) { return rows_of(use).has_value(); },
                .prepare = prepare});
}

}  // namespace gearbox::ops::map_index
