#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "runtime/model.h"

namespace gearbox {

/// The gears of a model as shapes of the inputs they list, in the terms of GE's calls that set one. Immutable, thread-safe.
class GearShapes {
 public:
  /// The model, which must outlive it, may have no gears.
  explicit GearShapes(const Model& model);

  size_t count() const { return set_.gears.size(); }
  /// Inputs of the model that gears list, in the user's order.
  const std::vector<size_t>& inputs() const { return inputs_; }
  /// Full shapes of those inputs in a gear, one after another; -1 where the gear leaves an axis open.
  const std::vector<int64_t>& dims(size_t gear) const { return dims_[gear]; }
  size_t dim_count() const { return dim_count_; }
  /// Where an input's extents are in dims(), and how many; nullopt for one that gears do not list.
  struct Part {
    size_t begin, rank;
  };
  std::optional<Part> part(size_t input) const;

  /// The gear whose inputs have the most elements together, open axes counting as 1; the first of equals. There must be one.
  size_t largest() const;
  /// Elements of the input in the gear that has the most of them; nullopt where an axis is open, or the input not listed.
  std::optional<int64_t> most_elements(size_t input) const;

  /// The gear of a batch size. Errors: no gears, or of another kind; not positive; no such gear.
  Result<size_t> by_batch(int64_t batch) const;
  /// The gear of a height and width. Errors as by_batch.
  Result<size_t> by_image(int64_t height, int64_t width) const;
  /// The gear of full shapes, one after another; open axes may have any extent. Errors: no gears; a wrong count; a fixed extent that
  /// differs; places of one axis that differ; no such gear.
  Result<size_t> by_dims(std::span<const int64_t> dims) const;
  Status check_gear(size_t gear) const;

 private:
  Status check_kind(options::GearTable::Kind kind, const char* wanted) const;
  Result<size_t> find(std::span<const int64_t> values) const;
  std::string place_text(size_t dim) const;

  const GearSet& set_;
  std::vector<size_t> inputs_;
  std::vector<Part> parts_;  ///< by listed input
  std::vector<std::vector<int64_t>> dims_;
  std::vector<std::vector<size_t>> places_;  ///< by axis of the table: where its extents are in dims()
  size_t dim_count_ = 0;
};

}  // namespace gearbox
