#include "gearbox/gears.h"

#include <algorithm>
#include <optional>

#include "api/c/boundary.h"
#include "api/c/handles.h"
#include "api/call_plan.h"
#include "base/literal.h"

using gearbox::GearShapes;
using gearbox::invalid_argument;
using gearbox::Status;
using gearbox::c::CallInputs;
using gearbox::c::DescribedModel;
using gearbox::c::guarded;

namespace {

using Extents = std::optional<std::vector<int64_t>>;

Status check_all_inputs(size_t index) {
  if (index == GBX_ALL_INPUTS) return {};
  return invalid_argument("index is " + std::to_string(index) + "; gears are of all inputs together: GBX_ALL_INPUTS");
}

Status check_output(const DescribedModel& model, size_t output) {
  const size_t count = model.program().outputs.size();
  if (output < count) return {};
  return invalid_argument("there is no output " + std::to_string(output) + ": the model has " + std::to_string(count));
}

Status write_dims(const Extents& extents, int64_t* dims, size_t capacity, size_t* rank) {
  if (!extents) return gearbox::unsupported("the rank of the output is known only once it is computed");
  if (extents->size() > capacity)
    return invalid_argument("the output has rank " + std::to_string(extents->size()) + ", there is room for " + std::to_string(capacity));
  std::copy(extents->begin(), extents->end(), dims);
  *rank = extents->size();
  return {};
}

Status no_bound(const char* what, const std::string& name) {
  return gearbox::unsupported("no number of bytes is enough for every call: the extents of " + std::string(what) + " '" + name +
                              "' are open");
}

/// Elements for extents without an open axis.
std::optional<int64_t> elements_of(std::span<const int64_t> dims) {
  if (std::ranges::find(dims, -1) != dims.end()) return std::nullopt;
  return gearbox::element_count(dims);
}

Status write_bytes(const gbx_value_info& value, const char* what, std::optional<int64_t> elements, size_t* bytes) {
  if (!elements && value.rank >= 0) elements = elements_of({value.dims, static_cast<size_t>(value.rank)});
  if (!elements || *elements < 0) return no_bound(what, value.name);
  *bytes = static_cast<size_t>(*elements) * gbx_dtype_size(value.dtype);
  return {};
}

/// Counts of one gear, or of all for SIZE_MAX.
Status write_counts(const gearbox::GearCounts& now, size_t gear, gbx_gear_counts* counts) {
  gbx_gear_counts out = GBX_GEAR_COUNTS_INIT;
  if (gear != SIZE_MAX) {
    out.exact = now.exact[gear];
    out.bounded = now.bounded[gear];
  } else {
    for (const uint64_t count : now.exact) out.exact += count;
    for (const uint64_t count : now.bounded) out.bounded += count;
    out.fallback = now.fallback;
    out.refused = now.refused;
    out.retried = now.retried;
  }
  return gearbox::c::write_struct("gbx_gear_counts", out, counts);
}

const std::vector<gearbox::GearScope>& scopes_of(const gbx_model* model) { return model->described->model()->contents().scopes; }

Status check_scope(const gbx_model* model, size_t scope) {
  const size_t count = scopes_of(model).size();
  if (scope < count) return {};
  return invalid_argument("there is no scope " + std::to_string(scope) + ": the model has " + std::to_string(count));
}

/// Sets the gear that `find` finds, at its shapes or at `dims`.
template <class Find>
Status set_gear(gbx_dataset* dataset, Find&& find, std::span<const int64_t> dims = {}) {
  GBX_ASSIGN_OR_RETURN(CallInputs * inputs, dataset->tensors->inputs());
  const GearShapes& gears = dataset->tensors->model().gears();
  GBX_ASSIGN_OR_RETURN(const size_t gear, find(gears));
  inputs->set_gear(dims.empty() ? gears.dims(gear) : std::vector<int64_t>(dims.begin(), dims.end()));
  return {};
}

}  // namespace

gbx_status* gbx_model_gears(const gbx_model* model, gbx_gears_info* info) {
  return guarded(__func__, {{"model", model}, {"info", info}}, [&] {
    const gearbox::GearSet& set = model->described->model()->gears();
    const GearShapes& gears = model->described->gears();
    const gbx_gears_info out = {sizeof(gbx_gears_info),
                                set.empty() ? GBX_GEARS_NONE : static_cast<int32_t>(set.table.kind),
                                gears.count(),
                                gears.inputs().data(),
                                gears.inputs().size(),
                                gears.dim_count(),
                                set.fallback};
    return gearbox::c::write_struct("gbx_gears_info", out, info);
  });
}

gbx_status* gbx_model_gear_count(const gbx_model* model, size_t index, size_t* count) {
  return guarded(__func__, {{"model", model}, {"count", count}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_all_inputs(index));
    *count = model->described->gears().count();
    return {};
  });
}

gbx_status* gbx_model_gear_dims(const gbx_model* model, size_t index, gbx_gear_dims* gears, size_t capacity) {
  return guarded(__func__, {{"model", model}, {"gears", gears}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_all_inputs(index));
    const GearShapes& shapes = model->described->gears();
    if (capacity < shapes.count())
      return invalid_argument("the model has " + std::to_string(shapes.count()) + " gears, there is room for " + std::to_string(capacity));
    for (size_t gear = 0; gear < shapes.count(); ++gear) gears[gear] = {shapes.dims(gear).size(), shapes.dims(gear).data()};
    return {};
  });
}

gbx_status* gbx_model_gear_output_dims(const gbx_model* model, size_t gear, size_t output, int64_t* dims, size_t capacity, size_t* rank) {
  return guarded(__func__, {{"model", model}, {"dims", dims}, {"rank", rank}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(model->described->gears().check_gear(gear));
    GBX_RETURN_IF_ERROR(check_output(*model->described, output));
    return write_dims(model->described->model()->gears().gears[gear].outputs[output], dims, capacity, rank);
  });
}

gbx_status* gbx_model_input_bytes(const gbx_model* model, size_t index, size_t* bytes) {
  return guarded(__func__, {{"model", model}, {"bytes", bytes}}, [&]() -> Status {
    const auto& inputs = model->described->inputs();
    if (index >= inputs.size())
      return invalid_argument("there is no input " + std::to_string(index) + ": the model has " + std::to_string(inputs.size()));
    return write_bytes(inputs[index], "input", model->described->gears().most_elements(index), bytes);
  });
}

gbx_status* gbx_model_output_bytes(const gbx_model* model, size_t index, size_t* bytes) {
  return guarded(__func__, {{"model", model}, {"bytes", bytes}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_output(*model->described, index));
    std::optional<int64_t> most;
    for (const gearbox::GearInfo& gear : model->described->model()->gears().gears) {
      const auto elements = gear.outputs[index] ? elements_of(*gear.outputs[index]) : std::nullopt;
      if (!elements) return no_bound("output", model->described->outputs()[index].name);
      most = std::max(most.value_or(0), *elements);
    }
    return write_bytes(model->described->outputs()[index], "output", most, bytes);
  });
}

gbx_status* gbx_dataset_set_input_buffer(gbx_dataset* dataset, size_t index, const void* data, size_t capacity) {
  return guarded(__func__, {{"dataset", dataset}, {"data", data}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(CallInputs * inputs, dataset->tensors->inputs());
    return inputs->set_buffer(index, const_cast<void*>(data), capacity);
  });
}

gbx_status* gbx_dataset_set_batch_size(gbx_dataset* dataset, int64_t batch) {
  return guarded(__func__, {{"dataset", dataset}},
                 [&] { return set_gear(dataset, [&](const GearShapes& gears) { return gears.by_batch(batch); }); });
}

gbx_status* gbx_dataset_set_image_size(gbx_dataset* dataset, int64_t height, int64_t width) {
  return guarded(__func__, {{"dataset", dataset}},
                 [&] { return set_gear(dataset, [&](const GearShapes& gears) { return gears.by_image(height, width); }); });
}

gbx_status* gbx_dataset_set_dims(gbx_dataset* dataset, const int64_t* dims, size_t count) {
  return guarded(__func__, {{"dataset", dataset}, {"dims", dims}},
                 [&] { return set_gear(dataset, [&](const GearShapes& gears) { return gears.by_dims({dims, count}); }, {dims, count}); });
}

gbx_status* gbx_dataset_set_gear(gbx_dataset* dataset, size_t gear) {
  return guarded(__func__, {{"dataset", dataset}}, [&] {
    return set_gear(dataset, [&](const GearShapes& gears) -> gearbox::Result<size_t> {
      GBX_RETURN_IF_ERROR(gears.check_gear(gear));
      return gear;
    });
  });
}

gbx_status* gbx_dataset_clear_gear(gbx_dataset* dataset) {
  return guarded(__func__, {{"dataset", dataset}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(CallInputs * inputs, dataset->tensors->inputs());
    inputs->clear_gear();
    return {};
  });
}

gbx_status* gbx_dataset_output_dims(const gbx_dataset* dataset, size_t output, int64_t* dims, size_t capacity, size_t* rank) {
  return guarded(__func__, {{"dataset", dataset}, {"dims", dims}, {"rank", rank}}, [&]() -> Status {
    const DescribedModel& model = dataset->tensors->model();
    GBX_RETURN_IF_ERROR(check_output(model, output));
    GBX_ASSIGN_OR_RETURN(CallInputs * inputs, dataset->tensors->inputs());
    GBX_ASSIGN_OR_RETURN(const auto shapes, inputs->shapes());
    GBX_ASSIGN_OR_RETURN(const Extents extents, gearbox::planned_output(*model.model(), shapes, output));
    return write_dims(extents, dims, capacity, rank);
  });
}

gbx_status* gbx_dataset_served_by(const gbx_dataset* dataset, gbx_way* way, size_t* gear) {
  return guarded(__func__, {{"dataset", dataset}, {"way", way}, {"gear", gear}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(const gearbox::GearChoice choice, dataset->tensors->choice());
    *way = static_cast<gbx_way>(choice.way);
    *gear = choice.gear < 0 ? SIZE_MAX : static_cast<size_t>(choice.gear);
    return {};
  });
}

gbx_status* gbx_model_gear_counts(const gbx_model* model, size_t gear, gbx_gear_counts* counts) {
  return guarded(__func__, {{"model", model}, {"counts", counts}}, [&]() -> Status {
    if (gear != SIZE_MAX) GBX_RETURN_IF_ERROR(model->described->gears().check_gear(gear));
    return write_counts(model->described->model()->gear_counts(), gear, counts);
  });
}

gbx_status* gbx_model_scope_count(const gbx_model* model, size_t* count) {
  return guarded(__func__, {{"model", model}, {"count", count}}, [&]() -> Status {
    *count = scopes_of(model).size();
    return {};
  });
}

gbx_status* gbx_model_scope(const gbx_model* model, size_t scope, gbx_scope_info* info) {
  return guarded(__func__, {{"model", model}, {"info", info}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_scope(model, scope));
    const gearbox::GearScope& known = scopes_of(model)[scope];
    gbx_scope_info out = GBX_SCOPE_INFO_INIT;
    out.name = known.name.c_str();
    out.gear_count = known.set.gears.size();
    out.fallback = known.set.fallback ? 1 : 0;
    return gearbox::c::write_struct("gbx_scope_info", out, info);
  });
}

gbx_status* gbx_model_scope_counts(const gbx_model* model, size_t scope, size_t gear, gbx_gear_counts* counts) {
  return guarded(__func__, {{"model", model}, {"counts", counts}}, [&]() -> Status {
    GBX_RETURN_IF_ERROR(check_scope(model, scope));
    const gearbox::GearScope& known = scopes_of(model)[scope];
    if (gear != SIZE_MAX && gear >= known.set.gears.size()) {
      return invalid_argument("there is no gear " + std::to_string(gear) + ": scope '" + known.name + "' has " +
                              std::to_string(known.set.gears.size()));
    }
    return write_counts(model->described->model()->scope_counts(scope), gear, counts);
  });
}

static_assert(static_cast<int>(gearbox::options::GearTable::Kind::kSymbols) == GBX_GEARS_SYMBOLS);
static_assert(static_cast<int>(gearbox::GearChoice::Way::kFallback) == GBX_WAY_FALLBACK);
