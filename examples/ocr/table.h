#pragma once

#include <string>
#include <vector>

namespace ocr {

/// Rows of text printed in aligned columns. Text counts by code points; wide characters are not accounted for.
class Table {
 public:
  /// Columns whose heading starts with '>' are aligned to the right.
  explicit Table(std::vector<std::string> headings);
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ocr
