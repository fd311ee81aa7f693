#pragma once

#include <cstring>
#include <exception>
#include <initializer_list>
#include <new>
#include <string>
#include <type_traits>

#include "base/status.h"
#include "gearbox/status.h"

namespace gearbox::c {

/// The status as callers hold it: null where it is ok. Where there is no memory for it, a status that says so.
gbx_status* handed_over(Status status) noexcept;

/// An argument that may not be null.
struct Argument {
  template <class T>
  Argument(const char* given_name, T* given) : name(given_name), missing(given == nullptr) {}
  const char* name;
  bool missing;
};

/// The error of the first argument that is null.
Status null_argument(const char* function, std::initializer_list<Argument> arguments);

/// The body of a C function: refuses null arguments, and turns what the standard library throws into a status.
template <class Body>
gbx_status* guarded(const char* function, std::initializer_list<Argument> arguments, Body&& body) noexcept {
  try {
    Status status = null_argument(function, arguments);
    return handed_over(status.ok() ? body() : std::move(status));
  } catch (const std::bad_alloc&) {
    return handed_over({Code::kResourceExhausted, {}});
  } catch (const std::exception& error) {
    return handed_over({Code::kInternal, error.what()});
  } catch (...) {
    return handed_over({Code::kInternal, {}});
  }
}

/// Whether a struct with a size prefix can be read: at least the prefix, and nothing set beyond what this library knows.
Status check_struct(const char* name, const void* given, size_t given_size, size_t known_size);

/// The caller's options, completed with zeros; `given` may be null. Errors: a wrong struct_size, options of a newer library.
template <class T>
Result<T> read_struct(const char* name, const T* given) {
  static_assert(std::is_trivially_copyable_v<T>);
  T out = {};
  if (!given) return out;
  GBX_RETURN_IF_ERROR(check_struct(name, given, given->struct_size, sizeof(T)));
  std::memcpy(static_cast<void*>(&out), given, given->struct_size < sizeof(T) ? given->struct_size : sizeof(T));
  return out;
}

/// Writes as much of `from` as the caller's struct has room for.
template <class T>
Status write_struct(const char* name, const T& from, T* to) {
  static_assert(std::is_trivially_copyable_v<T>);
  const size_t size = to->struct_size;
  if (size < sizeof(size_t)) return check_struct(name, to, size, sizeof(T));
  std::memcpy(static_cast<void*>(to), &from, size < sizeof(T) ? size : sizeof(T));
  to->struct_size = size;
  return {};
}

}  // namespace gearbox::c
