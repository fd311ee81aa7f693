#pragma once

/// \file
/// Sessions that take options by GE's keys. Part of gearbox.hpp.

#include <cstddef>
#include <future>
#include <map>
#include <string>
#include <vector>

#include "gearbox/cpp/context.hpp"
#include "gearbox/session.h"

namespace gearbox {
inline namespace v0 {

struct SessionOptions {
  int threads = 1;          ///< of the team that all graphs share
  size_t memory_limit = 0;  ///< of each run; 0: none
  int async_threads = 1;    ///< runs of run_async that go on at the same time
};

class Session {
 public:
  using Options = std::map<std::string, std::string>;  ///< keys of a GE session

  explicit Session(const SessionOptions& options = {}) {
    gbx_session_options c = GBX_SESSION_OPTIONS_INIT;
    c.threads = options.threads;
    c.memory_limit = options.memory_limit;
    c.async_threads = options.async_threads;
    gbx_session* out = nullptr;
    check(gbx_session_create(&c, &out));
    handle_.reset(out);
  }

  void add_graph(uint32_t id, const std::string& path, const Options& options = {}) {
    const std::vector<gbx_option> list = pairs(options);
    check(gbx_session_add_graph(c(), id, path.c_str(), list.data(), list.size()));
  }
  void add_graph_memory(uint32_t id, const void* data, size_t size, const std::string& folder = {}, const Options& options = {}) {
    const std::vector<gbx_option> list = pairs(options);
    check(gbx_session_add_graph_memory(c(), id, data, size, detail::text_or_null(folder), list.data(), list.size()));
  }
  void compile(uint32_t id) { check(gbx_session_compile(c(), id)); }
  void load(uint32_t id) { check(gbx_session_load(c(), id)); }
  gbx_graph_state state(uint32_t id) const {
    gbx_graph_state out = GBX_GRAPH_ADDED;
    check(gbx_session_state(c(), id, &out));
    return out;
  }
  Model model(uint32_t id) {
    gbx_model* out = nullptr;
    check(gbx_session_model(c(), id, &out));
    return Model(out);
  }
  void run(uint32_t id, Dataset& dataset) { check(gbx_session_run(c(), id, dataset.c())); }
  std::future<void> run_async(uint32_t id, Dataset& dataset) {
    return detail::promised([&](gbx_done done, void* user) { check(gbx_session_run_async(c(), id, dataset.c(), done, user)); });
  }
  void remove(uint32_t id) { check(gbx_session_remove(c(), id)); }
  gbx_session* c() const { return handle_.get(); }

 private:
  static std::vector<gbx_option> pairs(const Options& options) {
    std::vector<gbx_option> out;
    for (const auto& [key, value] : options) out.push_back({key.c_str(), value.c_str()});
    return out;
  }

  detail::Handle<gbx_session, gbx_session_free> handle_;
};

}  // namespace v0
}  // namespace gearbox
