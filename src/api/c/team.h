#pragma once

#include <memory>

#include "base/status.h"
#include "base/thread_pool.h"
#include "gearbox/model.h"

namespace gearbox::c {

/// Errors: not from 1 to 1024.
Status check_threads(int32_t threads);

/// The pool's team, or without a pool a new one; 0 threads are 1.
Result<std::shared_ptr<ThreadPool>> team_of(int32_t threads, const gbx_thread_pool* pool);

}  // namespace gearbox::c
