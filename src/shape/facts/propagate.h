#pragma once

#include <vector>

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// Narrows the ranges of columns by rows and definitions until nothing changes or a budget of steps is spent.
class Propagation {
 public:
  explicit Propagation(Knowledge& knowledge) : knowledge_(knowledge) {}
  void row_changed(int32_t row);
  void column_added(int32_t column);

 private:
  void run();
  void use_row(const Sum& sum, bool equality, const Premises& premises);
  void use_sum(const Sum& sum, int64_t sign, const Premises& premises);
  void use_definition(const DimNode* node);
  void use_product(const DimNode* node);
  void use_factor(const DimNode* product, const DimNode* factor);
  bool narrow(const DimNode* node, int64_t bound, bool lower, Premises premises);

  Knowledge& knowledge_;
  std::vector<const DimNode*> changed_;
  int steps_ = 0;
  int looks_ = 0;
};

}  // namespace gearbox::facts
