#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/new_file.h"
#include "base/printable_text.h"
#include "cli/commands.h"

namespace gearbox::cli {

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

void print_json(const nlohmann::json& object) {
  std::printf("%s\n", object.dump(1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

Status write_json(const std::string& path, const nlohmann::json& object) {
  return write_file(path, object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

int report(const Status& status, Answer answer, const std::string& headline) {
  if (status.ok()) return kExitOk;
  if (answer == Answer::kJson) print_json(error_object(status, headline));
  const std::string indent = headline.empty() ? "" : "  ";
  std::string out = "gearbox: " + (headline.empty() ? "" : headline + "\n  ") + status.message() + "\n";
  size_t widest = 0;
  for (const ErrorFact& fact : status.facts()) widest = std::max(widest, fact.key.size());
  for (const ErrorFact& fact : status.facts())
    out += indent + "  " + fact.key + std::string(widest - fact.key.size(), ' ') + " = " + fact.value + "\n";
  std::fputs(printable(out, true).c_str(), stderr);
  return status.code() == Code::kUnsupported ? kExitUnsupported : kExitFailed;
}

}  // namespace gearbox::cli
