#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/new_file.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/print.h"

namespace gearbox::cli {

namespace {

/// The object as text; what is no UTF-8 is replaced, and what a terminal would not show (base/utf8.h) is escaped.
std::string json_text(const nlohmann::json& object, int indent) {
  const std::string raw = object.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  for (std::string_view rest = raw; !rest.empty();) {
    uint32_t point = 0;
    const size_t length = utf8_length(rest, &point);
    char escape[8];
    if (point == '\n' || is_shown(point)) {
      out += rest.substr(0, length);
    } else {
      std::snprintf(escape, sizeof(escape), "\\u%04x", point);
      out += escape;
    }
    rest.remove_prefix(length);
  }
  return out + "\n";
}

}  // namespace

nlohmann::json error_object(const Status& status, const std::string& headline) {
  nlohmann::json facts = nlohmann::json::object();
  for (const ErrorFact& fact : status.facts()) facts[fact.key] = fact.value;
  return {
      {"error",
       {{"code", code_name(status.code())}, {"message", (headline.empty() ? "" : headline + ": ") + status.message()}, {"facts", facts}}}};
}

void require_words(const Status& status) {
  if (!status.ok() && status.code() != Code::kUnsupported) throw CLI::ValidationError(status.message(), CLI::ExitCodes::ValidationError);
}

void print_json(const nlohmann::json& object) { std::fputs(json_text(object, 1).c_str(), stdout); }

Status write_json(const std::string& path, const nlohmann::json& object) { return write_file(path, json_text(object, -1)); }

int report(const Status& status, Answer answer, const std::string& headline) {
  if (status.ok()) return kExitOk;
  if (answer == Answer::kJson) print_json(error_object(status, headline));
  const std::string indent = headline.empty() ? "" : "  ";
  std::string out = "gearbox: " + (headline.empty() ? "" : headline + "\n  ") + status.message() + "\n";
  size_t widest = 0;
  for (const ErrorFact& fact : status.facts()) widest = std::max(widest, fact.key.size());
  for (const ErrorFact& fact : status.facts())
    out += indent + "  " + fact.key + std::string(widest - fact.key.size(), ' ') + " = " + fact.value + "\n";
  print_aside(out);
  return status.code() == Code::kUnsupported ? kExitUnsupported : kExitFailed;
}

}  // namespace gearbox::cli
