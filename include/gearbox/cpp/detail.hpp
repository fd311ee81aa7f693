#pragma once

/// \file
/// Handles that free themselves and lists as containers, for the headers beside this one. Part of gearbox.hpp.

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "gearbox/context.h"
#include "gearbox/cpp/error.hpp"

namespace gearbox {
inline namespace v0 {

namespace detail {

template <auto Free>
struct Freeing {
  template <class T>
  void operator()(T* handle) const {
    Free(handle);
  }
};
template <class T, auto Free>
using Handle = std::unique_ptr<T, Freeing<Free>>;

/// The C string of an option, NULL where it is not set.
inline const char* text_or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> out;
  for (const std::string& text : texts) out.push_back(text.c_str());
  return out;
}

/// The extents that `get` writes.
template <class Get>
std::vector<int64_t> extents(Get&& get) {
  std::vector<int64_t> out(64);
  size_t rank = 0;
  get(out.data(), out.size(), &rank);
  out.resize(rank);
  return out;
}

/// A future of the run that `start` starts with these two arguments.
template <class Start>
std::future<void> promised(Start&& start) {
  auto promise = std::make_unique<std::promise<void>>();
  std::future<void> out = promise->get_future();
  const gbx_done done = [](void* user, gbx_status* status) {
    const std::unique_ptr<std::promise<void>> kept(static_cast<std::promise<void>*>(user));
    if (status) {
      kept->set_exception(std::make_exception_ptr(Error(status)));
    } else {
      kept->set_value();
    }
  };
  start(done, promise.get());
  static_cast<void>(promise.release());  // `done` has it
  return out;
}

}  // namespace detail

}  // namespace v0
}  // namespace gearbox
