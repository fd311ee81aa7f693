#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace ocr {

/// The characters a recogniser knows, by class: 0 is the blank, then the lines of the keys file, then the space.
class Alphabet {
 public:
  static gearbox::Result<Alphabet> read(const std::string& path);
  explicit Alphabet(std::vector<std::string> keys);

  size_t classes() const { return characters_.size(); }
  const std::string& character(size_t index) const { return characters_[index]; }

 private:
  std::vector<std::string> characters_;
};

struct Reading {
  std::string text;
  double confidence = 0;  ///< mean probability of the characters; 0 where there are none
};

/// Greedy CTC decoding of `steps` rows of probabilities: the likeliest class of each step, repetitions and blanks dropped.
/// Source: Graves et al., "Connectionist Temporal Classification" (2006).
Reading decode_greedily(std::span<const float> probabilities, size_t steps, const Alphabet& alphabet);

}  // namespace ocr
