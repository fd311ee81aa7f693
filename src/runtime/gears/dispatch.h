#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/packed_table.h"
#include "base/status.h"
#include "ops/kernel_api.h"
#include "package/program.h"
#include "runtime/gears/gear_choice.h"
#include "runtime/gears/gear_columns.h"
#include "runtime/program_cost.h"

namespace gearbox {

class Model;

/// One gear, or the dynamic program (gear -1), as a candidate for a call.
struct GearCandidate {
  int32_t gear = -1;
  bool serves = false;
  std::string reason;  ///< the first condition that failed
  ProgramCost cost;    ///< at the call's extents, where it serves
};

/// Everything behind one choice, for people.
struct DispatchReport {
  std::vector<std::pair<std::string, int64_t>> symbols;  ///< of the call, in the order of their bindings
  std::vector<GearCandidate> candidates;
  GearChoice choice;
};

/// Which program serves a call, by the extents of its inputs alone: the gear of exactly these values; else, of the gears that are planned
/// for at least these values, that of least estimated cost, the smaller and then the earlier one where equal; else the dynamic
/// program. Immutable, so that any number of threads may ask at once without waiting.
class GearDispatch {
 public:
  /// Part of the model, whose gears must have been validated.
  explicit GearDispatch(const Model& model);

  /// What one caller remembers, for one thread at a time: choices for extents seen before, where there are bounded gears.
  class Memo {
   public:
    Memo() = default;

   private:
    friend class GearDispatch;
    struct Entry {
      GearChoice choice;
      bool used = false;
    };
    /// The entry of the key, used where the key was seen before; all keys of a memo are equally long.
    Entry& place(std::span<const int64_t> key);
    std::vector<int64_t> values_, key_;
    std::vector<int64_t> last_;  ///< values of the call before, whose choice still holds where `remembered_`
    GearChoice last_choice_;
    bool remembered_ = false;
    std::vector<Entry> entries_;  ///< sets of kWays
    std::vector<int64_t> keys_;   ///< of the entries, one after the other
    size_t turn_ = 0;             ///< which entry of a full set goes next
  };

  /// Never fails: a call that fits no program goes to programs[0], whose checks tell why. Allocates nothing for extents seen before.
  GearChoice choose(std::span<const Tensor> inputs, Memo& memo) const;

  /// The choice where no gear may serve: the dynamic program, refused where there is none.
  GearChoice none() const;

  /// The same choice with its reasons.
  DispatchReport explain(std::span<const Tensor> inputs) const;

  /// What is wrong with a call whatever the gears are: a rank, a fixed extent, two values for one axis.
  Status check(std::span<const Tensor> inputs) const;

  /// The error of a call that no gear serves, where there is nothing else: what is wrong with the inputs, or their values, the gears and
  /// the nearest one.
  Status refusal(std::span<const Tensor> inputs) const;

 private:
  bool read(std::span<const Tensor> inputs, std::span<int64_t> values) const;
  /// The gear of exactly these values, else what serves where no gear does.
  GearChoice exact(std::span<const int64_t> values) const;
  /// The choice for memo.values_, without what the call before may tell.
  GearChoice choose_anew(std::span<const Tensor> inputs, Memo& memo) const;
  GearChoice smallest(std::span<const int64_t> values) const;
  GearChoice cheapest(std::span<const Tensor> inputs, std::span<const int64_t> values) const;
  bool covers(size_t row, std::span<const int64_t> values, std::string* reason) const;
  GearCandidate judge(int32_t gear, std::span<const Tensor> inputs) const;
  /// Of the gear's program at the call's extents; infinite where it does not serve them.
  double cost(size_t row, std::span<const Tensor> inputs) const;

  const Model& model_;
  const GearSet& gears_;
  GearColumns columns_;
  bool decides_all_ = false;  ///< the gears' axes are all symbols there are: their values alone decide the choice
  bool one_program_ = false;  ///< few gears, all of one program: no cost tells them apart
  PackedTable table_;
  std::vector<size_t> by_volume_;  ///< the gears, the smallest first
};

}  // namespace gearbox
