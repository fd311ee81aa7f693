#include "api/c/boundary.h"

#include <algorithm>

namespace gearbox::c {

Status null_argument(const char* function, std::initializer_list<Argument> arguments) {
  for (const Argument& argument : arguments) {
    if (argument.missing) return invalid_argument(std::string(function) + ": argument '" + argument.name + "' is NULL");
  }
  return {};
}

Status check_struct(const char* name, const void* given, size_t given_size, size_t known_size) {
  constexpr size_t kMost = size_t{1} << 16;
  if (given_size < sizeof(size_t) || given_size > kMost) {
    return invalid_argument(std::string(name) + ": struct_size is " + std::to_string(given_size) + ", not sizeof(" + name + ")");
  }
  const auto* bytes = static_cast<const unsigned char*>(given);
  if (std::any_of(bytes + std::min(given_size, known_size), bytes + given_size, [](unsigned char byte) { return byte != 0; })) {
    return unsupported(std::string(name) + ": an option is set that this version of the library does not know");
  }
  return {};
}

}  // namespace gearbox::c
