#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace gearbox {
namespace json_writer_tests {

std::string quoted(std::string_view text) { return JsonWriter().value(text).text(); }

TEST(JsonWriter, NestsAndSeparates) {
  JsonWriter json;
  json.begin_object();
  json.member("name", "x").key("dims").begin_array().value(1).value(size_t{3}).value(-2).end_array();
  json.key("empty").begin_object().end_object().key("none").begin_array().end_array();
  json.member("ok", true).key("why").null().end_object();
  EXPECT_EQ(json.text(), R"({"name":"x","dims":[1,3,-2],"empty":{},"none":[],"ok":true,"why":null})");
}

TEST(JsonWriter, Numbers) {
  JsonWriter json;
  json.begin_array().value(std::numeric_limits<int64_t>::min()).value(std::numeric_limits<uint64_t>::max());
  json.value(0.1).value(1e300).value(-0.0).value(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(json.text(), "[-9223372036854775808,18446744073709551615,0.1,1e+300,-0,null]");
}

TEST(JsonWriter, EscapesStrings) {
  EXPECT_EQ(quoted("a\"b\\c\n\t\r\x01"), R"("a\"b\\c\n\t\r\u0001")");
  EXPECT_EQ(quoted(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(quoted("größe 文"), "\"größe 文\"");
}

TEST(JsonWriter, ReplacesWhatIsNotUtf8) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(quoted("a\xFFz"), "\"a" + r + "z\"");
  EXPECT_EQ(quoted("\xE6\x96"), "\"" + r + r + "\"");          // cut short
  EXPECT_EQ(quoted("\xC0\xAF"), "\"" + r + r + "\"");          // overlong
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"" + r + r + r + "\"");  // surrogate
}

}  // namespace json_writer_tests
}  // namespace gearbox
