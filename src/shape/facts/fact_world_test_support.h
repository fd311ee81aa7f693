#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "shape/facts/fact_store.h"

namespace gearbox::facts_test {

/// A store that is spoken to in text.
struct World {
  std::shared_ptr<DimScope> scope = std::make_shared<DimScope>();
  FactStore store{scope};

  /// Adds every relation of the text with the origin "given '<text>'"; "" or the error's message.
  std::string add(std::string_view text);
  /// "yes", "no", "unknown", or "independent" where witnesses show that neither follows.
  std::string ask(std::string_view text) const;
  /// The facts an answer rests on, as text joined by "; ".
  std::string proof(std::string_view text) const;
  std::string explain(std::string_view text) const;
  std::string canonical(std::string_view text) const { return store.canonical(dim(text)).text(); }
  /// "[8, 512]", with "-inf" and "inf".
  std::string range(std::string_view text) const;
  /// "0 mod 8".
  std::string remainder(std::string_view text) const;
  Dim dim(std::string_view text) const { return *parse_dim(text, *scope); }
  Relation relation(std::string_view text) const;
};

}  // namespace gearbox::facts_test
