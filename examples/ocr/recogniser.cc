#include "recogniser.h"

#include <algorithm>

#include "normalise.h"

namespace ocr {

namespace {

constexpr Normalisation kNormalisation = {{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};
constexpr int kHeight = 48;
constexpr int kLeastWidth = 16;

}  // namespace

gearbox::Result<Reading> recognise(Session& recogniser, const Alphabet& alphabet, const Image& line) {
  const int width = std::max((line.width * kHeight + line.height / 2) / line.height, kLeastWidth);
  GBX_ASSIGN_OR_RETURN(const gearbox::Tensor classes,
                       recogniser.run(normalised_planes(line, width, kHeight, kNormalisation), {1, 3, kHeight, width}));
  if (classes.rank() != 3 || classes.dims[2] != static_cast<int64_t>(alphabet.classes())) {
    return gearbox::invalid_argument(recogniser.path() + ": the model does not tell " + std::to_string(alphabet.classes()) +
                                     " characters apart, as many as the keys file has with blank and space");
  }
  return decode_greedily({classes.as<float>(), static_cast<size_t>(classes.elements())}, static_cast<size_t>(classes.dims[1]), alphabet);
}

}  // namespace ocr
