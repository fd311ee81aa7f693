#include "gearbox/model.h"

#include "api/c/boundary.h"
#include "api/c/handles.h"
#include "api/c/team.h"
#include "api/gear_machine.h"

using gearbox::invalid_argument;
using gearbox::Status;
using gearbox::c::check_threads;
using gearbox::c::DescribedModel;
using gearbox::c::guarded;
using gearbox::c::team_of;

namespace {

/// Copies the description of item `index` into the caller's struct.
template <class T>
Status describe(const char* struct_name, const char* what, const std::vector<T>& list, size_t index, T* info) {
  if (index >= list.size())
    return invalid_argument("there is no " + std::string(what) + " " + std::to_string(index) + ": the model has " +
                            std::to_string(list.size()));
  return gearbox::c::write_struct(struct_name, list[index], info);
}

}  // namespace

gbx_status* gbx_thread_pool_create(int32_t threads, gbx_thread_pool** out) {
  return guarded(__func__, {{"out", out}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_threads(threads));
    GBX_ASSIGN_OR_RETURN(auto team, team_of(threads, nullptr));
    *out = new gbx_thread_pool{std::move(team)};
    return {};
  });
}

void gbx_thread_pool_free(gbx_thread_pool* pool) { delete pool; }

gbx_status* gbx_model_load(const gbx_package* package, const gbx_load_options* options, gbx_model** out) {
  return guarded(__func__, {{"package", package}, {"out", out}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const gbx_load_options given, gearbox::c::read_struct("gbx_load_options", options));
    GBX_ASSIGN_OR_RETURN(auto team, team_of(given.threads, given.pool));
    GBX_ASSIGN_OR_RETURN(auto model, gearbox::Model::load(*package->contents,
                                                          {.team = std::move(team), .machine = gearbox::gear_machine(*package->contents)}));
    *out = new gbx_model{std::make_shared<const DescribedModel>(std::move(model))};
    return {};
  });
}

void gbx_model_free(gbx_model* model) { delete model; }

size_t gbx_model_input_count(const gbx_model* model) { return model ? model->described->program().inputs.size() : 0; }
size_t gbx_model_output_count(const gbx_model* model) { return model ? model->described->program().outputs.size() : 0; }
size_t gbx_model_symbol_count(const gbx_model* model) { return model ? model->described->model()->contents().symbols.size() : 0; }

gbx_status* gbx_model_input(const gbx_model* model, size_t index, gbx_value_info* info) {
  return guarded(__func__, {{"model", model}, {"info", info}},
                 [&] { return describe("gbx_value_info", "input", model->described->inputs(), index, info); });
}

gbx_status* gbx_model_output(const gbx_model* model, size_t index, gbx_value_info* info) {
  return guarded(__func__, {{"model", model}, {"info", info}},
                 [&] { return describe("gbx_value_info", "output", model->described->outputs(), index, info); });
}

gbx_status* gbx_model_symbol(const gbx_model* model, size_t index, gbx_symbol_info* info) {
  return guarded(__func__, {{"model", model}, {"info", info}},
                 [&] { return describe("gbx_symbol_info", "symbol", model->described->symbols(), index, info); });
}

gbx_status* gbx_model_find_input(const gbx_model* model, const char* name, size_t* index) {
  return guarded(__func__, {{"model", model}, {"name", name}, {"index", index}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(*index, model->described->input_index(name));
    return {};
  });
}

gbx_status* gbx_model_find_output(const gbx_model* model, const char* name, size_t* index) {
  return guarded(__func__, {{"model", model}, {"name", name}, {"index", index}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(*index, model->described->output_index(name));
    return {};
  });
}
