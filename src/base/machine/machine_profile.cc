#include "base/machine/machine_profile.h"

#include <charconv>
#include <cmath>
#include <sstream>

namespace gearbox {

namespace {

constexpr std::string_view kHead = "gearbox machine 1";

/// The numbers of a profile with their names in the file and what they may be.
template <class Profile, class Visit>
void each_number(Profile& profile, const Visit& visit) {
  visit("fma", profile.fma, 1e6, 1e15);
  visit("l2_read", profile.l2_read, 1e6, 1e15);
  visit("l3_read", profile.l3_read, 1e6, 1e15);
  visit("memory_read", profile.memory_read, 1e6, 1e15);
  visit("region_ns", profile.region_ns, 0, 1e9);
  visit("l2_bytes", profile.l2_bytes, 1e3, 1e12);
  visit("l3_bytes", profile.l3_bytes, 1e3, 1e12);
}

template <class Number>
bool read_number(std::string_view word, Number& out) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

double MachineProfile::read_rate(double bytes) const {
  if (bytes <= static_cast<double>(l2_bytes)) return l2_read;
  return bytes <= static_cast<double>(l3_bytes) ? l3_read : memory_read;
}

std::string machine_text(const MachineProfile& profile) {
  std::ostringstream out;
  out << kHead << "\nprocessor " << profile.processor << "\n";
  each_number(profile, [&](std::string_view name, auto value, double, double) { out << name << " " << value << "\n"; });
  return out.str();
}

Result<MachineProfile> parse_machine(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line;
  if (!std::getline(lines, line) || line != kHead) return invalid_argument("the first line is not '" + std::string(kHead) + "'");
  MachineProfile out;
  constexpr std::string_view kProcessor = "processor ";
  if (!std::getline(lines, line) || !line.starts_with(kProcessor) || line.size() == kProcessor.size())
    return invalid_argument("the second line does not name the processor");
  out.processor = line.substr(kProcessor.size());
  Status status;
  each_number(out, [&](std::string_view name, auto& value, double least, double most) {
    const std::string begin = std::string(name) + " ";
    if (!status.ok()) return;
    if (!std::getline(lines, line) || !line.starts_with(begin)) {
      status = invalid_argument("the line '" + begin + "…' is missing");
    } else if (!read_number(std::string_view(line).substr(begin.size()), value) || !(static_cast<double>(value) >= least) ||
               static_cast<double>(value) > most) {
      status = invalid_argument("'" + line + "' is no figure of a machine");
    }
  });
  GBX_RETURN_IF_ERROR(status);
  if (std::getline(lines, line)) return invalid_argument("'" + line + "' is not understood");
  return out;
}

}  // namespace gearbox
