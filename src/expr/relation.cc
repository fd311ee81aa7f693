#include "expr/relation.h"

#include "expr/text.h"

namespace gearbox {

namespace relation_reader {

enum class Comparison { kEqual, kBelow, kAtMost, kAbove, kAtLeast };

Status error(std::string_view text, size_t at, std::string_view what) {
  return invalid_argument("cannot read the relation '" + std::string(text) + "' at character " + std::to_string(at + 1) + ": " +
                          std::string(what));
}

void skip_spaces(std::string_view text, size_t& at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
}

/// The comparison at `at`, which moves behind it.
Result<Comparison> comparison(std::string_view text, size_t& at) {
  static constexpr std::pair<std::string_view, Comparison> kComparisons[] = {{"==", Comparison::kEqual},
                                                                             {"<=", Comparison::kAtMost},
                                                                             {">=", Comparison::kAtLeast},
                                                                             {"<", Comparison::kBelow},
                                                                             {">", Comparison::kAbove}};
  skip_spaces(text, at);
  const std::string_view rest = text.substr(at);
  for (const auto& [token, value] : kComparisons) {
    if (!rest.starts_with(token)) continue;
    at += token.size();
    return value;
  }
  if (rest.starts_with("!=")) return error(text, at, "'!=' says too little to be a fact; say which side is larger, with < or >");
  if (rest.starts_with("=")) return error(text, at, "equality is written '=='");
  return error(text, at, "expected an operator or one of ==, <=, >=, <, >");
}

Relation make(Comparison comparison, Dim a, Dim b) {
  switch (comparison) {
    case Comparison::kEqual: return equal(a, b);
    case Comparison::kAtMost: return at_most(a, b);
    case Comparison::kAtLeast: return at_most(b, a);
    case Comparison::kBelow: return below(a, b);
    case Comparison::kAbove: return below(b, a);
  }
  return {};
}

}  // namespace relation_reader

Result<std::vector<Relation>> parse_relations(std::string_view text, DimScope& scope) {
  using namespace relation_reader;
  std::vector<Relation> relations;
  size_t at = 0;
  do {
    GBX_ASSIGN_OR_RETURN(Dim left, read_dim(text, at, scope, "relation"));
    do {
      skip_spaces(text, at);
      const size_t operator_at = at;
      GBX_ASSIGN_OR_RETURN(const Comparison compared, comparison(text, at));
      GBX_ASSIGN_OR_RETURN(const Dim right, read_dim(text, at, scope, "relation"));
      relations.push_back(make(compared, left, right));
      if (relations.back().a.is_overflow() || relations.back().b.is_overflow()) {
        return error(text, operator_at, "a side of the comparison has no value that fits 64 bits");
      }
      left = right;
      skip_spaces(text, at);
    } while (at < text.size() && text[at] != ',');
  } while (at++ < text.size());
  return relations;
}

std::string Relation::text() const { return a.text() + (kind == Kind::kEqual ? " == " : " <= ") + b.text(); }

std::optional<bool> Relation::holds(const std::function<std::optional<int64_t>(SymbolId)>& binding) const {
  const auto left = a.evaluate(binding), right = b.evaluate(binding);
  if (!left || !right) return std::nullopt;
  return kind == Kind::kEqual ? *left == *right : *left <= *right;
}

}  // namespace gearbox
