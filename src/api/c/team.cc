#include "api/c/team.h"

#include "api/c/handles.h"

namespace gearbox::c {

Status check_threads(int32_t threads) {
  constexpr int32_t kMost = 1024;
  if (threads >= 1 && threads <= kMost) return {};
  return invalid_argument("threads is " + std::to_string(threads) + "; 1 to " + std::to_string(kMost) + " are possible");
}

Result<std::shared_ptr<ThreadPool>> team_of(int32_t threads, const gbx_thread_pool* pool) {
  if (pool) return pool->team;
  if (threads == 0) threads = 1;
  GBX_RETURN_IF_ERROR(check_threads(threads));
  return std::make_shared<ThreadPool>(threads);
}

}  // namespace gearbox::c
