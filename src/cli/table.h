#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gearbox::cli {

/// Rows of text in aligned columns with two spaces between.
class Table {
 public:
  /// `alignment` holds a letter for each column: l to the left, r to the right.
  explicit Table(std::string alignment) : alignment_(std::move(alignment)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text(size_t indent = 0) const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

/// "17", "1.2 KiB", "3.4 MiB" …
std::string bytes_text(uint64_t bytes);
/// The number with `digits` significant digits, "–" where it is not finite.
std::string number_text(double value, int digits = 3);
/// The number with `decimals` digits behind the point, "–" where it is not finite.
std::string fixed_text(double value, int decimals);

/// "1 plan", "2 plans", "2 bodies": the noun gets an s unless its plural is given.
std::string counted(uint64_t count, const std::string& noun, const std::string& plural = {});

}  // namespace gearbox::cli
