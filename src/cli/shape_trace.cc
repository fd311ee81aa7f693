#include "cli/shape_trace.h"

#include <algorithm>

#include "cli/plan_figures.h"
#include "cli/shape_spelling.h"
#include "cli/table.h"

namespace gearbox::cli {

ShapeTrace::ShapeTrace(const Model& model) : model_(model), extents_(model.main(), model.contents().symbols) {}

void ShapeTrace::begin(std::span<const Tensor> inputs) {
  const auto plan = plan_for(model_, inputs);
  plan_ = plan.ok() ? plan.value() : nullptr;
}

StepObserver ShapeTrace::observer() {
  return
      [this](const Program& program, const ProgramStep& step, std::span<const Tensor>, std::span<const Tensor> outputs, int64_t, int64_t) {
        const bool main = &program == &model_.main();
        for (size_t i = 0; i < step.outputs.size(); ++i) {
          const int32_t v = step.outputs[i];
          if (v < 0) continue;
          const ProgramValue& value = program.values[static_cast<size_t>(v)];
          Row row{step.op, value.name, main ? extents_.type(v) : "in body " + program.name, extents_text(outputs[i].dims), ""};
          const int32_t at = main && plan_ ? plan_->extents_at[static_cast<size_t>(v)] : -1;
          const std::span<const int64_t> planned =
              at < 0 ? outputs[i].dims : std::span(plan_->extents).subspan(static_cast<size_t>(at), value.dims.size());
          if (!std::ranges::equal(planned, outputs[i].dims)) {
            row.planned = "planned " + extents_text(planned);
            ++mismatches_;
          }
          rows_.push_back(std::move(row));
        }
      };
}

std::string ShapeTrace::text() const {
  Table table("lllll");
  table.row({"operator", "value", "type", "extents", ""});
  for (const Row& row : rows_) table.row({row.op, row.value, row.type, row.actual, row.planned});
  return table.text() + counted(rows_.size(), "value") + ", " + std::to_string(mismatches_) + " with other extents than planned\n";
}

}  // namespace gearbox::cli
