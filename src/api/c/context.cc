#include "gearbox/context.h"

#include "api/c/boundary.h"
#include "api/c/handles.h"

using gearbox::Status;
using gearbox::c::guarded;

gbx_status* gbx_context_create(const gbx_model* model, const gbx_context_options* options, gbx_context** out) {
  return guarded(__func__, {{"model", model}, {"out", out}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const gbx_context_options given, gearbox::c::read_struct("gbx_context_options", options));
    gearbox::ContextOptions limits;
    if (given.memory_limit > 0) limits.memory_limit = given.memory_limit;
    if (given.plan_cache > 0) limits.plan_cache = given.plan_cache;
    limits.retry_dynamic = given.retry_dynamic != 0;
    *out = new gbx_context{std::make_shared<gearbox::c::SharedContext>(model->described, limits)};
    return {};
  });
}

void gbx_context_free(gbx_context* context) {
  if (!context) return;
  context->shared->wait();
  delete context;
}

gbx_status* gbx_context_run(gbx_context* context, gbx_dataset* dataset) {
  return guarded(__func__, {{"context", context}, {"dataset", dataset}}, [&] { return context->shared->run(dataset->tensors); });
}

gbx_status* gbx_context_run_async(gbx_context* context, gbx_dataset* dataset, gbx_done done, void* user) {
  return guarded(__func__, {{"context", context}, {"dataset", dataset}, {"done", done}},
                 [&] { return context->shared->run_async(dataset->tensors, done, user); });
}

gbx_status* gbx_context_memory(gbx_context* context, gbx_memory* memory) {
  return guarded(__func__, {{"context", context}, {"memory", memory}}, [&] {
    const gearbox::Context::Memory now = context->shared->memory();
    const gbx_memory out = {sizeof(gbx_memory), now.arena_bytes, now.lower_bound, now.output_bytes, now.pool_bytes,
                            now.scratch_bytes,  now.plans,       now.plan_hits,   now.plan_misses};
    return gearbox::c::write_struct("gbx_memory", out, memory);
  });
}

gbx_status* gbx_context_trace(gbx_context* context, gbx_trace trace, void* user) {
  return guarded(__func__, {{"context", context}}, [&]() -> Status {
    context->shared->trace(trace, user);
    return {};
  });
}
