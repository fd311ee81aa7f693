#pragma once

#include <cstdint>
#include <string>

#include "base/attributes.h"
#include "base/literal.h"
#include "base/status.h"
#include "ir/text_cursor.h"

namespace gearbox {

/// How much of a constant is written out.
struct LiteralStyle {
  int64_t inline_elements = 16;        ///< longer ones are written as base64 of their bytes
  int64_t shown_elements = INT64_MAX;  ///< longer ones are shown as {...}, for eyes only: that cannot be parsed back
};

/// "f32[2,2]{1, 2.5, inf, nan}", or "f32[64]{base64 "…"}" beyond the inline limit. Exact: every bit comes back, NaN payloads too.
std::string literal_text(const Literal& literal, const LiteralStyle& style);
/// Reads a literal; errors name line and column. Never allocates more than the text's length calls for.
Result<Literal> parse_literal(TextCursor& cursor);

/// 7 · 7.0 · "text" · [1,2] · [1.0] · ["a"] · floats[] · strings[] · a literal.
std::string attribute_text(const Attribute& attribute, const LiteralStyle& style);
Result<Attribute> parse_attribute(TextCursor& cursor);

/// The shortest decimal that reads back to the same float, always told from an integer by '.', 'e', inf or nan.
std::string real_text(float value);

}  // namespace gearbox
