#include "ir/loop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/loop_interpret.h"

namespace gearbox {
namespace {

LoopBody scaled_sum(bool swapped) {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  const int32_t y = body.input(DType::kF32, LoopAccess::kScalar);
  const int32_t half = body.constant(DType::kF32, 0.5);
  const int32_t sum = swapped ? body.emit(LoopOp::kAdd, y, x) : body.emit(LoopOp::kAdd, x, y);
  body.output(body.emit(LoopOp::kMul, sum, half));
  return body;
}

TEST(Loop, HasAText) {
  EXPECT_EQ(text(scaled_sum(false)),
            "%0 = input f32 dense\n"
            "%1 = input f32 scalar\n"
            "%2 = constant f32 0x3f000000\n"
            "%3 = add %0, %1 : f32\n"
            "%4 = mul %3, %2 : f32\n"
            "return %4\n");
}

TEST(Loop, IsParsedBack) {
  LoopBody body = scaled_sum(false);
  const int32_t flag = body.emit(LoopOp::kIsNan, body.outputs[0]);
  body.output(body.emit(LoopOp::kSelect, flag, body.constant(DType::kF32, -1), body.outputs[0]));
  body.output(body.cast(flag, DType::kU8));
  const Result<LoopBody> parsed = parse_loop(text(body));
  ASSERT_TRUE(parsed.ok()) << parsed.status().text();
  EXPECT_EQ(parsed->values, body.values);
  EXPECT_EQ(parsed->outputs, body.outputs);
}

TEST(Loop, ParserRefusesOtherText) {
  for (const char* source : {"", "return", "return %0", "%1 = input f32 dense\nreturn %1", "%0 = input f32 sideways\nreturn %0",
                             "%0 = input f32 dense\n%1 = frobnicate %0 : f32\nreturn %1", "%0 = constant f32 zz\nreturn %0",
                             "%0 = input f32 dense\n%1 = neg %0 : f64\nreturn %1", "%0 = input f32 dense\nreturn %0 %0",
                             "%0 = input f32 dense\n%1 = add %0, %99999999999 : f32\nreturn %1", "%0 = input f32 dense"}) {
    EXPECT_FALSE(parse_loop(source).ok()) << source;
  }
}

TEST(Loop, CanonicalFormForgetsTheOrderOfConstruction) {
  EXPECT_EQ(text(canonical(scaled_sum(true))), text(canonical(scaled_sum(false))));
  EXPECT_EQ(structural_hash(scaled_sum(true)), structural_hash(scaled_sum(false)));
}

TEST(Loop, CanonicalFormDropsDeadAndRepeatedValues) {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  body.input(DType::kF32, LoopAccess::kDense);
  body.emit(LoopOp::kExp, x);
  const int32_t a = body.emit(LoopOp::kNeg, x);
  const int32_t b = body.emit(LoopOp::kNeg, body.cast(x, DType::kF32));
  body.output(body.emit(LoopOp::kMul, a, b));
  EXPECT_EQ(text(canonical(body)),
            "%0 = input f32 dense\n"
            "%1 = input f32 dense\n"
            "%2 = neg %0 : f32\n"
            "%3 = mul %2, %2 : f32\n"
            "return %3\n");
}

TEST(Loop, DifferentConstantsAndAccessesDiffer) {
  LoopBody a, b, c;
  for (LoopBody* body : {&a, &b, &c}) {
    const int32_t x = body->input(DType::kI32, body == &c ? LoopAccess::kFlagged : LoopAccess::kDense);
    body->output(body->emit(LoopOp::kAdd, x, body->constant(DType::kI32, body == &b ? -2 : -1)));
  }
  EXPECT_NE(structural_hash(a), structural_hash(b));
  EXPECT_NE(structural_hash(a), structural_hash(c));
}

TEST(Loop, ValidationNamesTheValue) {
  LoopBody body;
  const int32_t x = body.input(DType::kF32, LoopAccess::kDense);
  const int32_t y = body.input(DType::kI32, LoopAccess::kDense);
  body.output(body.emit(LoopOp::kAdd, x, y));
  EXPECT_NE(validate(body).message().find("%2 = add %0, %1 : f32: operands must have one type"), std::string::npos);
}

TEST(Loop, ValidationRefusesWhatCannotRun) {
  LoopBody no_output;
  no_output.input(DType::kF32, LoopAccess::kDense);
  EXPECT_FALSE(validate(no_output).ok());

  LoopBody forward = scaled_sum(false);
  forward.values[3].args[0] = 4;
  EXPECT_FALSE(validate(forward).ok());

  LoopBody text_input;
  text_input.output(text_input.input(DType::kString, LoopAccess::kDense));
  EXPECT_FALSE(validate(text_input).ok());

  LoopBody half_add;
  const int32_t h = half_add.input(DType::kF16, LoopAccess::kDense);
  half_add.output(half_add.emit(LoopOp::kAdd, h, h));
  EXPECT_FALSE(validate(half_add).ok());
}

TEST(Loop, SupportFollowsTheElementType) {
  EXPECT_TRUE(loop_supported(LoopOp::kAdd, DType::kI64));
  EXPECT_TRUE(loop_supported(LoopOp::kSelect, DType::kBF16));
  EXPECT_FALSE(loop_supported(LoopOp::kFmod, DType::kF32));
  EXPECT_FALSE(loop_supported(LoopOp::kAdd, DType::kF16));
  EXPECT_FALSE(loop_supported(LoopOp::kShiftLeft, DType::kI32));
  EXPECT_FALSE(loop_supported(LoopOp::kExp, DType::kString));
}

template <class T>
T evaluate(LoopOp op, T a, T b) {
  LoopBody body;
  const int32_t x = body.input(DTypeOf<T>::value, LoopAccess::kDense);
  const int32_t y = body.input(DTypeOf<T>::value, LoopAccess::kDense);
  body.output(loop_op_arity(op) == 1 ? body.emit(op, x) : body.emit(op, x, y));
  T out{};
  const LoopOperand operands[] = {{&a}, {&b}, {&out}};
  EXPECT_TRUE(interpret(body, {1, 1, operands}).ok());
  return out;
}

TEST(LoopInterpreter, FollowsOnnxOnIntegers) {
  EXPECT_EQ(evaluate<int32_t>(LoopOp::kDiv, -7, 2), -3);
  EXPECT_EQ(evaluate<int32_t>(LoopOp::kMod, -7, 2), 1);
  EXPECT_EQ(evaluate<int32_t>(LoopOp::kFmod, -7, 2), -1);
  EXPECT_EQ(evaluate<int32_t>(LoopOp::kDiv, 5, 0), 0);
  EXPECT_EQ(evaluate<int32_t>(LoopOp::kDiv, INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(evaluate<uint8_t>(LoopOp::kSub, 1, 2), 255);
  EXPECT_EQ(evaluate<uint8_t>(LoopOp::kShiftLeft, 1, 8), 0);
}

TEST(LoopInterpreter, KeepsNan) {
  EXPECT_TRUE(std::isnan(evaluate<float>(LoopOp::kMax, NAN, 1)));
  EXPECT_TRUE(std::isnan(evaluate<float>(LoopOp::kMin, 1, NAN)));
  EXPECT_TRUE(std::isnan(evaluate<float>(LoopOp::kRelu, NAN, 0)));
  EXPECT_TRUE(std::isnan(evaluate<float>(LoopOp::kSign, NAN, 0)));
  EXPECT_EQ(evaluate<float>(LoopOp::kRound, 2.5f, 0), 2);
}

TEST(LoopInterpreter, CastsSaturate) {
  const float values[] = {300.f, -5.f, NAN, 3.9f};
  uint8_t out[4] = {};
  LoopBody body;
  body.output(body.cast(body.input(DType::kF32, LoopAccess::kDense), DType::kU8));
  const LoopOperand operands[] = {{const_cast<float*>(values)}, {out}};
  ASSERT_TRUE(interpret(body, {4, 1, operands}).ok());
  EXPECT_EQ(out[0], 255);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
  EXPECT_EQ(out[3], 3);
}

}  // namespace
}  // namespace gearbox
