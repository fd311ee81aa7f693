#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/literal.h"

namespace gearbox {

using Ints = std::vector<int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string>;
using Attribute = std::variant<int64_t, float, std::string, Ints, Floats, Strings, Literal>;

/// A node's attributes by name. The getters return `fallback` where the name is absent or holds another kind. Copies are cheap: they share
/// what they hold until one is changed.
class Attributes {
 public:
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const Attribute* find(std::string_view name) const;
  void set(std::string name, Attribute value) { own().insert_or_assign(std::move(name), std::move(value)); }
  void erase(std::string_view name);

  int64_t integer(std::string_view name, int64_t fallback) const;
  float real(std::string_view name, float fallback) const;
  std::string text(std::string_view name, std::string_view fallback) const;
  Ints integers(std::string_view name, Ints fallback = {}) const;
  Floats reals(std::string_view name, Floats fallback = {}) const;
  Strings texts(std::string_view name, Strings fallback = {}) const;
  const Literal* literal(std::string_view name) const;

  auto begin() const { return values().begin(); }
  auto end() const { return values().end(); }
  bool empty() const { return values().empty(); }

 private:
  using Values = std::map<std::string, Attribute, std::less<>>;
  const Values& values() const;
  /// The values as this object's alone.
  Values& own();
  std::shared_ptr<Values> values_;  ///< null: none
};

}  // namespace gearbox
