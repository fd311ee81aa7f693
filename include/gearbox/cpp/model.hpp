#pragma once

/// \file
/// Pools of threads, and loaded models. Part of gearbox.hpp.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gearbox/cpp/package.hpp"
#include "gearbox/cpp/tensor.hpp"
#include "gearbox/gears.h"
#include "gearbox/model.h"

namespace gearbox {
inline namespace v0 {

class ThreadPool {
 public:
  explicit ThreadPool(int threads) {
    gbx_thread_pool* out = nullptr;
    check(gbx_thread_pool_create(threads, &out));
    handle_.reset(out);
  }
  gbx_thread_pool* c() const { return handle_.get(); }

 private:
  detail::Handle<gbx_thread_pool, gbx_thread_pool_free> handle_;
};

struct ValueInfo {
  std::string name;
  int32_t dtype = 0;
  bool ranked = true;                ///< false: each run decides the rank
  std::vector<int64_t> dims;         ///< -1 where a call decides
  std::vector<std::string> extents;  ///< in the model's symbols: "N", "2*L", "3"
  std::string type;                  ///< "f32[N,3,2*L]"
};

struct SymbolInfo {
  std::string name;
  int64_t lower = 0, upper = 0, multiple = 1;
  gbx_epoch epoch = GBX_EPOCH_CALL;
  std::string sources;
};

class Model {
 public:
  /// With a team of `threads` of its own.
  explicit Model(const Package& package, int threads = 1) { load(package, {sizeof(gbx_load_options), threads, nullptr}); }
  Model(const Package& package, const ThreadPool& pool) { load(package, {sizeof(gbx_load_options), 0, pool.c()}); }
  /// Takes over the handle.
  explicit Model(gbx_model* handle) : handle_(handle) {}

  std::vector<ValueInfo> inputs() const { return values(gbx_model_input_count(c()), gbx_model_input); }
  std::vector<ValueInfo> outputs() const { return values(gbx_model_output_count(c()), gbx_model_output); }
  std::vector<SymbolInfo> symbols() const {
    std::vector<SymbolInfo> out;
    for (size_t i = 0; i < gbx_model_symbol_count(c()); ++i) {
      gbx_symbol_info info = GBX_SYMBOL_INFO_INIT;
      check(gbx_model_symbol(c(), i, &info));
      out.push_back({info.name, info.lower, info.upper, info.multiple, static_cast<gbx_epoch>(info.epoch), info.sources});
    }
    return out;
  }
  /// How many gears there are, their kind, and the inputs they list.
  gbx_gears_info gears() const {
    gbx_gears_info out = GBX_GEARS_INFO_INIT;
    check(gbx_model_gears(c(), &out));
    return out;
  }
  /// Full shapes of each gear's inputs, one after another.
  std::vector<std::vector<int64_t>> gear_dims() const {
    std::vector<gbx_gear_dims> list(gears().gear_count);
    if (!list.empty()) check(gbx_model_gear_dims(c(), GBX_ALL_INPUTS, list.data(), list.size()));
    std::vector<std::vector<int64_t>> out;
    for (const gbx_gear_dims& gear : list) out.emplace_back(gear.dims, gear.dims + gear.count);
    return out;
  }
  /// An output's extents in a gear.
  std::vector<int64_t> gear_output_dims(size_t gear, size_t output) const {
    return detail::extents(
        [&](int64_t* dims, size_t capacity, size_t* rank) { check(gbx_model_gear_output_dims(c(), gear, output, dims, capacity, rank)); });
  }
  size_t input_bytes(size_t index) const {
    size_t out = 0;
    check(gbx_model_input_bytes(c(), index, &out));
    return out;
  }
  size_t output_bytes(size_t index) const {
    size_t out = 0;
    check(gbx_model_output_bytes(c(), index, &out));
    return out;
  }
  /// Calls by what served them; of one gear or of all.
  gbx_gear_counts gear_counts(size_t gear = SIZE_MAX) const {
    gbx_gear_counts out = GBX_GEAR_COUNTS_INIT;
    check(gbx_model_gear_counts(c(), gear, &out));
    return out;
  }
  /// Whether a gear can serve calls yet, and why not where it failed.
  std::pair<gbx_gear_state, std::string> gear_state(size_t gear) const {
    gbx_gear_state state = GBX_GEAR_MADE;
    const char* reason = nullptr;
    check(gbx_model_gear_state(c(), gear, &state, &reason));
    return {state, reason ? reason : ""};
  }
  /// Has a gear made ahead of the calls, or all.
  void ask_gear(size_t gear = SIZE_MAX) const { check(gbx_model_ask_gear(c(), gear)); }
  void wait_for_gears() const { check(gbx_model_wait_for_gears(c())); }
  /// Parts with gears of their own, by name, and how often each branch of one was taken.
  std::vector<std::string> scopes() const {
    size_t count = 0;
    check(gbx_model_scope_count(c(), &count));
    std::vector<std::string> out;
    for (size_t i = 0; i < count; ++i) {
      gbx_scope_info info = GBX_SCOPE_INFO_INIT;
      check(gbx_model_scope(c(), i, &info));
      out.emplace_back(info.name);
    }
    return out;
  }
  gbx_gear_counts scope_counts(size_t scope, size_t gear = SIZE_MAX) const {
    gbx_gear_counts out = GBX_GEAR_COUNTS_INIT;
    check(gbx_model_scope_counts(c(), scope, gear, &out));
    return out;
  }
  size_t output_index(const std::string& name) const {
    size_t out = 0;
    check(gbx_model_find_output(c(), name.c_str(), &out));
    return out;
  }
  gbx_model* c() const { return handle_.get(); }

 private:
  void load(const Package& package, const gbx_load_options& options) {
    gbx_model* out = nullptr;
    check(gbx_model_load(package.c(), &options, &out));
    handle_.reset(out);
  }

  template <class Get>
  std::vector<ValueInfo> values(size_t count, Get get) const {
    std::vector<ValueInfo> out;
    for (size_t i = 0; i < count; ++i) {
      gbx_value_info info = GBX_VALUE_INFO_INIT;
      check(get(c(), i, &info));
      const int32_t rank = info.rank < 0 ? 0 : info.rank;
      out.push_back({info.name, info.dtype, info.rank >= 0, {info.dims, info.dims + rank}, {info.extents, info.extents + rank}, info.type});
    }
    return out;
  }

  detail::Handle<gbx_model, gbx_model_free> handle_;
};

}  // namespace v0
}  // namespace gearbox
