#pragma once

/// \file
/// The exceptions that statuses become. Part of gearbox.hpp.

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gearbox/status.h"

namespace gearbox {
inline namespace v0 {

/// An error of the library: what() is the message with the facts below it.
class Error : public std::runtime_error {
 public:
  /// Takes over the status.
  explicit Error(gbx_status* status) : std::runtime_error(gbx_status_text(status)), status_(status, gbx_status_free) {}

  gbx_code code() const { return gbx_status_code(status_.get()); }
  std::string_view message() const { return gbx_status_message(status_.get()); }
  std::vector<std::pair<std::string, std::string>> facts() const {
    std::vector<std::pair<std::string, std::string>> out;
    for (size_t i = 0; i < gbx_status_fact_count(status_.get()); ++i)
      out.emplace_back(gbx_status_fact_key(status_.get(), i), gbx_status_fact_value(status_.get(), i));
    return out;
  }

 private:
  std::shared_ptr<gbx_status> status_;
};

/// Throws what the status tells.
inline void check(gbx_status* status) {
  if (status) throw Error(status);
}

}  // namespace v0
}  // namespace gearbox
