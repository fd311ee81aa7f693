#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/symbolic_extents.h"
#include "runtime/model.h"
#include "runtime/plan.h"

namespace gearbox::cli::html {

/// One program of a package with what a page says about it again and again. Refers to the model.
class ProgramView {
 public:
  /// `plan` may be null: then only what holds for all shapes is known.
  ProgramView(const Model& model, size_t index, std::shared_ptr<const BoundPlan> plan);

  const Program& program() const { return program_; }
  const ProgramValue& value(int32_t value) const { return program_.values[static_cast<size_t>(value)]; }
  const ProgramStep& step(size_t step) const { return program_.steps[step]; }
  const BoundPlan* plan() const { return plan_.get(); }

  /// Names of the program and of its steps within the page.
  std::string id() const;
  std::string step_id(size_t step) const;
  /// The address of a step: "#p0-12".
  std::string step_link(size_t step) const { return "#" + (instead_.empty() ? step_id(step) : instead_); }
  /// For a page that does not list the steps: links to them lead to this name.
  void link_steps_to(std::string id) { instead_ = std::move(id); }

  /// "f32[N,3,H,W]", cut where the expressions are very long.
  std::string type(int32_t value) const;
  /// "f32 1×3×320×640" in the plan; empty where it does not settle them.
  std::string planned_type(int32_t value) const;
  /// Bytes in the plan, of constants always; -1 where not known.
  int64_t bytes(int32_t value) const;
  std::string kernel(size_t step) const;
  /// Estimated floating-point operations in the plan, -1 where not known.
  int64_t flops(size_t step) const { return flops_.empty() ? -1 : flops_[step]; }
  /// The step that makes the value, -1 for inputs and constants.
  int32_t maker(int32_t value) const { return makers_[static_cast<size_t>(value)]; }
  /// The steps that read it.
  const std::vector<int32_t>& readers(int32_t value) const { return readers_[static_cast<size_t>(value)]; }
  /// Under which names the program gives it out, mostly none.
  std::vector<std::string> output_names(int32_t value) const;

 private:
  const Model& model_;
  size_t index_;
  const Program& program_;
  std::shared_ptr<const BoundPlan> plan_;
  SymbolicExtents extents_;
  std::string instead_;
  std::vector<int64_t> flops_;
  std::vector<int32_t> makers_;
  std::vector<std::vector<int32_t>> readers_;
};

/// "12.3 M": a number of operations for people, "–" below 0.
std::string work_text(int64_t flops);

}  // namespace gearbox::cli::html
