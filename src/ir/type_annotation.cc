#include "ir/type_annotation.h"

#include "ir/literal_text.h"

namespace gearbox {

namespace type_annotation {

constexpr std::string_view kPlacements[] = {"unplaced", "weight", "arena", "pool", "caller"};

std::string dims_text(const std::vector<Dim>& dims) {
  std::string out = "[";
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? "," : "") + dims[i].text();
  return out + "]";
}

void add_quantisation(const Quantisation& quantisation, std::vector<std::string>& parts) {
  parts.push_back("quant_axis=" + std::to_string(quantisation.axis));
  parts.push_back("scale=" + attribute_text(quantisation.scale, {}));
  parts.push_back("zero_point=" + attribute_text(quantisation.zero_point, {}));
}

template <class T>
Status read(TextCursor& cursor, T& out) {
  GBX_ASSIGN_OR_RETURN(Attribute attribute, parse_attribute(cursor));
  if (!std::holds_alternative<T>(attribute)) return cursor.error("the value is of another kind than expected");
  out = std::get<T>(std::move(attribute));
  return {};
}

Result<std::vector<Dim>> bracketed(TextCursor& cursor, DimScope& scope) {
  GBX_RETURN_IF_ERROR(cursor.expect("["));
  return parse_dims(cursor, "]", scope);
}

Result<Placement> parse_placement(TextCursor& cursor) {
  const std::string_view word = cursor.word();
  for (size_t i = 0; i < std::size(kPlacements); ++i) {
    if (word == kPlacements[i]) return static_cast<Placement>(i);
  }
  return cursor.error("expected weight, arena, pool or caller");
}

Status parse_part(TextCursor& cursor, DimScope& scope, Annotation& out) {
  const std::string key(cursor.word());
  GBX_RETURN_IF_ERROR(cursor.expect("="));
  auto quantisation = [&]() -> Quantisation& { return out.type.quantisation ? *out.type.quantisation : out.type.quantisation.emplace(); };
  if (key == "capacity") {
    GBX_ASSIGN_OR_RETURN(out.type.capacity, bracketed(cursor, scope));
  } else if (key == "strides") {
    GBX_ASSIGN_OR_RETURN(out.type.strides, bracketed(cursor, scope));
  } else if (key == "contents") {
    GBX_ASSIGN_OR_RETURN(out.contents, bracketed(cursor, scope));
  } else if (key == "quant_axis") {
    GBX_RETURN_IF_ERROR(read(cursor, quantisation().axis));
  } else if (key == "scale") {
    GBX_RETURN_IF_ERROR(read(cursor, quantisation().scale));
  } else if (key == "zero_point") {
    GBX_RETURN_IF_ERROR(read(cursor, quantisation().zero_point));
  } else if (key == "placement") {
    GBX_ASSIGN_OR_RETURN(out.type.placement, parse_placement(cursor));
  } else if (key == "lifetime") {
    if (!cursor.accept_word("persistent")) return cursor.error("expected persistent");
    out.type.lifetime = Lifetime::kPersistent;
  } else {
    return cursor.error("a type has no part '" + key + "'");
  }
  return {};
}

}  // namespace type_annotation

std::string annotation_text(const Value& value) {
  const TensorType& type = value.type();
  std::vector<std::string> parts;
  if (type.capacity) parts.push_back("capacity=" + type_annotation::dims_text(*type.capacity));
  if (!type.strides.empty()) parts.push_back("strides=" + type_annotation::dims_text(type.strides));
  if (type.quantisation) type_annotation::add_quantisation(*type.quantisation, parts);
  if (type.placement != Placement::kUnplaced) {
    parts.push_back("placement=" + std::string(type_annotation::kPlacements[static_cast<size_t>(type.placement)]));
  }
  if (type.lifetime == Lifetime::kPersistent) parts.push_back("lifetime=persistent");
  if (value.contents()) parts.push_back("contents=" + type_annotation::dims_text(*value.contents()));
  std::string out = type_text(type);
  for (size_t i = 0; i < parts.size(); ++i) out += (i ? ", " : " <") + parts[i];
  return parts.empty() ? out : out + ">";
}

Result<std::vector<Dim>> parse_dims(TextCursor& cursor, std::string_view closer, DimScope& scope) {
  std::vector<Dim> dims;
  if (cursor.accept(closer)) return dims;
  do {
    const size_t start = cursor.position();
    Result<Dim> dim = parse_dim(cursor.until(std::string(",").append(closer)), scope);
    if (!dim.ok()) {
      cursor.seek(start);
      return cursor.error(dim.status().message());
    }
    dims.push_back(*dim);
  } while (cursor.accept(","));
  GBX_RETURN_IF_ERROR(cursor.expect(closer));
  return dims;
}

Result<Annotation> parse_annotation(TextCursor& cursor, DimScope& scope) {
  Annotation out;
  const std::optional<DType> dtype = dtype_from_name(cursor.word());
  if (!dtype) return cursor.error("expected an element type");
  out.type.dtype = *dtype;
  GBX_RETURN_IF_ERROR(cursor.expect("["));
  if (cursor.accept("*")) {
    GBX_RETURN_IF_ERROR(cursor.expect("]"));
  } else {
    GBX_ASSIGN_OR_RETURN(out.type.shape, parse_dims(cursor, "]", scope));
  }
  if (cursor.accept_word("nChw8c")) out.type.format = MemoryFormat::kBlocked8;
  if (!cursor.accept("<")) return out;
  do {
    GBX_RETURN_IF_ERROR(type_annotation::parse_part(cursor, scope, out));
  } while (cursor.accept(","));
  GBX_RETURN_IF_ERROR(cursor.expect(">"));
  return out;
}

}  // namespace gearbox
