#include "api/options/ge_keys.h"

#include <algorithm>
#include <vector>

#include "api/options/lazy_gears.h"
#include "api/options/nearest_name.h"
#include "api/options/tokens.h"

namespace gearbox::options {

namespace {

/// The value of a key as the user wrote it; null where it is left out or blank.
const std::string* value_of(const std::map<std::string, std::string>& options, Option key) {
  const auto found = options.find(std::string(option_name(key, Spelling::kGe)));
  return found == options.end() || trimmed(found->second).empty() ? nullptr : &found->second;
}

}  // namespace

Result<GeOptions> options_from_ge(const std::map<std::string, std::string>& options) {
  Problems problems(Spelling::kGe);
  std::vector<std::string> known;
  for (const Option key : {Option::kInputShape, Option::kDims, Option::kNodeType, Option::kHybrid, Option::kLazy})
    known.push_back(problems.name(key));
  for (const auto& [key, value] : options) {
    if (std::ranges::find(known, key) != known.end()) continue;
    const auto near = nearest_name(key, known);
    problems.add(Option::kGeKeys, "key " + quote(key) + " is unknown" + (near ? "; did you mean " + quote(*near) + "?" : "") +
                                      " (known: " + names_text(known) + ")");
  }
  GeOptions out;
  out.words.spelling = Spelling::kGe;
  const std::string* shape = value_of(options, Option::kInputShape);
  const std::string* dims = value_of(options, Option::kDims);
  const std::string* type = value_of(options, Option::kNodeType);
  const std::string* hybrid = value_of(options, Option::kHybrid);
  if (shape) out.words.input_shape = *shape;
  if (dims) out.words.dynamic_dims = *dims;
  const std::string* lazy = value_of(options, Option::kLazy);
  const std::string_view lazy_word = lazy ? trimmed(*lazy) : "";
  const std::string_view type_word = type ? trimmed(*type) : "";
  const std::string_view hybrid_word = hybrid ? trimmed(*hybrid) : "";
  if (type && type_word != "0" && type_word != "1") {
    problems.add(Option::kNodeType, quote(type_word) + " is not a node type ('1': placeholder)");
  } else if (dims && type_word == "0") {
    problems.add(Option::kNodeType, "'0' (dataset) is not supported, an ONNX model has no dataset iterator; '1' (placeholder) is",
                 Code::kUnsupported);
  }
  if (hybrid && hybrid_word != "0" && hybrid_word != "1") problems.add(Option::kHybrid, quote(hybrid_word) + " is neither '0' nor '1'");
  if (lazy && lazy_word != "0" && lazy_word != "1") problems.add(Option::kLazy, quote(lazy_word) + " is neither '0' nor '1'");
  out.hybrid = shape && dims && type_word == "1" && hybrid_word == "1";
  out.lazy = lazy_word == "1";
  GBX_RETURN_IF_ERROR(problems.status());
  if (out.lazy) GBX_RETURN_IF_ERROR(check_lazy_gears(out.words, !out.hybrid));
  return out;
}

}  // namespace gearbox::options
