#include "cli/html/program_view.h"

#include "cli/html/markup.h"
#include "cli/program_text.h"
#include "cli/shape_spelling.h"
#include "cli/table.h"
#include "runtime/program_cost.h"

namespace gearbox::cli::html {

ProgramView::ProgramView(const Model& model, size_t index, std::shared_ptr<const BoundPlan> plan)
    : model_(model),
      index_(index),
      program_(model.contents().programs[index]),
      plan_(std::move(plan)),
      extents_(program_, model.contents().symbols),
      makers_(program_.values.size(), -1),
      readers_(program_.values.size()) {
  if (plan_) flops_ = step_flops(program_, plan_->slots);
  for (size_t s = 0; s < program_.steps.size(); ++s) {
    for (const int32_t v : program_.steps[s].outputs) {
      if (v >= 0) makers_[static_cast<size_t>(v)] = static_cast<int32_t>(s);
    }
    for (const int32_t v : program_.steps[s].inputs) {
      if (v < 0) continue;
      std::vector<int32_t>& readers = readers_[static_cast<size_t>(v)];
      if (readers.empty() || readers.back() != static_cast<int32_t>(s)) readers.push_back(static_cast<int32_t>(s));
    }
  }
}

std::string ProgramView::id() const { return "p" + std::to_string(index_); }

std::string ProgramView::step_id(size_t step) const { return id() + "-" + std::to_string(step); }

std::string ProgramView::type(int32_t value) const { return shortened(extents_.type(value), kMostExpression); }

std::string ProgramView::planned_type(int32_t v) const {
  const ProgramValue& value = this->value(v);
  const std::string dtype = std::string(dtype_name(value.dtype)) + " ";
  if (value.storage == Storage::kConstant) return dtype + extents_text(value.constant.dims());
  if (!plan_ || plan_->extents_at[static_cast<size_t>(v)] < 0) return "";
  const auto at = static_cast<size_t>(plan_->extents_at[static_cast<size_t>(v)]);
  return dtype + extents_text(std::span(plan_->extents).subspan(at, value.dims.size()));
}

int64_t ProgramView::bytes(int32_t v) const {
  const ProgramValue& value = this->value(v);
  if (value.storage == Storage::kConstant) return static_cast<int64_t>(value.constant.bytes());
  if (!plan_ || plan_->extents_at[static_cast<size_t>(v)] < 0) return -1;
  return static_cast<int64_t>(plan_->bytes[static_cast<size_t>(v)]);
}

std::string ProgramView::kernel(size_t step) const { return kernel_text(model_, index_, step); }

std::vector<std::string> ProgramView::output_names(int32_t value) const {
  std::vector<std::string> out;
  for (size_t i = 0; i < program_.outputs.size(); ++i) {
    if (program_.outputs[i] == value && i < program_.output_names.size()) out.push_back(program_.output_names[i]);
  }
  return out;
}

std::string work_text(int64_t flops) {
  if (flops < 0) return "–";
  auto value = static_cast<double>(flops);
  const char* unit = "";
  for (const char* next : {" k", " M", " G", " T", " P", " E"}) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return number_text(value) + unit;
}

}  // namespace gearbox::cli::html
