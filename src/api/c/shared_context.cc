#include "api/c/shared_context.h"

#include "api/c/boundary.h"

namespace gearbox::c {

Status SharedContext::check_model(const CallTensors& tensors) const {
  if (tensors.model().model() == model_->model()) return {};
  return invalid_argument("the dataset is for another model than the context");
}

Status SharedContext::run_taken(const std::shared_ptr<CallTensors>& tensors) {
  const CallTensors::Taken taken(*tensors);
  const std::lock_guard lock(mutex_);
  return tensors->run(context_, {shared_from_this(), runs_, ++*runs_}, trace_.get());
}

Status SharedContext::run(const std::shared_ptr<CallTensors>& tensors) {
  GBX_RETURN_IF_ERROR(check_model(*tensors));
  GBX_RETURN_IF_ERROR(tensors->take());
  return run_taken(tensors);
}

Status SharedContext::run_async(std::shared_ptr<CallTensors> tensors, gbx_done done, void* user) {
  GBX_RETURN_IF_ERROR(check_model(*tensors));
  GBX_RETURN_IF_ERROR(tensors->take());
  try {
    queue_.push([self = shared_from_this(), tensors, done, user] {
      gbx_status* status = guarded("gbx_context_run_async", {}, [&] { return self->run_taken(tensors); });
      done(user, status);
    });
  } catch (...) {
    tensors->give_back();
    throw;
  }
  return {};
}

Context::Memory SharedContext::memory() {
  const std::lock_guard lock(mutex_);
  return context_.memory();
}

void SharedContext::trace(gbx_trace trace, void* user) {
  const std::lock_guard lock(mutex_);
  context_.observe(nullptr);
  trace_.reset();
  if (!trace) return;
  trace_ = std::make_unique<ShapeTrace>(*model_->model(), [trace, user](const ShapeTrace::Row& row) {
    std::vector<int64_t> expected;
    expected.reserve(row.expected.size());
    for (const auto& extent : row.expected) expected.push_back(extent.value_or(-1));
    const gbx_traced_value given = {sizeof(gbx_traced_value),
                                    row.op.c_str(),
                                    row.value.c_str(),
                                    row.type.c_str(),
                                    static_cast<int32_t>(row.actual.size()),
                                    row.actual.data(),
                                    row.ranked ? static_cast<int32_t>(expected.size()) : -1,
                                    expected.data(),
                                    row.differs};
    trace(user, &given);
  });
  context_.observe(trace_->observer());
}

}  // namespace gearbox::c
