#include "api/session.h"

#include "api/c/boundary.h"
#include "api/c/callback_log.h"
#include "api/c/handles.h"
#include "api/c/team.h"
#include "api/task_queue.h"
#include "gearbox/session.h"

using gearbox::invalid_argument;
using gearbox::Result;
using gearbox::Session;
using gearbox::Status;
using gearbox::c::CallTensors;
using gearbox::c::guarded;

/// The queue comes last: its runs use what stands before it.
struct gbx_session {
  struct Core {
    gearbox::c::CallbackLog log;
    Session session;
    Core(const gbx_log& given, gearbox::SessionOptions options) : log(given), session(with_log(std::move(options), log)) {}

   private:
    static gearbox::SessionOptions with_log(gearbox::SessionOptions options, gearbox::c::CallbackLog& log) {
      options.log = gearbox::Logger(&log);
      return options;
    }
  };
  std::shared_ptr<Core> core;
  gearbox::TaskQueue queue;
};

namespace {

Result<std::map<std::string, std::string>> read_options(const gbx_option* options, size_t count) {
  std::map<std::string, std::string> out;
  for (size_t i = 0; i < count; ++i) {
    if (!options || !options[i].key || !options[i].value) return invalid_argument("option " + std::to_string(i) + " is NULL");
    if (!out.emplace(options[i].key, options[i].value).second)
      return invalid_argument("the option " + std::string(options[i].key) + " is given twice");
  }
  return out;
}

/// A run on taken tensors; they are given back.
Status run_taken(Session& session, uint32_t id, CallTensors& tensors) {
  const CallTensors::Taken taken(tensors);
  tensors.forget_results();  // its context may serve this run
  GBX_ASSIGN_OR_RETURN(auto context, session.lend_context(id));
  if (&context->model() != tensors.model().model().get())
    return invalid_argument("the dataset is for another model than graph " + std::to_string(id));
  return tensors.run(*context, {context});
}

}  // namespace

gbx_status* gbx_session_create(const gbx_session_options* options, gbx_session** out) {
  return guarded(__func__, {{"out", out}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const gbx_session_options given, gearbox::c::read_struct("gbx_session_options", options));
    GBX_ASSIGN_OR_RETURN(const gbx_log log, gearbox::c::read_struct("gbx_log", given.log));
    if (given.async_threads != 0) GBX_RETURN_IF_ERROR(gearbox::c::check_threads(given.async_threads));
    gearbox::SessionOptions wanted;
    GBX_ASSIGN_OR_RETURN(wanted.team, gearbox::c::team_of(given.threads, given.pool));
    if (given.memory_limit > 0) wanted.limits.memory_limit = given.memory_limit;
    *out = new gbx_session{std::make_shared<gbx_session::Core>(log, std::move(wanted)), gearbox::TaskQueue(given.async_threads)};
    return {};
  });
}

void gbx_session_free(gbx_session* session) {
  if (!session) return;
  session->queue.wait();
  delete session;
}

gbx_status* gbx_session_add_graph(gbx_session* session, uint32_t id, const char* path, const gbx_option* options, size_t option_count) {
  return guarded(__func__, {{"session", session}, {"path", path}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const auto stated, read_options(options, option_count));
    return session->core->session.add_graph(id, {path, {}, {}}, stated);
  });
}

gbx_status* gbx_session_add_graph_memory(gbx_session* session, uint32_t id, const void* data, size_t size, const char* folder,
                                         const gbx_option* options, size_t option_count) {
  return guarded(__func__, {{"session", session}, {"data", data}}, [&]() -> Status {
    if (size == 0) return invalid_argument("the model has no bytes");
    GBX_ASSIGN_OR_RETURN(const auto stated, read_options(options, option_count));
    const auto* bytes = static_cast<const std::byte*>(data);
    return session->core->session.add_graph(id, {"graph " + std::to_string(id), {bytes, bytes + size}, folder ? folder : ""}, stated);
  });
}

gbx_status* gbx_session_compile(gbx_session* session, uint32_t id) {
  return guarded(__func__, {{"session", session}}, [&] { return session->core->session.compile(id); });
}

gbx_status* gbx_session_load(gbx_session* session, uint32_t id) {
  return guarded(__func__, {{"session", session}}, [&] { return session->core->session.load(id); });
}

gbx_status* gbx_session_state(const gbx_session* session, uint32_t id, gbx_graph_state* state) {
  return guarded(__func__, {{"session", session}, {"state", state}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const gearbox::GraphState now, session->core->session.state(id));
    *state = static_cast<gbx_graph_state>(now);
    return {};
  });
}

gbx_status* gbx_session_model(gbx_session* session, uint32_t id, gbx_model** out) {
  return guarded(__func__, {{"session", session}, {"out", out}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(auto model, session->core->session.model(id));
    *out = new gbx_model{std::make_shared<const gearbox::c::DescribedModel>(std::move(model))};
    return {};
  });
}

gbx_status* gbx_session_run(gbx_session* session, uint32_t id, gbx_dataset* dataset) {
  return guarded(__func__, {{"session", session}, {"dataset", dataset}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(dataset->tensors->take());
    return run_taken(session->core->session, id, *dataset->tensors);
  });
}

gbx_status* gbx_session_run_async(gbx_session* session, uint32_t id, gbx_dataset* dataset, gbx_done done, void* user) {
  const std::initializer_list<gearbox::c::Argument> arguments = {{"session", session}, {"dataset", dataset}, {"done", done}};
  return guarded(__func__, arguments, [&]() -> Status {
    GBX_RETURN_IF_ERROR(session->core->session.state(id).status());
    GBX_RETURN_IF_ERROR(dataset->tensors->take());
    try {
      session->queue.push([core = session->core, id, tensors = dataset->tensors, done, user] {
        gbx_status* status = guarded("gbx_session_run_async", {}, [&] { return run_taken(core->session, id, *tensors); });
        done(user, status);
      });
    } catch (...) {
      dataset->tensors->give_back();
      throw;
    }
    return {};
  });
}

gbx_status* gbx_session_remove(gbx_session* session, uint32_t id) {
  return guarded(__func__, {{"session", session}}, [&] { return session->core->session.remove(id); });
}

static_assert(static_cast<int>(gearbox::GraphState::kLoaded) == GBX_GRAPH_LOADED);
