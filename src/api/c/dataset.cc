#include "gearbox/dataset.h"

#include "api/c/boundary.h"
#include "api/c/handles.h"

using gearbox::Status;
using gearbox::c::guarded;

gbx_status* gbx_dataset_create(const gbx_model* model, gbx_dataset** out) {
  return guarded(__func__, {{"model", model}, {"out", out}}, [&]() -> Status {
    *out = new gbx_dataset{std::make_shared<gearbox::c::CallTensors>(model->described)};
    return {};
  });
}

void gbx_dataset_free(gbx_dataset* dataset) { delete dataset; }

gbx_status* gbx_dataset_set_input(gbx_dataset* dataset, size_t index, const gbx_tensor* tensor) {
  return guarded(__func__, {{"dataset", dataset}, {"tensor", tensor}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(gearbox::c::CallInputs * inputs, dataset->tensors->inputs());
    return inputs->set(index, *tensor);
  });
}

gbx_status* gbx_dataset_set_input_by_name(gbx_dataset* dataset, const char* name, const gbx_tensor* tensor) {
  return guarded(__func__, {{"dataset", dataset}, {"name", name}, {"tensor", tensor}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(gearbox::c::CallInputs * inputs, dataset->tensors->inputs());
    GBX_ASSIGN_OR_RETURN(const size_t index, dataset->tensors->model().input_index(name));
    return inputs->set(index, *tensor);
  });
}

gbx_status* gbx_dataset_set_output_buffer(gbx_dataset* dataset, size_t index, void* data, size_t capacity) {
  return guarded(__func__, {{"dataset", dataset}}, [&] { return dataset->tensors->set_output(index, data, capacity); });
}

gbx_status* gbx_dataset_output(const gbx_dataset* dataset, size_t index, gbx_tensor* tensor) {
  return guarded(__func__, {{"dataset", dataset}, {"tensor", tensor}}, [&]() -> Status {
    GBX_ASSIGN_OR_RETURN(*tensor, dataset->tensors->result(index));
    return {};
  });
}
