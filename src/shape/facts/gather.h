#pragma once

#include <array>

#include "shape/facts/eliminate.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// What a conclusion rests on.
struct Proof {
  FactSet facts;
  std::vector<SymbolId> ranges;
};

/// The rows that may matter to a question: those that share columns with it, with their columns' ranges and definitions, nearest first
/// until the system is full.
class Gathering {
 public:
  Gathering(const Knowledge& knowledge, std::span<const Term> question);

  const System& system() const { return system_; }
  System& system() { return system_; }
  Proof proof(Origin origin) const;

 private:
  static constexpr int kMaxSources = 64;
  void add_ranges(int column);
  void add_rows(const Column& column);

  const Knowledge& knowledge_;
  System system_;
  int sources_ = 0;
  std::array<int32_t, kMaxSources> source_;  ///< the knowledge's row behind each bit of Origin::rows
};

}  // namespace gearbox::facts
