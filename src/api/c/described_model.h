#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/gear_shapes.h"
#include "gearbox/model.h"
#include "runtime/model.h"

namespace gearbox::c {

/// A model with its inputs, outputs and symbols in C's terms, made at first use. Thread-safe; what it returns lives as long as it.
class DescribedModel {
 public:
  explicit DescribedModel(std::shared_ptr<const Model> model) : model_(std::move(model)), gears_(*model_) {}

  const std::shared_ptr<const Model>& model() const { return model_; }
  const Program& program() const { return model_->main(); }
  const std::vector<gbx_value_info>& inputs() const;
  const std::vector<gbx_value_info>& outputs() const;
  const std::vector<gbx_symbol_info>& symbols() const;
  const GearShapes& gears() const { return gears_; }
  /// Errors: no such name, with those there are.
  Result<size_t> input_index(const std::string& name) const;
  Result<size_t> output_index(const std::string& name) const;

 private:
  void describe() const;
  const char* kept(std::string text) const;

  std::shared_ptr<const Model> model_;
  GearShapes gears_;
  mutable std::once_flag described_;
  mutable std::deque<std::string> texts_;
  mutable std::deque<std::vector<int64_t>> dims_;
  mutable std::deque<std::vector<const char*>> extents_;
  mutable std::vector<gbx_value_info> inputs_, outputs_;
  mutable std::vector<gbx_symbol_info> symbols_;
};

}  // namespace gearbox::c
