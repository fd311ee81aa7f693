#include "api/options/gear_scope.h"

#include <gtest/gtest.h>

#include "api/options/gears.h"
#include "api/options/options_test_support.h"

namespace gearbox::options {
namespace {

/// The words as read, or the problem.
std::string read(const std::vector<std::string>& uses) {
  Problems problems;
  std::string out;
  const auto list = [](const char* key, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? std::string(" ") + key + "=" : ",") + name;
    return text;
  };
  for (const GearScopeWords& words : parse_gear_scopes(uses, problems)) {
    out += "[" + words.name + "]" + list("from", words.from) + list("to", words.to) + list("nodes", words.nodes);
    if (!words.in.empty()) out += " in=" + words.in;
    if (!words.mode.empty()) out += " mode(" + words.mode + ")";
    out += " gears(" + words.gears + ")";
  }
  return problems.size() == 0 ? out : problems.status().message();
}

TEST(GearScope, ReadsWhereAPartIsAndItsGears) {
  EXPECT_EQ(read({"head: from=boxes to=scores; K=1,4,16"}), "[head] from=boxes to=scores gears(K=1,4,16)");
  EXPECT_EQ(read({"a:nodes=x,y/*;K=1; L=2|K=3,L=4", "b: in=loop mode=K=bounded,L=exact ; K=1"}),
            "[a] nodes=x,y/* gears(K=1; L=2|K=3,L=4)[b] in=loop mode(K=bounded,L=exact) gears(K=1)");
  EXPECT_EQ(read({R"("the head": from="a b;c",d mode=bounded; "x;y"=1)"}), R"([the head] from=a b;c,d mode(bounded) gears("x;y"=1))");
  EXPECT_EQ(read({}), "");
}

TEST(GearScope, Problems) {
  EXPECT_EQ(read({"from=a; K=1"}), "--gear-scope: 'from=a; K=1' is not NAME: WHERE; GEARS");
  EXPECT_EQ(read({": from=a; K=1"}), "--gear-scope: ': from=a; K=1' is not NAME: WHERE; GEARS");
  EXPECT_EQ(read({"h: ; K=1"}), "--gear-scope: h: nothing says where it is (from=, to=, nodes= or in=)");
  EXPECT_EQ(read({"h: from=a"}), "--gear-scope: h: has no gears; write them behind ';' as in --gears");
  EXPECT_EQ(read({"h: from=a ; "}), "--gear-scope: h: has no gears; write them behind ';' as in --gears");
  EXPECT_EQ(read({"h: form=a; K=1"}), "--gear-scope: h: 'form' is none of from, to, nodes, in, mode");
  EXPECT_EQ(read({"h: from=a from=b; K=1"}), "--gear-scope: h: 'from' is given twice");
  EXPECT_EQ(read({"h: from=a,a; K=1"}), "--gear-scope: h: from: 'a' is given twice");
  EXPECT_EQ(read({"h: from=a,; K=1"}), "--gear-scope: h: from: a name is missing");
  EXPECT_EQ(read({"h: from= to=b; K=1"}), "--gear-scope: h: 'from' has no value");
  EXPECT_EQ(read({"h: from; K=1"}), "--gear-scope: h: 'from' is not KEY=VALUE (from, to, nodes, in, mode)");
  EXPECT_EQ(read({"h: nodes=a to=b; K=1"}), "--gear-scope: h: 'nodes' cannot stand beside 'from' and 'to'");
  EXPECT_EQ(read({"h: from=a; K=1", "h: from=b; K=2"}), "--gear-scope: h: is given twice");
  EXPECT_EQ(read({"h: x; K=1", "g: from=a"}),
            "--gear-scope has 2 problems\n  h: 'x' is not KEY=VALUE (from, to, nodes, in, mode)\n  g: has no gears; write them behind ';' "
            "as in --gears");
}

const std::vector<InputDecl> kTakes = {input("boxes", {"K", int64_t{4}}), input("twice", {"2*K"}), unranked("u")};
const std::vector<SymbolRange> kSymbols = {{"K", 0, 100, 1}};

/// The gears of a part that takes kTakes.
std::string gears(const std::string& text, const std::string& mode = "", int64_t most = 100) {
  Problems problems;
  GearScopeWords words;
  words.name = "head";
  words.gears = text;
  words.mode = mode;
  const GearTable table = parse_scope_gears(words, most, {nullptr, kTakes, kSymbols}, problems);
  return problems.size() == 0 ? text_of(table) : problems.status().message();
}

TEST(GearScope, GearsFollowTheRulesOfThoseOfTheModel) {
  EXPECT_EQ(gears("K=1,4"), "symbols boxes[0]: 1; 4 (boxes[-1,4] twice[-1])");
  EXPECT_EQ(gears("boxes[0]=1,4"), "symbols boxes[0]: 1; 4 (boxes[-1,4] twice[-1])");
  EXPECT_EQ(gears("K=0"), "symbols boxes[0]: 0 (boxes[-1,4] twice[-1])");
  EXPECT_EQ(gears("L=1"), "--gear-scope: head: 'L' is not a symbol of the model (symbols: K)");
  EXPECT_EQ(gears("K=1,1"), "--gear-scope: head: gear 1 \"K=1\" repeats gear 0");
  EXPECT_EQ(gears("K=101"), "--gear-scope: head: gear 0 \"K=101\": boxes[0] = 101, but 'K' is in 0..100");
  EXPECT_EQ(gears("K=1,2,3", "", 2), "--gear-scope: head: 3 gears, at most 2 allowed (max_gears)");
  EXPECT_EQ(gears("boxes[1]=4"), "--gear-scope: head: 'boxes[1]' is always 4");
  EXPECT_EQ(gears("twice[0]=4"), "--gear-scope: head: 'twice[0]' is 2*K, which other extents decide");
  EXPECT_EQ(gears("boxes[2]=4"), "--gear-scope: head: 'boxes[2]' is not a symbol of the model (symbols: K)");
  EXPECT_EQ(gears("K=1; boxes[0]=4"), "--gear-scope: head: symbol 'K' is given twice");
  EXPECT_EQ(gears("K=1", "padded").substr(0, 40), "--gear-scope: head: 'padded' needs a pro");
  EXPECT_EQ(gears("K=1", "L=exact"), "--gear-scope: head: no gear sets 'L' (set: K)");
}

TEST(GearScope, ModesMayNameAPlace) {
  Problems problems;
  GearScopeWords words;
  words.gears = "K=1";
  words.mode = "boxes[0]=bounded";
  EXPECT_EQ(parse_scope_gears(words, 100, {nullptr, kTakes, kSymbols}, problems).axes[0].mode, GearMode::kBounded);
}

}  // namespace
}  // namespace gearbox::options
