#include "cli/trace.h"

#include <cmath>
#include <fstream>
#include <sstream>

#include "base/half.h"

namespace gearbox::cli {

namespace {

/// The finaliser of splitmix64 (Steele, Lea and Flood, 2014).
uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// FNV-1a over the name's bytes.
uint64_t name_hash(const std::string& name) {
  uint64_t hash = 1469598103934665603U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

template <class T>
void fill(Literal& literal, uint64_t seed, const std::string& kind, double a, double b) {
  T* out = static_cast<T*>(literal.mutable_data());
  for (int64_t i = 0, n = literal.elements(); i < n; ++i) {
    const double u = static_cast<double>(mix(seed + static_cast<uint64_t>(i)) >> 11) / 9007199254740992.0;
    double value = a + (b - a) * u;
    if (kind == "const") value = a;
    if (kind == "iota") value = static_cast<double>(i);
    if (kind == "int") value = std::floor(a + (b - a) * u);
    if constexpr (std::is_integral_v<T>) {
      out[i] = static_cast<T>(static_cast<int64_t>(value));
    } else {
      out[i] = T(static_cast<float>(value));
    }
  }
}

Result<TraceInput> parse_input(const std::string& word) {
  const size_t equals = word.rfind('=');
  if (equals == std::string::npos || equals == 0) return invalid_argument("'" + word + "' is not NAME=D0xD1…");
  TraceInput input;
  input.name = word.substr(0, equals);
  const std::string dims = word.substr(equals + 1);
  if (dims == "scalar") return input;
  std::istringstream in(dims);
  for (std::string dim; std::getline(in, dim, 'x');) {
    const auto extent = parse_extent(dim);
    if (!extent) return invalid_argument("'" + word + "': '" + dim + "' is not an extent");
    input.dims.push_back(*extent);
  }
  return input;
}

}  // namespace

std::optional<int64_t> parse_extent(const std::string& text) {
  const std::string digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoll(text);
}

Result<std::pair<std::string, FillRule>> parse_fill(const std::string& words) {
  std::istringstream in(words);
  std::string name;
  FillRule rule;
  in >> name >> rule.kind;
  const int numbers = rule.kind == "const" ? 1 : rule.kind == "uniform" || rule.kind == "int" ? 2 : rule.kind == "iota" ? 0 : -1;
  if (numbers > 0) in >> rule.a;
  if (numbers > 1) in >> rule.b;
  if (numbers < 0 || in.fail())
    return invalid_argument("fill '" + words + "': NAME const V, NAME uniform LO HI, NAME int LO HI or NAME iota expected");
  return std::pair(name, rule);
}

Result<Trace> parse_trace(const std::string& text) {
  Trace trace;
  std::map<std::string, int> known;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word[0] == '#') continue;
    if (word == "!fill") {
      std::string rest;
      std::getline(words, rest);
      GBX_ASSIGN_OR_RETURN(auto fill, parse_fill(rest));
      trace.fills[fill.first] = fill.second;
      continue;
    }
    int repeat = 1;
    if (word[0] == '*') {
      repeat = std::atoi(word.c_str() + 1);
      if (repeat < 1 || !(words >> word)) return invalid_argument("trace line '" + line + "': a count and a request expected");
    }
    std::vector<TraceInput> inputs;
    std::string key;
    do {
      GBX_ASSIGN_OR_RETURN(TraceInput input, parse_input(word));
      inputs.push_back(std::move(input));
      key += (key.empty() ? "" : " ") + word;
    } while (words >> word);
    const auto [it, fresh] = known.emplace(key, static_cast<int>(trace.shapes.size()));
    if (fresh) {
      trace.shape_names.push_back(key);
      trace.shapes.push_back(std::move(inputs));
    }
    trace.requests.insert(trace.requests.end(), static_cast<size_t>(repeat), it->second);
  }
  if (trace.requests.empty()) return invalid_argument("the trace holds no request");
  return trace;
}

Result<Trace> read_trace(const std::string& path) {
  std::ifstream file(path);
  if (!file) return not_found("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  auto trace = parse_trace(text.str());
  if (!trace.ok()) return std::move(trace.status()).at(path);
  return trace;
}

Literal filled(const std::string& name, DType dtype, std::vector<int64_t> dims, const FillRule& rule) {
  Literal out = Literal::allocate(dtype, std::move(dims));
  const bool real = dtype == DType::kF32 || dtype == DType::kF64 || dtype == DType::kF16;
  const std::string kind = !rule.kind.empty() ? rule.kind : real ? "uniform" : "const";
  const double a = !rule.kind.empty() ? rule.a : real ? -1 : 1, b = rule.kind.empty() ? 1 : rule.b;
  const uint64_t seed = name_hash(name);
  switch (dtype) {
    case DType::kF32: fill<float>(out, seed, kind, a, b); break;
    case DType::kF64: fill<double>(out, seed, kind, a, b); break;
    case DType::kF16: fill<Half>(out, seed, kind, a, b); break;
    case DType::kI32: fill<int32_t>(out, seed, kind, a, b); break;
    case DType::kI64: fill<int64_t>(out, seed, kind, a, b); break;
    case DType::kU8:
    case DType::kI8:
    case DType::kBool: fill<uint8_t>(out, seed, kind, a, b); break;
    default: break;
  }
  return out;
}

}  // namespace gearbox::cli
