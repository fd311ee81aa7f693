#pragma once

#include <string>

#include "ops/run/arguments.h"
#include "ops/run/owned_tensor.h"

namespace gearbox::ops {

/// Number of trailing inputs that the bodies of a control-flow node capture.
inline int captures_of(const KernelContext& context) {
  return static_cast<int>(std::clamp<int64_t>(context.attributes().integer("gearbox.captures", 0), 0, context.inputs()));
}

/// Writes a tensor as output `index`, where that is wanted.
inline Status write_output(KernelContext& context, int index, const Tensor& value) {
  if (!context.wants_output(index)) return {};
  if (value.dtype != context.output_dtype(index))
    return context.error("its body returns another element type for output " + std::to_string(index));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, value.dims));
  copy_elements(value, y);
  return {};
}

/// Runs a body on the inputs from `first` on; its results are the outputs.
inline Status run_branch(KernelContext& context, std::string_view body, int first) {
  std::vector<Tensor> inputs;
  for (int i = first; i < context.inputs(); ++i) inputs.push_back(context.input(i));
  const auto results = context.run_body(body, inputs);
  if (!results.ok()) return results.status();
  if (static_cast<int>(results->size()) != context.outputs()) return context.error("its branch returns a wrong number of outputs");
  for (int i = 0; i < context.outputs(); ++i) GBX_RETURN_IF_ERROR(write_output(context, i, (*results)[static_cast<size_t>(i)]));
  return {};
}

/// Collects what the runs of a body return for one scan output.
class ScanOutput {
 public:
  /// Errors where the extents differ from those of earlier runs.
  Status append(const KernelContext& context, int index, const Tensor& value) {
    if (runs_ == 0) {
      dims_ = extents(value.dims);
    } else if (!std::equal(dims_.begin(), dims_.end(), value.dims.begin(), value.dims.end())) {
      return context.error("its body returns extents " + list_text(value.dims) + " for output " + std::to_string(index) + " in run " +
                           std::to_string(runs_) + " and " + list_text(dims_) + " before");
    }
    const size_t bytes = static_cast<size_t>(value.elements()) * dtype_size(value.dtype);
    const char* from = value.as<char>();
    if (bytes > 0) bytes_.insert(bytes_.end(), from, from + bytes);
    ++runs_;
    return {};
  }

  /// Writes the runs in their order (or reversed) along axis `axis` of output `index`.
  Status write(KernelContext& context, int index, int64_t axis, bool reverse) const {
    if (!context.wants_output(index)) return {};
    Extents dims = dims_;
    if (runs_ == 0) {
      // The body never ran, so only the plan knows the other extents.
      const auto planned = context.planned_dims(index);
      dims = planned ? *planned : Extents{0};
      for (int64_t& dim : dims) dim = std::max<int64_t>(dim, 0);
      if (!dims.empty()) {
        GBX_ASSIGN_OR_RETURN(const size_t at, checked_axis(context, axis, static_cast<int64_t>(dims.size())));
        dims[at] = 0;
      }
      return context.output(index, dims).status();
    }
    GBX_ASSIGN_OR_RETURN(const size_t at, checked_axis(context, axis, static_cast<int64_t>(dims.size()) + 1));
    const int64_t outer = element_count(std::span(dims).first(at)), slice = static_cast<int64_t>(bytes_.size()) / runs_;
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(at), runs_);
    GBX_ASSIGN_OR_RETURN(Tensor y, context.output(index, dims));
    const int64_t part = outer > 0 ? slice / outer : 0;
    for (int64_t run = 0; run < runs_ && part > 0; ++run) {
      const int64_t place = reverse ? runs_ - 1 - run : run;
      for (int64_t o = 0; o < outer; ++o) {
        std::memcpy(y.as<char>() + (o * runs_ + place) * part, bytes_.data() + run * slice + o * part, static_cast<size_t>(part));
      }
    }
    return {};
  }

 private:
  Extents dims_;
  std::vector<char> bytes_;
  int64_t runs_ = 0;
};

}  // namespace gearbox::ops
