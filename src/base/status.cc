#include "base/status.h"

namespace gearbox {

std::string_view code_name(Code code) {
  switch (code) {
    case Code::kOk: return "ok";
    case Code::kInvalidArgument: return "invalid_argument";
    case Code::kUnsupported: return "unsupported";
    case Code::kNotFound: return "not_found";
    case Code::kCorrupt: return "corrupt";
    case Code::kResourceExhausted: return "resource_exhausted";
    case Code::kInternal: return "internal";
  }
  return "unknown";
}

Status& Status::with(std::string key, std::string value) & {
  facts_.push_back({std::move(key), std::move(value)});
  return *this;
}

Status&& Status::at(std::string_view where) && {
  message_ = std::string(where) + ": " + message_;
  return std::move(*this);
}

std::string Status::text() const {
  std::string out = message_;
  for (const ErrorFact& fact : facts_) out += "\n  " + fact.key + " = " + fact.value;
  return out;
}

}  // namespace gearbox
