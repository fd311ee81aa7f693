#include "ops/case_text_test_support.h"

#include <fstream>

#include "base/dtype.h"
#include "base/half.h"
#include "ops/run/convert.h"

namespace gearbox::ops {

namespace {

/// Splits at `separator` outside of quotes, brackets and braces.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  std::string part;
  int depth = 0;
  bool quoted = false;
  for (char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{' || c == '(')) ++depth;
    if (!quoted && (c == ']' || c == '}' || c == ')')) --depth;
    if (c == separator && depth == 0 && !quoted) {
      if (separator != ' ' || !part.empty()) out.push_back(part);
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) out.push_back(part);
  return out;
}

bool starts_tensor(std::string_view text) {
  const size_t open = text.find('[');
  return open != std::string_view::npos && dtype_from_name(text.substr(0, open)).has_value();
}

Result<CaseTensor> parse_tensor(std::string_view text) {
  CaseTensor out;
  if (text == "-") {
    out.given = false;
    return out;
  }
  const size_t open = text.find('['), close = text.find(']');
  if (!starts_tensor(text) || close == std::string_view::npos) return invalid_argument("'" + std::string(text) + "' is no tensor type");
  out.dtype = *dtype_from_name(text.substr(0, open));
  const std::string_view dims = text.substr(open + 1, close - open - 1);
  out.ranked = dims != "*";
  if (out.ranked) out.dims = split(dims, ',');
  std::string_view rest = text.substr(close + 1);
  if (rest.empty()) return out;
  if (rest.starts_with("={") && rest.ends_with("}")) {
    out.elements = split(rest.substr(2, rest.size() - 3), ',');
    return out;
  }
  const size_t dots = rest.find("..");
  if (!rest.starts_with("{") || !rest.ends_with("}") || dots == std::string_view::npos) {
    return invalid_argument("'" + std::string(rest) + "' is neither ={elements} nor {low..high}");
  }
  out.range = {std::stod(std::string(rest.substr(1, dots - 1))), std::stod(std::string(rest.substr(dots + 2)))};
  return out;
}

bool is_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789+-.e") == std::string_view::npos; }
bool is_real(std::string_view text) { return is_number(text) && text.find_first_of(".e") != std::string_view::npos; }

Result<Literal> parse_literal(std::string_view text) {
  GBX_ASSIGN_OR_RETURN(const CaseTensor tensor, parse_tensor(text));
  std::vector<int64_t> dims;
  for (const std::string& dim : tensor.dims) dims.push_back(std::stoll(dim));
  Literal out = Literal::allocate(tensor.dtype, dims);
  if (!tensor.elements || static_cast<int64_t>(tensor.elements->size()) != out.elements())
    return invalid_argument("the elements of '" + std::string(text) + "' do not fit its type");
  dispatch_all(tensor.dtype, [&]<class T>(T) {
    for (size_t i = 0; i < tensor.elements->size(); ++i)
      static_cast<T*>(out.mutable_data())[i] = convert<T>(std::stod((*tensor.elements)[i]));
  });
  return out;
}

Result<Attribute> parse_attribute(std::string_view text) {
  if (starts_tensor(text)) {
    GBX_ASSIGN_OR_RETURN(Literal literal, parse_literal(text));
    return Attribute(std::move(literal));
  }
  if (text.starts_with("[") && text.ends_with("]")) {
    const std::vector<std::string> parts = split(text.substr(1, text.size() - 2), ',');
    Ints ints;
    Floats floats;
    Strings strings;
    for (const std::string& part : parts) {
      strings.push_back(part);
      if (!is_number(part)) continue;
      floats.push_back(std::stof(part));
      if (!is_real(part)) ints.push_back(std::stoll(part));
    }
    if (ints.size() == parts.size()) return Attribute(std::move(ints));
    if (floats.size() == parts.size()) return Attribute(std::move(floats));
    return Attribute(std::move(strings));
  }
  if (is_real(text)) return Attribute(std::stof(std::string(text)));
  if (is_number(text)) return Attribute(static_cast<int64_t>(std::stoll(std::string(text))));
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return Attribute(std::string(text));
}

}  // namespace

Result<OperatorCase> parse_case(std::string_view text) {
  OperatorCase out;
  out.text = text;
  bool results = false;
  for (const std::string& word : split(text, ' ')) {
    if (word == "=>") {
      results = true;
    } else if (word == "error" && results) {
      out.refused = true;
    } else if (word == "-" || starts_tensor(word)) {
      GBX_ASSIGN_OR_RETURN(CaseTensor tensor, parse_tensor(word));
      (results ? out.outputs : out.inputs).push_back(std::move(tensor));
    } else if (const size_t least = word.find(">="); least != std::string::npos) {
      out.least[word.substr(0, least)] = std::stoll(word.substr(least + 2));
    } else if (const size_t equals = word.find('='); equals != std::string::npos) {
      GBX_ASSIGN_OR_RETURN(Attribute value, parse_attribute(std::string_view(word).substr(equals + 1)));
      if (word.substr(0, equals) == "opset") {
        out.opset = static_cast<int>(std::get<int64_t>(value));
      } else {
        out.attributes.set(word.substr(0, equals), std::move(value));
      }
    } else {
      return invalid_argument("'" + word + "' is neither a tensor nor an attribute");
    }
  }
  if (!results) return invalid_argument("'" + std::string(text) + "' lacks =>");
  return out;
}

Result<std::vector<OperatorCase>> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) return not_found("cannot open " + path);
  std::vector<OperatorCase> out;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    auto parsed = parse_case(line);
    if (!parsed.ok()) return parsed.status().at(path + ":" + std::to_string(number));
    parsed->line = number;
    out.push_back(std::move(parsed).value());
  }
  return out;
}

}  // namespace gearbox::ops
