#include "api/options/tokens.h"

#include <gtest/gtest.h>

#include "api/options/nearest_name.h"

namespace gearbox::options {
namespace {

std::string extent(std::string_view token) {
  const auto value = parse_extent(token);
  return value.ok() ? std::to_string(*value) : value.status().message();
}

std::string name(std::string_view token) {
  const auto value = parse_name(token);
  return value.ok() ? *value : value.status().message();
}

TEST(OptionTokens, Extents) {
  EXPECT_EQ(extent("0"), "0");
  EXPECT_EQ(extent(" \t7 "), "7");
  EXPECT_EQ(extent("0008"), "8");
  EXPECT_EQ(extent("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(extent("0000000000000000000000000000001"), "1");
  EXPECT_EQ(extent("9223372036854775808"), "'9223372036854775808' does not fit in 64 bits");
  EXPECT_EQ(extent("-9999999999999999999999"), "'-9999999999999999999999' is negative");
  EXPECT_EQ(extent("-4"), "'-4' is negative");
  EXPECT_EQ(extent("4.5"), "'4.5' is not a whole number");
  EXPECT_EQ(extent("4."), "'4.' is not a whole number");
  EXPECT_EQ(extent("."), "'.' is not a number");
  EXPECT_EQ(extent("1.2.3"), "'1.2.3' is not a number");
  EXPECT_EQ(extent("-"), "'-' is not a number");
  EXPECT_EQ(extent("+4"), "'+4' is not a number");
  EXPECT_EQ(extent("0x10"), "'0x10' is not a number");
  EXPECT_EQ(extent("1 0"), "'1 0' has a blank inside");
  EXPECT_EQ(extent("- 1"), "'- 1' has a blank inside");
  EXPECT_EQ(extent(" "), "a number is missing");
}

TEST(OptionTokens, NamesPlainAndQuoted) {
  EXPECT_EQ(name(" batch "), "batch");
  EXPECT_EQ(name("größe"), "größe");
  EXPECT_EQ(name(R"("a, b=c")"), "a, b=c");
  EXPECT_EQ(name(R"("say \"hi\" \\")"), R"(say "hi" \)");
  EXPECT_EQ(name(R"("open)"), R"('"open' has no closing quote)");
  EXPECT_EQ(name(R"("open\")"), R"('"open\"' has no closing quote)");
  EXPECT_EQ(name(R"("a"b)"), R"('"a"b' goes on behind its closing quote)");
  EXPECT_EQ(name(R"("")"), "a name is missing");
  EXPECT_EQ(name(""), "a name is missing");
}

TEST(OptionTokens, SeparatorsInQuotesDoNotSeparate) {
  EXPECT_EQ(split_unquoted(R"("a,b"=1,c)", ',').size(), 2u);
  EXPECT_EQ(split_unquoted(R"("a\",b"=1,c)", ',').size(), 2u);
  EXPECT_EQ(split_unquoted(R"("a,b)", ',').size(), 1u);
  EXPECT_EQ(split_unquoted("", ',').size(), 1u);
  EXPECT_EQ(rfind_unquoted(R"(x=1="a=b")", '='), 3u);
}

TEST(OptionTokens, WordsStandBetweenBlanks) {
  EXPECT_EQ(words_of(" a  \"b c\"=1\td\r\n"), (std::vector<std::string_view>{"a", "\"b c\"=1", "d"}));
  EXPECT_EQ(words_of(" "), std::vector<std::string_view>());
  EXPECT_EQ(find_unquoted(R"("a=b"=1=2)", '='), 5u);
}

TEST(OptionTokens, ANameIsWrittenAsItIsRead) {
  EXPECT_EQ(name_word("a.b"), "a.b");
  EXPECT_EQ(name_word("a.b", "."), "\"a.b\"");
  for (const std::string name : {"a b", "a\"b", "a\\ b", "\\\"", "x"}) EXPECT_EQ(*parse_name(name_word(name)), name);
}

TEST(OptionTokens, LongTokensAreCutBetweenCharacters) {
  const std::string text = quote(std::string(59, 'a') + "ä" + std::string(40, 'b'));
  EXPECT_EQ(text, "'" + std::string(59, 'a') + "…'");
}

TEST(OptionTokens, NearestNameForgivesSlipsOnly) {
  const std::vector<std::string> known = {"seq", "batch", "N"};
  EXPECT_EQ(nearest_name("bacth", known), "batch");
  EXPECT_EQ(nearest_name("SEQ", known), "seq");
  EXPECT_EQ(nearest_name("n", known), "N");
  EXPECT_EQ(nearest_name("M", known), std::nullopt);
  EXPECT_EQ(nearest_name("height", known), std::nullopt);
  EXPECT_EQ(nearest_name("", known), std::nullopt);
  EXPECT_EQ(unknown_name_text("M", "symbol", {}), "'M' is not a symbol of the model, which has none");
}

}  // namespace
}  // namespace gearbox::options
