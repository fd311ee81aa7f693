#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "ir/text_cursor.h"

namespace gearbox {

/// Everything the textual form says about a value behind its colon: the type in full and the symbolic contents.
struct Annotation {
  TensorType type;
  std::optional<std::vector<Dim>> contents;
};

std::string annotation_text(const Value& value);
Result<Annotation> parse_annotation(TextCursor& cursor, DimScope& scope);
/// Dims up to `closer`, which is consumed.
Result<std::vector<Dim>> parse_dims(TextCursor& cursor, std::string_view closer, DimScope& scope);

}  // namespace gearbox
