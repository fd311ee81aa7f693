#include "api/options/input_decl.h"

#include <algorithm>
#include <set>

namespace gearbox::options {

const InputDecl* find_input(std::span<const InputDecl> inputs, std::string_view name) {
  const auto found = std::ranges::find(inputs, name, &InputDecl::name);
  return found == inputs.end() ? nullptr : &*found;
}

std::vector<std::string> input_names(std::span<const InputDecl> inputs) {
  std::vector<std::string> out;
  out.reserve(inputs.size());
  for (const InputDecl& input : inputs) out.push_back(input.name);
  return out;
}

std::vector<std::string> symbol_names(std::span<const InputDecl> inputs) {
  std::vector<std::string> out;
  std::set<std::string_view> seen;
  for (const InputDecl& input : inputs) {
    if (!input.dims) continue;
    for (const DeclaredDim& dim : *input.dims) {
      const std::string* symbol = std::get_if<std::string>(&dim);
      if (symbol && seen.insert(*symbol).second) out.push_back(*symbol);
    }
  }
  return out;
}

std::string axis_text(std::string_view input, size_t axis) { return std::string(input) + "[" + std::to_string(axis) + "]"; }

}  // namespace gearbox::options
