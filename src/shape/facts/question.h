#pragma once

#include <optional>

#include "shape/facts/refute.h"

namespace gearbox::facts {

struct Conclusion {
  Verdict verdict = Verdict::kUnknown;
  bool independent = false;
  Premises premises = {};
};

/// Whether sum >= 0, or sum == 0, follows from the knowledge or contradicts it. What is cheap is tried first: the witnesses, which tell
/// which proofs are worth a search; ranges; remainders; chains of differences; the elimination of columns; and all that
/// again for the sum reduced by equalities of products. A common factor of all
/// terms that is not negative is taken out before.
class Question {
 public:
  /// Steps of elimination for each of the two verdicts.
  static constexpr int kEffort = 600;

  Question(const Knowledge& knowledge, const Row& row);
  Conclusion conclude();

 private:
  Conclusion conclude_reduced() const;
  void look();
  bool decided_by_range(Conclusion& conclusion) const;
  bool decided_by_remainder(Conclusion& conclusion) const;
  bool decided_by_differences(Conclusion& conclusion) const;
  std::optional<Premises> refute_core(const Gathering& gathering, int64_t sign, int64_t offset, bool equality);
  std::optional<Premises> prove(const Gathering& gathering);
  std::optional<Premises> disprove(const Gathering& gathering);

  const Knowledge& knowledge_;
  const Row& row_;
  Monomial factor_;  ///< row_ = factor_ * core_
  Row core_;
  Effort effort_{kEffort};
  bool satisfied_ = false, falsified_ = false;  ///< seen at a witness
  bool reduced_ = false;                        ///< made by conclude_reduced()
};

}  // namespace gearbox::facts
