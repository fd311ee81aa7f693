#include "ops/run/body.h"

namespace gearbox::ops::scan {

namespace {

int64_t listed(const KernelContext& context, std::string_view name, size_t index) {
  const Ints values = context.attributes().integers(name);
  return index < values.size() ? values[index] : 0;
}

/// A scan input and the slice of it that the body gets.
struct Scanned {
  Tensor whole;
  size_t axis;
  bool reverse;
  Extents slice_dims;
  std::vector<char> slice;

  int64_t length() const { return whole.dims[axis]; }
  void take(int64_t run) {
    const int64_t index = reverse ? length() - 1 - run : run;
    const int64_t outer = element_count(whole.dims.first(axis));
    const int64_t bytes = element_count(whole.dims.subspan(axis + 1)) * static_cast<int64_t>(dtype_size(whole.dtype));
    for (int64_t o = 0; o < outer && bytes > 0; ++o) {
      std::memcpy(slice.data() + o * bytes, whole.as<char>() + (o * length() + index) * bytes, static_cast<size_t>(bytes));
    }
  }
};

Result<Scanned> scanned_of(const KernelContext& context, int input, size_t number) {
  Scanned out;
  out.whole = context.input(input);
  GBX_ASSIGN_OR_RETURN(out.axis, checked_axis(context, listed(context, "scan_input_axes", number), out.whole.rank()));
  out.reverse = listed(context, "scan_input_directions", number) != 0;
  out.slice_dims = extents(out.whole.dims);
  out.slice_dims.erase(out.slice_dims.begin() + static_cast<std::ptrdiff_t>(out.axis));
  out.slice.resize(static_cast<size_t>(element_count(out.slice_dims)) * dtype_size(out.whole.dtype));
  return out;
}

}  // namespace

Status reference(KernelContext& context) {
  const int last = context.inputs() - captures_of(context),
            states = last - static_cast<int>(context.attributes().integer("num_scan_inputs", 0));
  if (states < 0 || states >= last) return context.error("'num_scan_inputs' does not fit the inputs");
  std::vector<Scanned> scanned;
  for (int i = states; i < last; ++i) {
    GBX_ASSIGN_OR_RETURN(Scanned one, scanned_of(context, i, static_cast<size_t>(i - states)));
    scanned.push_back(std::move(one));
    if (scanned.back().length() != scanned[0].length())
      return context.error("scanned axes have different extents, see " + quoted(context, i));
  }
  std::vector<OwnedTensor> carried(static_cast<size_t>(states)), next(carried.size());
  for (int i = 0; i < states; ++i) carried[static_cast<size_t>(i)].assign(context.input(i));
  std::vector<ScanOutput> scans(static_cast<size_t>(std::max(context.outputs() - states, 0)));

  for (int64_t run = 0; run < scanned[0].length(); ++run) {
    std::vector<Tensor> inputs;
    for (const OwnedTensor& value : carried) inputs.push_back(value.view());
    for (Scanned& one : scanned) {
      one.take(run);
      inputs.push_back({one.whole.dtype, one.slice_dims, one.slice.data()});
    }
    for (int i = last; i < context.inputs(); ++i) inputs.push_back(context.input(i));
    GBX_ASSIGN_OR_RETURN(const std::vector<Tensor> results, context.run_body("body", inputs));
    if (results.size() < carried.size() + scans.size()) return context.error("its body returns too few outputs");
    for (size_t i = 0; i < scans.size(); ++i) {
      GBX_RETURN_IF_ERROR(scans[i].append(context, states + static_cast<int>(i), results[carried.size() + i]));
    }
    // Results may be views of the states: all are copied before any is replaced.
    for (size_t i = 0; i < carried.size(); ++i) next[i].assign(results[i]);
    carried.swap(next);
  }
  for (int i = 0; i < std::min(states, context.outputs()); ++i)
    GBX_RETURN_IF_ERROR(write_output(context, i, carried[static_cast<size_t>(i)].view()));
  for (size_t i = 0; i < scans.size(); ++i) {
    const bool reverse = listed(context, "scan_output_directions", i) != 0;
    GBX_RETURN_IF_ERROR(scans[i].write(context, states + static_cast<int>(i), listed(context, "scan_output_axes", i), reverse));
  }
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Scan", .run = reference}); }

}  // namespace gearbox::ops::scan
