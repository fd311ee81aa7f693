#include "cli/number_check.h"

#include <string>

namespace gearbox::cli {

namespace {

CLI::Validator at_least_zero(bool zero, const std::string& type) {
  const auto check = [zero](std::string& text) -> std::string {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value)) return "'" + text + "' is not a number";
    if (zero ? value >= 0 : value > 0) return "";
    return text + " is not " + (zero ? "0 or more" : "above 0");
  };
  return {check, type};
}

}  // namespace

CLI::Validator above_zero() { return at_least_zero(false, "POSITIVE"); }
CLI::Validator zero_or_more() { return at_least_zero(true, "NONNEGATIVE"); }

}  // namespace gearbox::cli
