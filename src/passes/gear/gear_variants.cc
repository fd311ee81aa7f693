#include "passes/gear/gear_variants.h"

#include <atomic>
#include <cmath>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "shape/bound_extents.h"

namespace gearbox {

namespace {

/// Constants of a gear are stored for it alone: larger ones are computed in each call, as they are without gears.
constexpr size_t kMostFolded = size_t{16} << 10;

/// Keeps a gear's lines, so that those of gears made at the same time do not mix.
class HeldLog final : public LogSink {
 public:
  explicit HeldLog(Logger log) : log_(log) {}
  bool wants(std::string_view channel) const override { return log_.wants(channel); }
  void line(std::string_view channel, std::string_view text) override { lines_.emplace_back(channel, text); }
  void pass_on(const std::string& gear) const {
    for (const auto& [channel, text] : lines_) log_.log(channel, [&] { return gear + ": " + text; });
  }

 private:
  Logger log_;
  std::vector<std::pair<std::string, std::string>> lines_;
};

/// Counts gears as they are made and estimates the time left.
class Progress {
 public:
  Progress(Logger log, size_t total) : log_(log), total_(total) {}
  void made() {
    const size_t done = ++done_;
    log_.log("progress", [&] {
      const double left = static_cast<double>(now_ns() - begin_) * 1e-9 * static_cast<double>(total_ - done) / static_cast<double>(done);
      return "gear " + std::to_string(done) + " of " + std::to_string(total_) + ", " + std::to_string(std::llround(left)) + " s left";
    });
  }

 private:
  Logger log_;
  size_t total_;
  std::atomic<size_t> done_ = 0;
  int64_t begin_ = now_ns();
};

/// The symbol of an input's extent that users know by that name.
std::optional<ScaledSymbol> symbol_named(const Graph& graph, const std::string& name) {
  for (const BoundExtent& bound : bound_extents(graph)) {
    if (is_named_extent(*graph.scope(), bound.extent) && extent_name(*graph.scope(), bound.extent) == name) return bound.extent;
  }
  return std::nullopt;
}

std::string gear_label(const options::GearTable& table, size_t row) {
  std::string out = "gear " + std::to_string(row) + " (";
  for (size_t column = 0; column < table.axes.size(); ++column) {
    const options::GearAxis& axis = table.axes[column];
    std::string symbols;
    for (const std::string& symbol : axis.symbols) symbols += (symbols.empty() ? "" : "/") + symbol;
    out +=
        (column ? ", " : "") + symbols + (axis.mode == options::GearMode::kBounded ? "<=" : "=") + std::to_string(table.rows[row][column]);
  }
  return out + ")";
}

}  // namespace

Binding binding_of(const Graph& graph, const options::GearTable& table, size_t row) {
  Binding out;
  for (size_t column = 0; column < table.axes.size(); ++column) {
    for (const std::string& name : table.axes[column].symbols) {
      const auto extent = symbol_named(graph, name);
      if (!extent) continue;
      const int64_t value = table.rows[row][column] / extent->multiple;
      const bool bounded = table.axes[column].mode == options::GearMode::kBounded;
      (bounded ? out.bounds : out.values).emplace(extent->symbol, value);
    }
  }
  return out;
}

Result<std::vector<std::unique_ptr<Graph>>> gear_variants(const Graph& graph, const GearRequest& request, const PassContext& context,
                                                          std::span<const size_t> rows) {
  const options::GearTable& table = request.table;
  const size_t count = rows.size();
  std::vector<std::unique_ptr<Graph>> out(count);
  std::vector<Status> failures(count);
  std::vector<HeldLog> logs(count, HeldLog(context.log));
  Progress progress(context.log, count);
  graph.nodes();  // sorts it: from now on it is only read
  const auto make = [&](size_t i) -> Status {
    PassContext alone{context.ops, context.kernels, Logger(&logs[i])};
    alone.optimise = context.optimise;
    alone.exact_conv = context.exact_conv;
    alone.exact_products = context.exact_products;
    alone.most_folded = kMostFolded;
    alone.folded_growth = 0;
    GBX_ASSIGN_OR_RETURN(out[i], specialise(graph, binding_of(graph, table, rows[i]), graph.name() + "_gear_" + std::to_string(rows[i]),
                                            gear_label(table, rows[i]), context.ops));
    GBX_RETURN_IF_ERROR(run_passes(*out[i], alone, specialised_pipeline(context.optimise)));
    progress.made();
    return {};
  };
  ThreadPool threads(static_cast<int>(std::min<size_t>(static_cast<size_t>(std::max(request.threads, 1)), std::max<size_t>(count, 1))));
  threads.parallel_for(static_cast<int64_t>(count), 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) failures[static_cast<size_t>(i)] = make(static_cast<size_t>(i));
  });
  for (size_t i = 0; i < count; ++i) {
    const std::string label = gear_label(table, rows[i]);
    logs[i].pass_on(out[i] ? out[i]->name() : label);
    if (!failures[i].ok()) return std::move(failures[i]).at(label);
  }
  return out;
}

}  // namespace gearbox
