#include "ir/text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "base/half.h"
#include "ir/dot.h"
#include "ir/verifier.h"

namespace gearbox {
namespace {

/// Prints, reads back and prints again; the texts must agree.
std::string round_trip(const Graph& graph, const LiteralStyle& style = {}) {
  std::string first = print(graph, style);
  Result<std::unique_ptr<Graph>> parsed = parse_graph(first);
  if (!parsed.ok()) return parsed.status().message() + "\n" + first;
  EXPECT_TRUE(verify(**parsed).ok()) << verify(**parsed).message();
  EXPECT_EQ(first_difference(graph, **parsed), "");
  EXPECT_EQ(print(**parsed, style), first);
  return first;
}

/// A text that already is in printed form.
void expect_stable(std::string_view text) {
  Result<std::unique_ptr<Graph>> parsed = parse_graph(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  EXPECT_EQ(print(**parsed), text);
}

TEST(Text, KeepsPrintedForm) {
  expect_stable(R"(graph @main(%x: f32[N,3,H,W]) -> (%y: f32[N,1,H,W])
  given N >= 1, N <= 16, H >= 0, W >= 0 {
  @w0 = f32[1,3,1,1]{1, 2.5, -0}
  %y = Conv.13(%x, @w0, _) {pads=[1,1,1,1], strides=[2,2]} : f32[N,1,H,W]
}
)");
  expect_stable("graph @empty() -> () {\n}\n");
  expect_stable(R"(graph @g(%c: bool[], %x: f32["x.0"]) -> (%y: f32["x.0"] as "out put", %x: f32["x.0"])
  given "x.0" >= 0 {
  %y = If.13(%c, %x) named "if" : f32["x.0"] {
    then_branch = graph @then(%x: f32["x.0"]) -> (%x: f32["x.0"]) {
    }
    else_branch = graph @else(%x: f32["x.0"]) -> (%y: f32["x.0"]) {
      %y = Neg.13(%x) : f32["x.0"]
      note "inner"
    }
  }
  check equal("x.0" + 1, 4) "if" "If: 'x'"
  check broadcast("x.0", 2) "if" ""
  check at_least("x.0", 0) "n" "m"
  claim "out put": f32 ["N","3",""]
  claim "%x": undefined
  claim "x": f32 strings[]
  note "line one\nline \"two\""
}
)");
}

TEST(Text, ReadsHandWrittenText) {
  Result<std::unique_ptr<Graph>> parsed = parse_graph(R"(
# A comment.
graph @main(%x : f32[N, 4],%s) -> (%y as "z") {   # no types on %s and %y
  %h = com.acme::Act(%x)
  _,%y = Split(%h,%s){axis=1 num_outputs=2}
})");
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  const Graph& graph = **parsed;
  EXPECT_EQ(graph.nodes()[0]->domain(), "com.acme");
  EXPECT_EQ(graph.nodes()[0]->version(), 1);
  EXPECT_EQ(graph.nodes()[1]->version(), 17);
  EXPECT_EQ(graph.nodes()[1]->output(0), nullptr);
  EXPECT_EQ(graph.nodes()[1]->attributes().integer("num_outputs", 0), 2);
  EXPECT_EQ(graph.output_name(0), "z");
  EXPECT_FALSE(graph.inputs()[1]->type().ranked());
  EXPECT_FALSE(verify_typed(graph).ok());
  round_trip(graph);
}

TEST(Text, KeepsEveryFieldOfAType) {
  Graph graph("types");
  const Dim n = graph.scope()->symbol("N");
  const Dim h = graph.scope()->symbol("hoch \"&\" breit");
  graph.scope()->narrow(*n.symbol(), 2, 8);
  TensorType type = tensor_type(DType::kI8, {n, 4 * h + 1, 0});
  type.capacity = Shape{8, floordiv(h, 2), 1};
  type.strides = {h, 1, 1};
  type.format = MemoryFormat::kBlocked8;
  type.quantisation = Quantisation{1, {0.1f, 3e-20f}, {0, -7}};
  type.placement = Placement::kCaller;
  type.lifetime = Lifetime::kPersistent;
  Value* x = graph.add_input("x", type);
  x->set_contents(std::vector<Dim>{n, 5, min(n, h)});
  TensorType late;
  late.dtype = DType::kBF16;
  late.quantisation = Quantisation{};
  Node* node = graph.add({.op = "A/B", .domain = "do main", .version = 3, .inputs = {x, nullptr}}, {"out", "-", "_"});
  node->output(0)->type() = late;
  node->output(2)->set_contents(std::vector<Dim>{});
  Value* packed = graph.add_constant("packed", Literal::scalar<float>(2));
  packed->type().placement = Placement::kWeight;
  graph.add_output(packed, "w");
  const std::string text = print(graph);
  Result<std::unique_ptr<Graph>> parsed = parse_graph(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message() << text;
  EXPECT_EQ(print(**parsed), text);
  const TensorType& back = (*parsed)->inputs()[0]->type();
  EXPECT_EQ(back.quantisation->scale, type.quantisation->scale);
  EXPECT_EQ(back.quantisation->zero_point, type.quantisation->zero_point);
  EXPECT_EQ(back.quantisation->axis, 1);
  EXPECT_EQ(back.placement, Placement::kCaller);
  EXPECT_EQ(back.lifetime, Lifetime::kPersistent);
  EXPECT_EQ(back.format, MemoryFormat::kBlocked8);
  EXPECT_EQ(back.capacity->size(), 3u);
  EXPECT_EQ((*parsed)->scope()->info(0).lower, 2);
  EXPECT_EQ((*parsed)->scope()->info(0).upper, 8);
}

TEST(Text, KeepsEveryKindOfAttribute) {
  Graph graph("attributes");
  NodeSpec spec{.op = "Op"};
  spec.attributes.set("int", int64_t{INT64_MIN});
  spec.attributes.set("float", 1.0f);
  spec.attributes.set("nan", std::bit_cast<float>(0x7fc01234u));
  spec.attributes.set("inf", -std::numeric_limits<float>::infinity());
  spec.attributes.set("tiny", std::numeric_limits<float>::denorm_min());
  spec.attributes.set("text", std::string("\"quoted\" \\ \n\t\x01 müde"));
  spec.attributes.set("ints", Ints{1, -2});
  spec.attributes.set("floats", Floats{1, 1e30f, -0.0f});
  spec.attributes.set("strings", Strings{"", "a,b]"});
  spec.attributes.set("no ints", Ints{});
  spec.attributes.set("no floats", Floats{});
  spec.attributes.set("no strings", Strings{});
  spec.attributes.set("literal", Literal::of<int64_t>({2, 1}, std::vector<int64_t>{INT64_MAX, -1}));
  graph.add(std::move(spec), {"y"});
  const std::string text = round_trip(graph);
  Result<std::unique_ptr<Graph>> parsed = parse_graph(text);
  ASSERT_TRUE(parsed.ok());
  const Attributes& back = (*parsed)->nodes()[0]->attributes();
  EXPECT_EQ(std::get<float>(*back.find("float")), 1.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(std::get<float>(*back.find("nan"))), 0x7fc01234u);
  EXPECT_EQ(std::get<Strings>(*back.find("strings")), (Strings{"", "a,b]"}));
  EXPECT_TRUE(std::holds_alternative<Floats>(*back.find("no floats")));
  EXPECT_TRUE(std::holds_alternative<Strings>(*back.find("no strings")));
  EXPECT_EQ(std::get<std::string>(*back.find("text")), "\"quoted\" \\ \n\t\x01 müde");
}

TEST(Text, KeepsLiteralsBitForBit) {
  std::mt19937 random(7);
  for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kU8, DType::kI8, DType::kU16, DType::kI16, DType::kI32,
                     DType::kI64, DType::kU32, DType::kU64, DType::kBool, DType::kC64, DType::kC128}) {
    for (int64_t count : {0, 1, 2, 3, 16, 17, 100}) {
      Literal literal = Literal::allocate(type, {count});
      auto* bytes = static_cast<uint8_t*>(literal.mutable_data());
      for (size_t i = 0; i < literal.bytes(); ++i) bytes[i] = static_cast<uint8_t>(random());
      for (int64_t limit : {0, 16, 1000}) {
        LiteralStyle style;
        style.inline_elements = limit;
        const std::string text = literal_text(literal, style);
        TextCursor cursor(text);
        Result<Literal> back = parse_literal(cursor);
        ASSERT_TRUE(back.ok()) << back.status().message() << text;
        EXPECT_TRUE(literal.same(*back)) << text << " " << literal_text(*back, style);
      }
    }
  }
  LiteralStyle shortened;
  shortened.shown_elements = 1;
  EXPECT_EQ(literal_text(Literal::allocate(DType::kF32, {2}), shortened), "f32[2]{...}");
  EXPECT_EQ(literal_text(Literal::allocate(DType::kF32, {}), shortened), "f32[]{0}");
}

TEST(Text, KeepsControlEdges) {
  Graph graph("g");
  Value* x = graph.add_input("x", tensor_type(DType::kF32, {}));
  Node* a = graph.add({.op = "A", .inputs = {x}}, {"a"});
  Node* b = graph.add({.op = "B", .inputs = {x}}, {});
  graph.add_control_edge(b, a);
  round_trip(graph);
}

TEST(Text, TellsWhereAnErrorIs) {
  auto message = [](std::string_view text) {
    Result<std::unique_ptr<Graph>> parsed = parse_graph(text);
    return parsed.ok() ? "parsed" : parsed.status().message();
  };
  EXPECT_EQ(message("graph @g(%x: f32[N]) -> () {\n  %y = Relu(%z)\n}"), "line 2, column 15: 'z' is not defined");
  EXPECT_EQ(message("graph @g() -> (%y) {}"), "line 1, column 22: the graph's output 'y' is not defined");
  EXPECT_NE(message("graph @g(%x, %x) -> () {}").find("defined twice"), std::string::npos);
  EXPECT_NE(message("graph @g() -> () {@a = f32[2]{1}}").find("needs 2 elements"), std::string::npos);
  EXPECT_NE(message("graph @g() -> () {@a = f32[2]{...}}").find("shortened"), std::string::npos);
  EXPECT_NE(message("graph @g() -> () {@a = f32[99999999999,99999999999]{}}").find("within 64 bits"), std::string::npos);
  EXPECT_NE(message("graph @g() -> () {@a = f32[99999999999]{base64 \"\"}}").find("base64"), std::string::npos);
  EXPECT_NE(message("graph @g() -> () {").find("does not end"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "graph @g() -> () { () = Op() {b = ";
  EXPECT_NE(message(deep).find("too deeply"), std::string::npos);
}

TEST(Text, SurvivesDamage) {
  const std::string text = R"(graph @g(%c: bool[], %x: f32["x.0",N]) -> (%y: f32["x.0"] as "out") given "x.0" >= 0, N <= 5 {
  @k = f32[2]{1, nan(7fc00001)} : f32[2] <placement=weight, contents=[N]>
  %y = com.x::If.13(%c, %x, @k) {a=[1,2], t=i8[4]{base64 "AAECAw=="}} named "if" : f32[floordiv(N, 2)] {
    body = graph @then(%x: f32["x.0"]) -> (%x: f32["x.0"]) { check equal(N, 4) "a" "b" note "n" }
  }
})";
  ASSERT_TRUE(parse_graph(text).ok()) << parse_graph(text).status().message();
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips)
      damaged[random() % damaged.size()] = static_cast<char>(random() % 128);
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    Result<std::unique_ptr<Graph>> parsed = parse_graph(damaged);
    if (parsed.ok()) print(**parsed);
  }
}

TEST(Dot, DrawsNodesAndBodies) {
  Result<std::unique_ptr<Graph>> parsed = parse_graph(R"(graph @"a b"(%c: bool[], %x: f32[N]) -> (%y) {
  %y = If(%c, %x) { then_branch = graph @t(%x: f32[N]) -> (%x) {} else_branch = graph @e(%x: f32[N]) -> (%x) {} }
})");
  ASSERT_TRUE(parsed.ok());
  const std::string drawing = dot(**parsed);
  EXPECT_EQ(drawing.find("digraph \"a b\" {"), 0u);
  EXPECT_NE(drawing.find("label=\"y.then_branch\""), std::string::npos);
  EXPECT_NE(drawing.find("x f32[N]"), std::string::npos);
}

}  // namespace
}  // namespace gearbox
