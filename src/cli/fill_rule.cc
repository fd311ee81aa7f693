#include "cli/fill_rule.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "api/options/tokens.h"
#include "base/half.h"

namespace gearbox::cli {

namespace {

constexpr char kForms[] = "NAME const V, NAME uniform LO HI, NAME int LO HI or NAME iota expected";

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
    if constexpr (std::is_same_v<T, bool>) {
      out[i] = value != 0;
    } else if constexpr (std::is_integral_v<T>) {
      out[i] = static_cast<T>(static_cast<int64_t>(value));
    } else {
      out[i] = T(static_cast<float>(value));
    }
  }
}

bool is_real(DType dtype) { return dtype == DType::kF32 || dtype == DType::kF64 || dtype == DType::kF16 || dtype == DType::kBF16; }

/// How many numbers stand behind the kind; -1 for none of the kinds.
int numbers_of(std::string_view kind) {
  if (kind == "const") return 1;
  if (kind == "uniform" || kind == "int") return 2;
  return kind == "iota" ? 0 : -1;
}

std::optional<double> parse_real(std::string_view word) {
  double out = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(out)) return std::nullopt;
  return out;
}

std::string real_text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr};
}

struct Limits {
  double least, end;  ///< values of the type, or those of them that a double holds exactly: [least, end)
};

std::optional<Limits> limits_of(DType dtype) {
  constexpr double kExact = 9007199254740992.0;
  switch (dtype) {
    case DType::kBool: return Limits{0, 2};
    case DType::kI8: return Limits{-128, 128};
    case DType::kU8: return Limits{0, 256};
    case DType::kI16: return Limits{-32768, 32768};
    case DType::kU16: return Limits{0, 65536};
    case DType::kI32: return Limits{-2147483648.0, 2147483648.0};
    case DType::kU32: return Limits{0, 4294967296.0};
    case DType::kI64: return Limits{-kExact, kExact};
    case DType::kU64: return Limits{0, kExact};
    default: return std::nullopt;
  }
}

}  // namespace

Result<std::pair<std::string, FillRule>> parse_fill(const std::string& words) {
  const auto wrong = [&](const std::string& what) { return invalid_argument("fill '" + words + "': " + what); };
  const std::vector<std::string_view> parts = options::words_of(words);
  const int numbers = parts.size() < 2 ? -1 : numbers_of(parts[1]);
  if (numbers < 0 || parts.size() != static_cast<size_t>(numbers) + 2) return wrong(kForms);
  const auto name = options::parse_name(parts[0]);
  if (!name.ok()) return wrong(name.status().message());
  FillRule rule{std::string(parts[1]), 0, 0};
  for (int i = 0; i < numbers; ++i) {
    const std::string_view word = parts[static_cast<size_t>(i) + 2];
    const auto number = parse_real(word);
    if (!number) return wrong(options::quote(word) + " is not a number");
    (i == 0 ? rule.a : rule.b) = *number;
  }
  if (numbers == 2 && rule.a >= rule.b)
    return wrong("no value is at least " + std::string(parts[2]) + " and less than " + std::string(parts[3]));
  return std::pair(*name, std::move(rule));
}

Status check_fill(const std::string& name, DType dtype, const FillRule& rule) {
  const auto limits = limits_of(dtype);
  if (!limits || numbers_of(rule.kind) < 1) return {};
  const bool constant = rule.kind == "const";
  const double last = constant ? rule.a : rule.b;
  const double wrong = rule.a < limits->least ? rule.a : last;
  if (rule.a >= limits->least && (constant ? last < limits->end : last <= limits->end)) return {};
  return invalid_argument("fill of input '" + name + "': " + real_text(wrong) + " is beyond the values of " +
                          std::string(dtype_name(dtype)) + " (" + real_text(limits->least) + " to " + real_text(limits->end - 1) + ")");
}

Literal filled(const std::string& name, DType dtype, std::vector<int64_t> dims, const FillRule& rule) {
  Literal out = Literal::allocate(dtype, std::move(dims));
  const bool real = is_real(dtype);
  const std::string kind = !rule.kind.empty() ? rule.kind : real ? "uniform" : "const";
  const double a = !rule.kind.empty() ? rule.a : real ? -1 : 1, b = rule.kind.empty() ? 1 : rule.b;
  const uint64_t seed = name_hash(name);
  switch (dtype) {
    case DType::kF32: fill<float>(out, seed, kind, a, b); break;
    case DType::kF64: fill<double>(out, seed, kind, a, b); break;
    case DType::kF16: fill<Half>(out, seed, kind, a, b); break;
    case DType::kI32: fill<int32_t>(out, seed, kind, a, b); break;
    case DType::kI64: fill<int64_t>(out, seed, kind, a, b); break;
    case DType::kBF16: fill<BFloat16>(out, seed, kind, a, b); break;
    case DType::kU64: fill<uint64_t>(out, seed, kind, a, b); break;
    case DType::kI16:
    case DType::kU16: fill<uint16_t>(out, seed, kind, a, b); break;
    case DType::kU32: fill<uint32_t>(out, seed, kind, a, b); break;
    case DType::kU8:
    case DType::kI8: fill<uint8_t>(out, seed, kind, a, b); break;
    case DType::kBool: fill<bool>(out, seed, kind, a, b); break;
    default: break;
  }
  return out;
}

}  // namespace gearbox::cli
