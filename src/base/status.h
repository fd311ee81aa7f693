#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gearbox {

/// What kind of failure a Status reports. The order is part of the C ABI: append only.
enum class Code {
  kOk,
  kInvalidArgument,    ///< The caller's input, option or file is wrong.
  kUnsupported,        ///< Valid, but this engine or machine cannot do it.
  kNotFound,           ///< A file, name or id does not exist.
  kCorrupt,            ///< A file's bytes contradict its format.
  kResourceExhausted,  ///< A memory cap, step budget or system limit was reached.
  kInternal,           ///< An invariant of the engine broke: a fault to report.
};

/// Stable lower-case name of a code, for example "invalid_argument".
std::string_view code_name(Code code);

/// One fact beside an error's message: which tensor, axis, value, option …
struct ErrorFact {
  std::string key;
  std::string value;
};

/// Success, or a code with a message in the user's own names and the facts behind it. Cheap to move; not thread-shared.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  const std::vector<ErrorFact>& facts() const { return facts_; }

  /// Adds a fact and returns the same status, so that facts can be chained onto a new error.
  Status& with(std::string key, std::string value) &;
  Status&& with(std::string key, std::string value) && { return std::move(with(std::move(key), std::move(value))); }
  /// Puts "where: " before the message: the outer name of the place that failed (a node, a file).
  Status&& at(std::string_view where) &&;
  /// The message followed by the facts, one a line, as the command line shows it.
  std::string text() const;

 private:
  Code code_ = Code::kOk;
  std::string message_;
  std::vector<ErrorFact> facts_;
};

inline Status invalid_argument(std::string message) { return {Code::kInvalidArgument, std::move(message)}; }
inline Status unsupported(std::string message) { return {Code::kUnsupported, std::move(message)}; }
inline Status not_found(std::string message) { return {Code::kNotFound, std::move(message)}; }
inline Status corrupt(std::string message) { return {Code::kCorrupt, std::move(message)}; }
inline Status resource_exhausted(std::string message) { return {Code::kResourceExhausted, std::move(message)}; }
inline Status internal_error(std::string message) { return {Code::kInternal, std::move(message)}; }

/// A value or the Status that explains its absence.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Status status) : state_(std::in_place_index<1>, std::move(status)) {}

  bool ok() const { return state_.index() == 0; }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  Status status() const { return ok() ? Status() : std::get<1>(state_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> state_;
};

}  // namespace gearbox

#define GBX_CONCAT_INNER(a, b) a##b
#define GBX_CONCAT(a, b) GBX_CONCAT_INNER(a, b)

/// Leaves the function with the status of `expression` unless it is ok.
#define GBX_RETURN_IF_ERROR(expression)          \
  do {                                           \
    ::gearbox::Status gbx_status = (expression); \
    if (!gbx_status.ok()) return gbx_status;     \
  } while (false)

/// Declares `lhs` from the value of a Result, or leaves the function with its status.
#define GBX_ASSIGN_OR_RETURN(lhs, expression) GBX_ASSIGN_OR_RETURN_INNER(GBX_CONCAT(gbx_result_, __LINE__), lhs, expression)
#define GBX_ASSIGN_OR_RETURN_INNER(result, lhs, expression) \
  auto result = (expression);                               \
  if (!result.ok()) return result.status();                 \
  lhs = std::move(result).value()
