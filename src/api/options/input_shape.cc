#include "api/options/input_shape.h"

#include <algorithm>
#include <optional>

#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// Reads one axis; a problem is reported with `place` before it.
std::optional<ShapeAxis> parse_axis(std::string_view token, const std::string& place, Problems& problems) {
  token = trimmed(token);
  const auto wrong = [&](const std::string& text) {
    problems.add(Option::kInputShape, place + ": " + text);
    return std::nullopt;
  };
  if (token == "-1") return ShapeAxis{};
  const size_t tilde = token.find('~');
  const auto lower = parse_extent(token.substr(0, tilde));
  if (!lower.ok()) {
    const bool axis_of_no_rank = tilde == std::string_view::npos && token == "-2";
    return wrong(axis_of_no_rank ? "'-2' (unknown rank) is not supported; write each axis, -1 for an open one" : lower.status().message());
  }
  if (tilde == std::string_view::npos) return ShapeAxis{ShapeAxis::Kind::kFixed, *lower, *lower};
  const std::string_view end = trimmed(token.substr(tilde + 1));
  if (end == "-1") return ShapeAxis{ShapeAxis::Kind::kRange, *lower, INT64_MAX};
  const auto upper = parse_extent(end);
  if (!upper.ok()) return wrong(upper.status().message() + " (range " + quote(token) + ")");
  if (*lower > *upper) return wrong("the range " + quote(token) + " ends before it begins");
  return ShapeAxis{ShapeAxis::Kind::kRange, *lower, *upper};
}

/// Holds the item against the model's declaration of the input.
void check_against(const InputDecl& input, const ShapeItem& item, Problems& problems) {
  const size_t rank = item.axes.size();
  if (input.dims && input.dims->size() != rank) {
    const std::string extents = rank == 1 ? " extent is given" : " extents are given";
    problems.add(Option::kInputShape, "input " + quote(input.name) + " has rank " + std::to_string(input.dims->size()) + " in the model, " +
                                          std::to_string(rank) + extents);
    return;
  }
  for (size_t i = 0; i < rank; ++i) {
    const ShapeAxis& axis = item.axes[i];
    const int64_t* declared = input.dims ? std::get_if<int64_t>(&(*input.dims)[i]) : nullptr;
    if (axis.lower != axis.upper) continue;
    const std::string place = axis_text(input.name, i) + ": " + std::to_string(axis.lower);
    if (declared && *declared != axis.lower) {
      problems.add(Option::kInputShape, place + " given, the model fixes it at " + std::to_string(*declared));
    } else if (!declared && axis.lower == 0) {
      problems.add(Option::kInputShape,
                   place + " given, a fixed extent must be positive, as in GE; a range such as '0~8' admits empty tensors");
    }
  }
}

}  // namespace

InputShape parse_input_shape(std::string_view text, std::optional<std::span<const InputDecl>> model, Problems& problems) {
  InputShape out;
  std::vector<std::string> seen;
  std::vector<std::string_view> items = split_unquoted(text, ';');
  if (items.size() > 1 && trimmed(items.back()).empty()) items.pop_back();
  for (size_t i = 0; i < items.size(); ++i) {
    const size_t before = problems.size();
    const size_t colon = rfind_unquoted(items[i], ':');
    if (colon == std::string_view::npos) {
      problems.add(Option::kInputShape, "item " + std::to_string(i + 1) + " " + quote(trimmed(items[i])) + " is not NAME:D0,D1,…");
      continue;
    }
    const auto name = parse_name(items[i].substr(0, colon));
    if (!name.ok()) {
      problems.add(Option::kInputShape, "item " + std::to_string(i + 1) + " " + quote(trimmed(items[i])) + ": " + name.status().message());
      continue;
    }
    ShapeItem item{*name, {}};
    const std::string_view dims = items[i].substr(colon + 1);
    if (!trimmed(dims).empty()) {
      for (const std::string_view token : split(dims, ',')) {
        item.axes.push_back(parse_axis(token, axis_text(item.input, item.axes.size()), problems).value_or(ShapeAxis{}));
      }
    }
    const InputDecl* input = model ? find_input(*model, item.input) : nullptr;
    const bool twice = std::ranges::find(seen, item.input) != seen.end();
    if (model && !input) {
      problems.add(Option::kInputShape, unknown_name_text(item.input, "input", input_names(*model)));
    } else if (twice) {
      problems.add(Option::kInputShape, "input " + quote(item.input) + " is given twice");
    } else if (input && problems.size() == before) {
      check_against(*input, item, problems);
    }
    seen.push_back(item.input);
    if (problems.size() == before) out.push_back(std::move(item));
  }
  return out;
}

}  // namespace gearbox::options
