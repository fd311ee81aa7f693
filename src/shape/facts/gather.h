#pragma once

#include <array>

#include "shape/facts/eliminate.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// The rows that may matter to a question: those that share columns with it, with their columns' ranges and definitions, nearest first
/// until the system is full; then, where there are products, multiples of the rows.
class Gathering {
 public:
  Gathering(const Knowledge& knowledge, std::span<const Term> question);

  const System& system() const { return system_; }
  const Knowledge& knowledge() const { return knowledge_; }
  bool has_products() const { return products_; }
  /// The knowledge's row behind each bit of Origin::rows.
  std::span<const int32_t> sources() const { return std::span(source_).first(static_cast<size_t>(sources_)); }
  System& system() { return system_; }
  /// What a refutation of the system rests on.
  Premises premises(Origin origin) const;

 private:
  static constexpr int kMaxSources = 64;
  void add_ranges(int column);
  void add_rows(const Column& column);
  void add_column(int column);
  void add_multiples();

  const Knowledge& knowledge_;
  System system_;
  int sources_ = 0;
  std::array<int32_t, kMaxSources> source_;  ///< the knowledge's row behind each bit of Origin::rows
  bool products_ = false;
};

}  // namespace gearbox::facts
