#include "api/c/boundary.h"
#include "api/c/handles.h"
#include "gearbox/gears.h"

using gearbox::Status;
using gearbox::c::guarded;

gbx_status* gbx_model_gear_state(const gbx_model* model, size_t gear, gbx_gear_state* state, const char** reason) {
  return guarded(__func__, {{"model", model}, {"state", state}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(model->described->gears().check_gear(gear));
    const gearbox::Model& core = *model->described->model();
    const gearbox::GearState now = core.gear_state(gear);
    *state = static_cast<gbx_gear_state>(now);
    if (reason) *reason = now == gearbox::GearState::kFailed ? core.late_gears()->failure(gear)->message().c_str() : nullptr;
    return {};
  });
}

gbx_status* gbx_model_ask_gear(const gbx_model* model, size_t gear) {
  return guarded(__func__, {{"model", model}}, [&]() -> Status {
    if (gear != SIZE_MAX) GBX_RETURN_IF_ERROR(model->described->gears().check_gear(gear));
    const gearbox::Model& core = *model->described->model();
    const size_t first = gear == SIZE_MAX ? 0 : gear, last = gear == SIZE_MAX ? core.gears().gears.size() : gear + 1;
    for (size_t g = first; g < last; ++g) {
      if (core.is_late(g)) core.late_gears()->ask(g);
    }
    return {};
  });
}

gbx_status* gbx_model_wait_for_gears(const gbx_model* model) {
  return guarded(__func__, {{"model", model}}, [&]() -> Status {
    if (gearbox::LateGears* late = model->described->model()->late_gears()) late->wait();
    return {};
  });
}

static_assert(static_cast<int>(gearbox::GearState::kFailed) == GBX_GEAR_FAILED);
static_assert(static_cast<int>(gearbox::GearState::kBeingMade) == GBX_GEAR_BEING_MADE);
