#include "cli/exact_flags.h"

namespace gearbox::cli {

namespace {

constexpr char kConv[] = "--exact-conv", kProducts[] = "--exact-products";

}  // namespace

void add_exact_flags(CLI::App& command, Exactness& exact) {
  command.add_flag(kConv, exact.conv, "Convolutions without Winograd, whose sums are less exact (and mostly faster)");
  command.add_flag(kProducts, exact.products, "Matrix products without Strassen's algorithm, whose sums are less exact (and faster)");
}

std::vector<std::string> exact_words(const Exactness& exact) {
  std::vector<std::string> out;
  if (exact.conv) out.emplace_back(kConv);
  if (exact.products) out.emplace_back(kProducts);
  return out;
}

}  // namespace gearbox::cli
