#include "base/machine/stored_machine.h"

#include <cpuid.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/new_file.h"

namespace gearbox {

namespace {

constexpr unsigned kBrandFirst = 0x80000002, kBrandLast = 0x80000004;

}  // namespace

std::string processor_name() {
  unsigned words[4] = {};
  if (__get_cpuid_max(0x80000000, nullptr) < kBrandLast) return "unknown";
  std::string out;
  for (unsigned leaf = kBrandFirst; leaf <= kBrandLast; ++leaf) {
    __get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]);
    out.append(reinterpret_cast<const char*>(words), sizeof(words));
  }
  out = out.c_str();  // padded with zeros
  const size_t begin = out.find_first_not_of(' '), end = out.find_last_not_of(' ');
  return begin == std::string::npos ? "unknown" : out.substr(begin, end - begin + 1);
}

std::string machine_file() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache && *cache) return std::string(cache) + "/gearbox/machine.txt";
  return home && *home ? std::string(home) + "/.cache/gearbox/machine.txt" : std::string();
}

MachineProfile stored_machine(const std::string& file, Logger log) {
  std::error_code unknown;
  if (file.empty() || !std::filesystem::exists(file, unknown)) return {};
  const auto set_aside = [&](const std::string& why) {
    log.log("machine", [&] { return file + " is set aside: " + why + "; `gearbox tune` makes it anew"; });
    return MachineProfile();
  };
  if (!std::filesystem::is_regular_file(file, unknown)) return set_aside("it is no file");
  std::ifstream in(file, std::ios::binary);
  if (!in) return set_aside("it cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  auto profile = parse_machine(text);
  if (!profile.ok()) return set_aside(profile.status().message());
  if (profile->processor != processor_name()) return set_aside("it is of another processor, " + profile->processor);
  return std::move(profile).value();
}

Status store_machine(const MachineProfile& profile, const std::string& file) {
  std::error_code error;
  const std::filesystem::path path(file);
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  return write_file(file, machine_text(profile));
}

}  // namespace gearbox
