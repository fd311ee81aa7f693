#include "runtime/gears/late_gears.h"

#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <system_error>

#include "base/exit_gate.h"
#include "package/gear_maker.h"
#include "runtime/gears/validate_gears.h"
#include "runtime/model.h"

namespace gearbox {

namespace {

/// The calling thread gives way to those of calls.
void take_low_priority() {
  constexpr int kLow = 10;                                       // a tenth of what calls get on a machine that is busy with them
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kLow);  // on Linux of a thread; where it fails the thread is merely in the way
}

}  // namespace

std::string_view gear_state_name(GearState state) {
  switch (state) {
    case GearState::kMade: return "made";
    case GearState::kNotMade: return "not made yet";
    case GearState::kBeingMade: return "being made";
    case GearState::kFailed: return "could not be made";
  }
  return "";
}

LateGears::LateGears(const Model& model) : model_(model), gears_(model.gears().gears.size()) {}

LateGears::~LateGears() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (worker_.joinable()) worker_.join();
}

std::shared_ptr<const Model> LateGears::find(size_t gear) const {
  const Gear& wanted = gears_[gear];
  return wanted.state == GearState::kMade ? wanted.model : nullptr;
}

void LateGears::ask(size_t gear) {
  Gear& wanted = gears_[gear];
  if (wanted.state != GearState::kNotMade) return;
  const std::lock_guard lock(mutex_);
  if (wanted.state != GearState::kNotMade) return;
  asked_.push_back(gear);
  wanted.state = GearState::kBeingMade;
  ++unfinished_;
  try {
    if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
  } catch (const std::system_error& error) {
    asked_.pop_back();
    finish(gear, resource_exhausted(std::string("no thread to make it: ") + error.what()));
  }
  changed_.notify_all();
}

void LateGears::wait() {
  std::unique_lock lock(mutex_);
  while (unfinished_ > 0) {
    if (asked_.empty()) {
      changed_.wait(lock);
    } else {
      make_next(lock);
    }
  }
}

void LateGears::work() {
  take_low_priority();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !asked_.empty(); });
    if (ending_) return;
    make_next(lock);
  }
}

void LateGears::make_next(std::unique_lock<std::mutex>& lock) {
  const size_t gear = asked_.front();
  asked_.pop_front();
  lock.unlock();
  auto made = make(gear);
  lock.lock();
  finish(gear, std::move(made));
  changed_.notify_all();
}

Result<std::shared_ptr<const Model>> LateGears::make(size_t gear) const {
  const ExitGate::Pass pass = ExitGate::enter();
  if (!pass) return internal_error("the process is ending");
  try {
    GBX_ASSIGN_OR_RETURN(PackageContents contents, model_.contents().gear_maker->make(gear));
    GBX_RETURN_IF_ERROR(validate_late_gear(model_.contents(), contents));
    return Model::load(std::move(contents), {.gear_of = &model_});
  } catch (const std::bad_alloc&) {
    return resource_exhausted("no memory to make it");
  } catch (const std::exception& error) {
    return internal_error(error.what());
  }
}

void LateGears::finish(size_t gear, Result<std::shared_ptr<const Model>> made) {
  Gear& done = gears_[gear];
  if (made.ok()) {
    done.model = std::move(made).value();
    done.state = GearState::kMade;
  } else {
    done.failure = made.status();
    done.state = GearState::kFailed;
  }
  --unfinished_;
}

}  // namespace gearbox
