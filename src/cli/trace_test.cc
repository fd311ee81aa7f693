#include "cli/trace.h"

#include <gtest/gtest.h>

namespace gearbox::cli {
namespace {

TEST(Trace, ReadsRequestsRepeatsAndFills) {
  const auto trace = parse_trace("# shapes\n!fill ids int 0 100\n*3 x=1x3x32x32 ids=scalar\nx=2x0 ids=scalar\n\nx=1x3x32x32 ids=scalar\n");
  ASSERT_TRUE(trace.ok()) << trace.status().text();
  EXPECT_EQ(trace->requests, (std::vector<int>{0, 0, 0, 1, 0}));
  EXPECT_EQ(trace->shape_names, (std::vector<std::string>{"x=1x3x32x32 ids=scalar", "x=2x0 ids=scalar"}));
  EXPECT_EQ(trace->shapes[1][0].dims, (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(trace->fills.at("ids").kind, "int");
  EXPECT_EQ(trace->fills.at("ids").b, 100);
}

TEST(Trace, NamesInQuotesMayHoldBlanks) {
  const auto trace = parse_trace("!fill \"a b\" const 1\n\"a b\"=2 \"c=d\"=3\ne=f=4");
  ASSERT_TRUE(trace.ok()) << trace.status().text();
  EXPECT_EQ(trace->fills.at("a b").a, 1);
  EXPECT_EQ(trace->shapes[0][0].name, "a b");
  EXPECT_EQ(trace->shapes[0][1].name, "c=d");
  EXPECT_EQ(trace->shapes[1][0].name, "e=f");
}

std::string wrong(const std::string& text) { return parse_trace(text).status().message(); }

TEST(Trace, ErrorsNameLineAndWord) {
  EXPECT_EQ(wrong(""), "the trace holds no request");
  EXPECT_EQ(wrong("x=1xz"), "line 1: 'x=1xz': 'z' is not an extent");
  EXPECT_EQ(wrong("x=3\nx=3x"), "line 2: 'x=3x': an extent is missing");
  EXPECT_EQ(wrong("x="), "line 1: 'x=': an extent is missing");
  EXPECT_EQ(wrong("x=1xx2"), "line 1: 'x=1xx2': an extent is missing");
  EXPECT_EQ(wrong("# shapes\nx=1x1 x=2x2"), "line 2: 'x=2x2': input 'x' is given twice");
  EXPECT_EQ(wrong("hello\n"), "line 1: 'hello' is not NAME=D0xD1…");
  EXPECT_EQ(wrong("x=1\n!fill x int 5 1"), "line 2: fill 'x int 5 1': no value is at least 5 and less than 1");
  EXPECT_EQ(wrong("!fill x const 1\n!fill x const 2"), "line 2: !fill: input 'x' is given twice");
}

TEST(Trace, CountsAreNotTakenBeyondTheLimit) {
  EXPECT_EQ(wrong("*2\n"), "line 1: '*2': a request is expected behind the count");
  EXPECT_EQ(wrong("*0 x=3"), "line 1: '*0': a count of at least 1 is expected");
  EXPECT_EQ(wrong("*3a x=3"), "line 1: '*3a': '3a' is not a number");
  EXPECT_EQ(wrong("x=1\n*1000000000 x=3"), "line 2: '*1000000000': the trace holds more than 1000000 requests");
  EXPECT_EQ(wrong("*99999999999 x=3"), "line 1: '*99999999999': the trace holds more than 1000000 requests");
  EXPECT_EQ(wrong("*99999999999999999999 x=3"), "line 1: '*99999999999999999999': '99999999999999999999' does not fit in 64 bits");
  EXPECT_EQ(wrong("*600000 x=3\n*600000 x=4"), "line 2: '*600000': the trace holds more than 1000000 requests");
  EXPECT_EQ(parse_trace("*1000000 x=3")->requests.size(), kMostTraceRequests);
}

}  // namespace
}  // namespace gearbox::cli
