#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gearbox::cli {

/// One thing a command shows, for people and for programs.
struct Report {
  std::string text;
  nlohmann::json object;
};

}  // namespace gearbox::cli
