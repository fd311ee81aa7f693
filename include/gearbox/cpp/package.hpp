#pragma once

/// \file
/// Models compiled into packages. Part of gearbox.hpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gearbox/compile.h"
#include "gearbox/cpp/detail.hpp"

namespace gearbox {
inline namespace v0 {

/// What gbx_compile_options holds; an empty text is an option not given.
struct CompileOptions {
  std::string target = {};
  std::string input_shape = {};
  std::vector<std::string> dims = {};
  std::string symbols = {};
  std::vector<std::string> asserts = {};
  std::string gears = {}, gear_mode = {};
  std::vector<std::string> gear_scopes = {};  ///< "head: from=boxes to=scores; boxes[0]=1,4,16"
  std::string dynamic_batch_size = {}, dynamic_image_size = {}, dynamic_dims = {}, input_format = {};
  int64_t max_gears = 0;
  bool strict_outputs = false, unbake_batch = false, reference = false, no_fallback = false, lazy_gears = false;
  bool exact_conv = false, exact_products = false;
  int threads = 1;  ///< that make gears
  /// Called with the channel and a line; must not throw.
  std::function<void(std::string_view channel, std::string_view text)> log = {};
};

class Package {
 public:
  static Package compile(const std::string& path, const CompileOptions& options = {}) {
    return made(options, [&](const gbx_compile_options& c, gbx_package** out) { return gbx_compile_file(path.c_str(), &c, out); });
  }
  static Package compile_memory(const void* data, size_t size, const std::string& folder = {}, const CompileOptions& options = {}) {
    return made(options, [&](const gbx_compile_options& c, gbx_package** out) {
      return gbx_compile_memory(data, size, detail::text_or_null(folder), &c, out);
    });
  }
  static Package open(const std::string& path) {
    gbx_package* out = nullptr;
    check(gbx_package_open(path.c_str(), &out));
    return Package(out);
  }
  static Package read(const void* data, size_t size) {
    gbx_package* out = nullptr;
    check(gbx_package_read(data, size, &out));
    return Package(out);
  }

  void save(const std::string& path) const { check(gbx_package_save(c(), path.c_str())); }
  std::vector<std::string> notes() const {
    std::vector<std::string> out;
    for (size_t i = 0; i < gbx_package_note_count(c()); ++i) out.emplace_back(gbx_package_note(c(), i));
    return out;
  }
  gbx_package* c() const { return handle_.get(); }

 private:
  explicit Package(gbx_package* handle) : handle_(handle) {}

  template <class Make>
  static Package made(const CompileOptions& options, Make&& make) {
    const std::vector<const char*> dims = detail::pointers(options.dims), asserts = detail::pointers(options.asserts),
                                   scopes = detail::pointers(options.gear_scopes);
    gbx_compile_options c = GBX_COMPILE_OPTIONS_INIT;
    c.target = detail::text_or_null(options.target);
    c.input_shape = detail::text_or_null(options.input_shape);
    c.dims = dims.data();
    c.dim_count = dims.size();
    c.symbols = detail::text_or_null(options.symbols);
    c.asserts = asserts.data();
    c.assert_count = asserts.size();
    c.gears = detail::text_or_null(options.gears);
    c.gear_mode = detail::text_or_null(options.gear_mode);
    c.gear_scopes = scopes.data();
    c.gear_scope_count = scopes.size();
    c.dynamic_batch_size = detail::text_or_null(options.dynamic_batch_size);
    c.dynamic_image_size = detail::text_or_null(options.dynamic_image_size);
    c.dynamic_dims = detail::text_or_null(options.dynamic_dims);
    c.input_format = detail::text_or_null(options.input_format);
    c.max_gears = options.max_gears;
    c.strict_outputs = options.strict_outputs;
    c.unbake_batch = options.unbake_batch;
    c.reference = options.reference;
    c.no_fallback = options.no_fallback;
    c.lazy_gears = options.lazy_gears;
    c.exact_conv = options.exact_conv;
    c.exact_products = options.exact_products;
    c.threads = options.threads;
    gbx_log log = GBX_LOG_INIT;
    log.line = [](void* user, const char* channel, const char* text) { static_cast<const CompileOptions*>(user)->log(channel, text); };
    log.user = const_cast<CompileOptions*>(&options);
    if (options.log) c.log = &log;
    gbx_package* out = nullptr;
    check(make(c, &out));
    return Package(out);
  }

  detail::Handle<gbx_package, gbx_package_free> handle_;
};

}  // namespace v0
}  // namespace gearbox
