#include "api/options/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

constexpr size_t kMostListed = 20;
constexpr size_t kLongestCompared = 200;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

size_t edits(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (lower(a[i]) != lower(b[j]))});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  if (name.size() > kLongestCompared) return std::nullopt;
  const std::string* best = nullptr;
  size_t fewest = std::max<size_t>(1, (name.size() + 1) / 3) + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > kLongestCompared) continue;
    const size_t count = edits(name, candidate);
    if (count < fewest && count < candidate.size()) {
      fewest = count;
      best = &candidate;
    }
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::string unknown_name_text(std::string_view name, std::string_view kind, std::span<const std::string> known) {
  const bool vowel = kind.find_first_of("aeiou") == 0;
  std::string out = quote(name) + " is not " + (vowel ? "an " : "a ") + std::string(kind) + " of the model";
  if (known.empty()) return out + ", which has none";
  if (const auto near = nearest_name(name, known)) out += "; did you mean " + quote(*near) + "?";
  return out + " (" + std::string(kind) + "s: " + names_text(known) + ")";
}

std::string names_text(std::span<const std::string> names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kMostListed; ++i) out += (i ? ", " : "") + names[i];
  if (names.size() > kMostListed) out += ", … and " + std::to_string(names.size() - kMostListed) + " more";
  return out;
}

}  // namespace gearbox::options
