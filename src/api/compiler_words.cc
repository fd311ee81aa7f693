#include "api/compiler_words.h"

namespace gearbox {

Status with_stated_words(Status status, const ShapeRequest& shapes) {
  constexpr std::string_view kInputShape = "--input_shape", kSymbols = "--symbols", kAssert = "--assert";
  const std::string text = status.text();
  const auto named = [&](std::string_view option) { return text.find(option) != std::string::npos; };
  if (status.code() != Code::kInvalidArgument || named(kInputShape) || named(kSymbols) || named(kAssert)) return status;
  const auto state = [&](std::string_view option, const std::string& words) { status.with("stated", std::string(option) + " " + words); };
  if (shapes.words.input_shape) state(kInputShape, *shapes.words.input_shape);
  if (shapes.words.symbols) state(kSymbols, *shapes.words.symbols);
  for (const std::string& relation : shapes.asserts) state(kAssert, relation);
  return status;
}

}  // namespace gearbox
