#include "api/compiler_words.h"

namespace gearbox {

Status with_stated_words(Status status, const ShapeRequest& shapes) {
  const auto names = [&status](std::string_view origin) { return status.message().find(origin) != std::string::npos; };
  if (status.code() != Code::kInvalidArgument || names("(--") || names("(options:")) return status;
  const options::ShapeWords& words = shapes.words;
  if (words.input_shape) std::move(status).with("stated", "--input_shape " + *words.input_shape);
  if (words.symbols) std::move(status).with("stated", "--symbols " + *words.symbols);
  for (const std::string& relation : shapes.asserts) std::move(status).with("stated", "--assert " + relation);
  return status;
}

}  // namespace gearbox
