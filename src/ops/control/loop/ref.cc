#include <limits>

#include "ops/run/body.h"

namespace gearbox::ops::loop {

Status reference(KernelContext& context) {
  for (int i : {0, 1}) {
    if (context.has_input(i) && context.input(i).elements() != 1) return context.error(quoted(context, i) + " must hold one element");
  }
  const int last = context.inputs() - captures_of(context), count = std::max(last - 2, 0);
  const int64_t most = context.has_input(0) ? context.input(0).as<int64_t>()[0] : std::numeric_limits<int64_t>::max();
  bool goes_on = !context.has_input(1) || context.input(1).as<bool>()[0];
  std::vector<OwnedTensor> carried(static_cast<size_t>(count)), next(carried.size());
  for (int i = 0; i < count; ++i) carried[static_cast<size_t>(i)].assign(context.input(2 + i));
  std::vector<ScanOutput> scans(static_cast<size_t>(std::max(context.outputs() - count, 0)));

  for (int64_t run = 0; run < most && goes_on; ++run) {
    std::vector<Tensor> inputs = {{DType::kI64, {}, &run}, {DType::kBool, {}, &goes_on}};
    for (const OwnedTensor& value : carried) inputs.push_back(value.view());
    for (int i = last; i < context.inputs(); ++i) inputs.push_back(context.input(i));
    GBX_ASSIGN_OR_RETURN(const std::vector<Tensor> results, context.run_body("body", inputs));
    if (results.size() < 1 + carried.size() + scans.size()) return context.error("its body returns too few outputs");
    if (results[0].elements() != 1) return context.error("its body must return a condition of one element");
    goes_on = results[0].as<bool>()[0];
    for (size_t i = 0; i < scans.size(); ++i) {
      GBX_RETURN_IF_ERROR(scans[i].append(context, count + static_cast<int>(i), results[1 + carried.size() + i]));
    }
    // Results may be views of the carried values: all are copied before any is replaced.
    for (size_t i = 0; i < carried.size(); ++i) next[i].assign(results[1 + i]);
    carried.swap(next);
  }
  for (int i = 0; i < std::min(count, context.outputs()); ++i)
    GBX_RETURN_IF_ERROR(write_output(context, i, carried[static_cast<size_t>(i)].view()));
  for (size_t i = 0; i < scans.size(); ++i) GBX_RETURN_IF_ERROR(scans[i].write(context, count + static_cast<int>(i), 0, false));
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Loop", .run = reference}); }

}  // namespace gearbox::ops::loop
