#pragma once

/// \file
/// C++17 over the C interface, header only: handles that free themselves, containers for lists, exceptions for statuses. Every function
/// throws gearbox::Error where the C function gives an error; thread-safety and lifetimes are those of the C functions.
/// docs/howto/use-from-cpp.md is a walk through it.

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gearbox/gearbox.h"

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

/// The element type of a C++ type.
template <class T>
inline constexpr gbx_dtype dtype_of = gbx_dtype{};
template <>
inline constexpr gbx_dtype dtype_of<float> = GBX_F32;
template <>
inline constexpr gbx_dtype dtype_of<double> = GBX_F64;
template <>
inline constexpr gbx_dtype dtype_of<uint8_t> = GBX_U8;
template <>
inline constexpr gbx_dtype dtype_of<int8_t> = GBX_I8;
template <>
inline constexpr gbx_dtype dtype_of<uint16_t> = GBX_U16;
template <>
inline constexpr gbx_dtype dtype_of<int16_t> = GBX_I16;
template <>
inline constexpr gbx_dtype dtype_of<uint32_t> = GBX_U32;
template <>
inline constexpr gbx_dtype dtype_of<int32_t> = GBX_I32;
template <>
inline constexpr gbx_dtype dtype_of<uint64_t> = GBX_U64;
template <>
inline constexpr gbx_dtype dtype_of<int64_t> = GBX_I64;
template <>
inline constexpr gbx_dtype dtype_of<bool> = GBX_BOOL;

/// A tensor in memory of others.
struct TensorView {
  int32_t dtype = 0;
  std::vector<int64_t> dims;
  void* data = nullptr;
  size_t capacity = 0;  ///< bytes at `data`

  /// The elements. Throws std::invalid_argument where they are of another type.
  template <class T>
  T* as() const {
    if (dtype != dtype_of<std::remove_const_t<T>>) throw std::invalid_argument("the tensor holds another element type");
    return static_cast<T*>(data);
  }
  size_t elements() const {
    size_t out = 1;
    for (const int64_t dim : dims) out *= static_cast<size_t>(dim);
    return out;
  }
  /// For C functions; points to `dims`.
  gbx_tensor c() const& { return {dtype, static_cast<int32_t>(dims.size()), dims.data(), data, capacity}; }
  gbx_tensor c() && = delete;
};

/// The elements at `data` as a tensor of these extents.
template <class T>
TensorView view(T* data, std::vector<int64_t> dims) {
  TensorView out{dtype_of<std::remove_const_t<T>>, std::move(dims), const_cast<std::remove_const_t<T>*>(data), 0};
  out.capacity = out.elements() * sizeof(T);
  return out;
}

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

/// The tensors of one call.
class Dataset {
 public:
  explicit Dataset(const Model& model) {
    gbx_dataset* out = nullptr;
    check(gbx_dataset_create(model.c(), &out));
    handle_.reset(out);
  }

  /// The data is borrowed, as gbx_dataset_set_input says.
  void input(size_t index, const TensorView& tensor) {
    const gbx_tensor given = tensor.c();
    check(gbx_dataset_set_input(c(), index, &given));
  }
  void input(const std::string& name, const TensorView& tensor) {
    const gbx_tensor given = tensor.c();
    check(gbx_dataset_set_input_by_name(c(), name.c_str(), &given));
  }
  /// Memory without extents: they are the gear's.
  void input_buffer(size_t index, const void* data, size_t capacity) { check(gbx_dataset_set_input_buffer(c(), index, data, capacity)); }
  void set_batch_size(int64_t batch) { check(gbx_dataset_set_batch_size(c(), batch)); }
  void set_image_size(int64_t height, int64_t width) { check(gbx_dataset_set_image_size(c(), height, width)); }
  void set_dims(const std::vector<int64_t>& dims) { check(gbx_dataset_set_dims(c(), dims.data(), dims.size())); }
  /// The same from integers of another type.
  template <class Int>
  void set_dims(const std::vector<Int>& dims) {
    set_dims(std::vector<int64_t>(dims.begin(), dims.end()));
  }
  void set_gear(size_t gear) { check(gbx_dataset_set_gear(c(), gear)); }
  void clear_gear() { check(gbx_dataset_clear_gear(c())); }
  /// The extents an output of the next run will have.
  std::vector<int64_t> output_dims(size_t output) const {
    return detail::extents(
        [&](int64_t* dims, size_t capacity, size_t* rank) { check(gbx_dataset_output_dims(c(), output, dims, capacity, rank)); });
  }
  /// What served the last run, and the gear; SIZE_MAX where none did.
  std::pair<gbx_way, size_t> served_by() const {
    std::pair<gbx_way, size_t> out;
    check(gbx_dataset_served_by(c(), &out.first, &out.second));
    return out;
  }
  void output_buffer(size_t index, void* data, size_t capacity) { check(gbx_dataset_set_output_buffer(c(), index, data, capacity)); }

  /// A result of the last run; its data as gbx_dataset_output says.
  TensorView output(size_t index) const {
    gbx_tensor out;
    check(gbx_dataset_output(c(), index, &out));
    return {out.dtype, {out.dims, out.dims + out.rank}, out.data, out.capacity};
  }
  gbx_dataset* c() const { return handle_.get(); }

 private:
  detail::Handle<gbx_dataset, gbx_dataset_free> handle_;
};

class Context {
 public:
  explicit Context(const Model& model, size_t memory_limit = 0, size_t plan_cache = 0, bool retry_dynamic = false) {
    const gbx_context_options options = {sizeof(gbx_context_options), memory_limit, plan_cache, retry_dynamic};
    gbx_context* out = nullptr;
    check(gbx_context_create(model.c(), &options, &out));
    handle_.reset(out);
  }

  void run(Dataset& dataset) { check(gbx_context_run(c(), dataset.c())); }
  /// The dataset must not be touched until the future is ready, which throws the run's error.
  std::future<void> run_async(Dataset& dataset) {
    return detail::promised([&](gbx_done done, void* user) { check(gbx_context_run_async(c(), dataset.c(), done, user)); });
  }
  gbx_memory memory() const {
    gbx_memory out = GBX_MEMORY_INIT;
    check(gbx_context_memory(c(), &out));
    return out;
  }
  gbx_context* c() const { return handle_.get(); }

 private:
  detail::Handle<gbx_context, gbx_context_free> handle_;
};

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
