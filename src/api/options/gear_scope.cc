#include "api/options/gear_scope.h"

#include <algorithm>

#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

const std::vector<std::string> kKeys = {"from", "to", "nodes", "in", "mode"};

Result<std::vector<std::string>> parse_names(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view token : split_unquoted(text, ',')) {
    GBX_ASSIGN_OR_RETURN(std::string name, parse_name(token));
    if (std::ranges::find(out, name) != out.end()) return invalid_argument(quote(name) + " is given twice");
    out.push_back(std::move(name));
  }
  return out;
}

Status set_word(std::string_view word, std::vector<std::string>& seen, GearScopeWords& out) {
  const std::vector<std::string_view> parts = split_unquoted(word, '=');
  if (parts.size() < 2) return invalid_argument(quote(word) + " is not KEY=VALUE (from, to, nodes, in, mode)");
  const std::string key(parts[0]);
  const std::string_view value = word.substr(key.size() + 1);
  if (std::ranges::find(kKeys, key) == kKeys.end()) return invalid_argument(quote(key) + " is none of " + names_text(kKeys));
  if (std::ranges::find(seen, key) != seen.end()) return invalid_argument(quote(key) + " is given twice");
  seen.push_back(key);
  if (value.empty()) return invalid_argument(quote(key) + " has no value");
  if (key == "mode") {
    out.mode = value;
    return {};
  }
  if (key == "in") {
    GBX_ASSIGN_OR_RETURN(out.in, parse_name(value));
    return {};
  }
  auto names = parse_names(value);
  if (!names.ok()) return invalid_argument(key + ": " + names.status().message());
  (key == "from" ? out.from : key == "to" ? out.to : out.nodes) = std::move(names).value();
  return {};
}

Status parse_where(std::string_view text, GearScopeWords& out) {
  std::vector<std::string> seen;
  for (const std::string_view word : words_of(text)) GBX_RETURN_IF_ERROR(set_word(word, seen, out));
  if (out.from.empty() && out.to.empty() && out.nodes.empty() && out.in.empty())
    return invalid_argument("nothing says where it is (from=, to=, nodes= or in=)");
  if (!out.nodes.empty() && !(out.from.empty() && out.to.empty())) return invalid_argument("'nodes' cannot stand beside 'from' and 'to'");
  return {};
}

}  // namespace

std::vector<GearScopeWords> parse_gear_scopes(std::span<const std::string> uses, Problems& problems) {
  std::vector<GearScopeWords> out;
  for (const std::string& text : uses) {
    const size_t colon = find_unquoted(text, ':');
    const auto name = parse_name(std::string_view(text).substr(0, colon == std::string_view::npos ? 0 : colon));
    if (!name.ok()) {
      problems.add(Option::kGearScope, quote(text) + " is not NAME: WHERE; GEARS");
      continue;
    }
    const auto problem = [&](const std::string& what) { problems.add(Option::kGearScope, *name + ": " + what); };
    GearScopeWords words;
    words.name = *name;
    const std::string_view rest = std::string_view(text).substr(colon + 1);
    const size_t semicolon = find_unquoted(rest, ';');
    if (const Status where = parse_where(rest.substr(0, semicolon), words); !where.ok()) {
      problem(where.message());
      continue;
    }
    if (semicolon != std::string_view::npos) words.gears = trimmed(rest.substr(semicolon + 1));
    if (words.gears.empty()) {
      problem("has no gears; write them behind ';' as in --gears");
      continue;
    }
    if (std::ranges::find(out, words.name, &GearScopeWords::name) != out.end()) {
      problem("is given twice");
      continue;
    }
    out.push_back(std::move(words));
  }
  return out;
}

}  // namespace gearbox::options
