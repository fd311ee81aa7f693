#include "ctc.h"

#include <algorithm>
#include <fstream>

namespace ocr {

gearbox::Result<Alphabet> Alphabet::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) return gearbox::not_found(path + ": cannot be read");
  std::vector<std::string> keys;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    keys.push_back(line);
  }
  return Alphabet(std::move(keys));
}

Alphabet::Alphabet(std::vector<std::string> keys) : characters_(std::move(keys)) {
  characters_.insert(characters_.begin(), "");
  characters_.push_back(" ");
}

Reading decode_greedily(std::span<const float> probabilities, size_t steps, const Alphabet& alphabet) {
  constexpr size_t kBlank = 0;
  Reading reading;
  size_t before = kBlank, characters = 0;
  for (size_t step = 0; step < steps; ++step) {
    const std::span<const float> row = probabilities.subspan(step * alphabet.classes(), alphabet.classes());
    const auto best = static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    if (best != kBlank && best != before) {
      reading.text += alphabet.character(best);
      reading.confidence += static_cast<double>(row[best]);
      ++characters;
    }
    before = best;
  }
  if (characters > 0) reading.confidence /= static_cast<double>(characters);
  return reading;
}

}  // namespace ocr
