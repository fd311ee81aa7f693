#include "cli/html/markup.h"

#include <gtest/gtest.h>

namespace gearbox::cli::html {
namespace {

TEST(Markup, EscapesWhatHtmlWouldRead) {
  EXPECT_EQ(escaped("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(escaped("</script><script>x()"), "&lt;/script&gt;&lt;script&gt;x()");
  EXPECT_EQ(escaped("1×3 → ü 漢 😀"), "1×3 → ü 漢 😀");
}

TEST(Markup, ShowsWhatNobodyCouldSee) {
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a␀b");
  EXPECT_EQ(escaped("\x1b[31m\x7f"), "␛[31m␡");
  EXPECT_EQ(escaped("two\nlines\tand a tab"), "two\nlines\tand a tab");
  EXPECT_EQ(escaped("\u202Eevil\u2066"), "\uFFFDevil\uFFFD");
  EXPECT_EQ(escaped("\u0085"), "\uFFFD");
}

TEST(Markup, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(escaped("\xFFok"), "\uFFFDok");
  EXPECT_EQ(escaped("cut \xE2\x82"), "cut \uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xC0\xBCscript"), "\uFFFD\uFFFDscript");          // '<' spelled too long
  EXPECT_EQ(escaped("\xE0\x80\xBC"), "\uFFFD\uFFFD\uFFFD");            // the same in three bytes
  EXPECT_EQ(escaped("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // half of a surrogate pair
  EXPECT_EQ(escaped("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond U+10FFFF
  EXPECT_EQ(escaped("\xE2<b>"), "\uFFFD&lt;b&gt;");                    // a broken sequence swallows no '<'
}

TEST(Markup, EscapesTextsAndAttributes) {
  Markup page;
  page.open("p", {{"title", "\" onclick=\"x()"}}).text("<b>").close();
  EXPECT_EQ(std::move(page).take(), "<p title=\"&quot; onclick=&quot;x()\">&lt;b&gt;</p>");
}

TEST(Markup, ClosesWhatIsOpen) {
  Markup page;
  page.open("ul").open("li").text("a").close().leaf("li", {}, "b").empty("rect", {{"x", coordinate(0.5)}});
  EXPECT_EQ(std::move(page).take(), "<ul><li>a</li><li>b</li><rect x=\"0.5\"/></ul>");
}

TEST(Markup, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 4), "long … and 2 bytes more");
  EXPECT_EQ(shortened("ab×cd", 3), "ab … and 4 bytes more") << "× takes two bytes";
}

TEST(Markup, CoordinatesAreShort) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(12.5), "12.5");
  EXPECT_EQ(coordinate(1.0 / 3), "0.33");
  EXPECT_EQ(coordinate(100), "100");
  EXPECT_EQ(coordinate(-0.001), "0");
}

}  // namespace
}  // namespace gearbox::cli::html
