#include "codegen/lower_gears.h"

#include <algorithm>

#include "base/thread_pool.h"
#include "codegen/lower.h"
#include "package/same_program.h"
#include "passes/gear/gear_root.h"

namespace gearbox {

namespace {

GearInfo::Extents extents_of(const Value& output) {
  if (!output.type().ranked()) return std::nullopt;
  std::vector<int64_t> out;
  for (const Dim& dim : *output.type().shape) out.push_back(dim.is_constant() ? dim.value() : -1);
  return out;
}

/// Programs, each with its bodies behind it and numbered from 0, put one after the other; equal ones are there once.
class ProgramList {
 public:
  explicit ProgramList(std::vector<Program>& programs) : programs_(programs) {}

  /// What the list holds already from `base` on.
  void know(std::vector<Program> group, int32_t base) { known_.push_back({std::move(group), base}); }

  /// The index of the first of the group.
  int32_t place(std::vector<Program> group) {
    for (const Known& known : known_) {
      if (same_programs(known.group, group)) return known.base;
    }
    const auto base = static_cast<int32_t>(programs_.size());
    for (Program program : group) {
      for (ProgramStep& step : program.steps) {
        for (auto& [name, body] : step.bodies) body += base;
      }
      programs_.push_back(std::move(program));
    }
    know(std::move(group), base);
    return base;
  }

 private:
  struct Known {
    std::vector<Program> group;
    int32_t base;
  };
  std::vector<Program>& programs_;
  std::vector<Known> known_;
};

}  // namespace

Status lower_gears(const Graph& root, const GearRequest& request, PackageContents& contents) {
  const Node* branches = case_of(root);
  if (!branches) return internal_error("graph '" + root.name() + "' has no branches");
  const size_t count = request.table.rows.size();
  std::vector<Result<std::vector<Program>>> lowered(count, Status(Code::kInternal, "not lowered"));
  ThreadPool threads(
      static_cast<int>(std::clamp<size_t>(static_cast<size_t>(std::max(request.threads, 1)), 1, std::max<size_t>(count, 1))));
  threads.parallel_for(static_cast<int64_t>(count), 1, [&](int64_t begin, int64_t end, int) {
    for (auto row = static_cast<size_t>(begin); row < static_cast<size_t>(end); ++row)
      lowered[row] = lower(*branches->bodies()[row].second);
  });
  ProgramList programs(contents.programs);
  if (request.fallback) {
    programs.know(contents.programs, 0);
  } else {
    contents.programs = {interface_of(contents.programs[0])};
  }
  contents.gears.table = request.table;
  contents.gears.fallback = request.fallback;
  for (size_t row = 0; row < count; ++row) {
    const Graph& branch = *branches->bodies()[row].second;
    if (!lowered[row].ok()) return lowered[row].status().at(branch.name());
    GearInfo gear;
    gear.program = programs.place(std::move(lowered[row]).value());
    for (const Value* output : branch.outputs()) gear.outputs.push_back(extents_of(*output));
    contents.gears.gears.push_back(std::move(gear));
  }
  return {};
}

}  // namespace gearbox
