#pragma once

/// \file
/// The tensors of a call, and what runs calls. Part of gearbox.hpp.

#include <cstddef>
#include <cstdint>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "gearbox/context.h"
#include "gearbox/cpp/model.hpp"
#include "gearbox/dataset.h"

namespace gearbox {
inline namespace v0 {

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

}  // namespace v0
}  // namespace gearbox
