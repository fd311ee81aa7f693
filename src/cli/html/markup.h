#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gearbox::cli::html {

/// Text that is safe between tags and inside a quoted attribute. What a reader could not see or would see elsewhere (control characters,
/// switches of the writing direction, bytes that are not UTF-8) becomes a visible sign.
std::string escaped(std::string_view text);

/// How much of an expression a page shows: nobody reads more, and they may have hundreds of kilobytes.
inline constexpr size_t kMostExpression = 400;

/// The text, cut to about `most` bytes with a remark of how much was left out.
std::string shortened(std::string text, size_t most);

/// "12", "12.5", "0.25": at most two decimals, for coordinates.
std::string coordinate(double value);

/// A page in the making. Texts and attributes' values are escaped here and nowhere else, so that nothing a model says becomes markup.
class Markup {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

  /// Begins an element; what follows is inside until close().
  Markup& open(std::string_view tag, Attributes attributes = {});
  /// Ends the element opened last.
  Markup& close();
  Markup& text(std::string_view text);
  /// An element with nothing but text in it.
  Markup& leaf(std::string_view tag, Attributes attributes, std::string_view text);
  /// An element that holds nothing: <rect …/>.
  Markup& empty(std::string_view tag, Attributes attributes);
  /// The program's own markup, style or script: never a text from a model.
  Markup& own(std::string_view markup);

  /// The page, all elements closed.
  std::string take() &&;

 private:
  void begin(std::string_view tag, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace gearbox::cli::html
