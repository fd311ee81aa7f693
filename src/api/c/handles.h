#pragma once

#include <memory>

#include "api/c/call_tensors.h"
#include "api/c/described_model.h"
#include "api/c/shared_context.h"
#include "base/thread_pool.h"
#include "gearbox/gearbox.h"
#include "package/program.h"

// What the opaque handles are: shared ownership, so that they may be freed in any order.

struct gbx_package {
  std::shared_ptr<const gearbox::PackageContents> contents;
};

struct gbx_thread_pool {
  std::shared_ptr<gearbox::ThreadPool> team;
};

struct gbx_model {
  std::shared_ptr<const gearbox::c::DescribedModel> described;
};

struct gbx_dataset {
  std::shared_ptr<gearbox::c::CallTensors> tensors;
};

struct gbx_context {
  std::shared_ptr<gearbox::c::SharedContext> shared;
};
