#include "api/compiler_words.h"

namespace gearbox {

Status with_stated_words(Status status, const ShapeRequest& shapes) {
  // Facts that contradict each other are listed with the words they come from.
  const bool listed = status.message().find("contradict each other") != std::string::npos;
  if (status.code() != Code::kInvalidArgument || listed) return status;
  const options::ShapeWords& words = shapes.words;
  if (words.input_shape) std::move(status).with("stated", "--input_shape " + *words.input_shape);
  if (words.symbols) std::move(status).with("stated", "--symbols " + *words.symbols);
  for (const std::string& relation : shapes.asserts) std::move(status).with("stated", "--assert " + relation);
  return status;
}

}  // namespace gearbox
