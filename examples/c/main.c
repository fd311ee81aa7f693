/* Runs a package once, every open axis at 2 and every input filled with ones, and shows the results. Usage: run_package MODEL.gbx */
#include <gearbox/gearbox.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints an error; true where there is one. */
static int failed(gbx_status* status) {
  if (!status) return 0;
  fprintf(stderr, "run_package: %s\n", gbx_status_text(status));
  gbx_status_free(status);
  return 1;
}

/* Sets `bytes` to ones of that type. */
static void fill(void* data, size_t bytes, int32_t dtype) {
  for (size_t at = 0; at < bytes; at += gbx_dtype_size(dtype)) {
    char* element = (char*)data + at;
    switch (dtype) {
      case GBX_F32: *(float*)element = 1; break;
      case GBX_F64: *(double*)element = 1; break;
      case GBX_I64: *(int64_t*)element = 1; break;
      case GBX_I32: *(int32_t*)element = 1; break;
      default: *element = 1; break;
    }
  }
}

/* Gives the dataset ones for one input; the memory goes to `data`. */
static gbx_status* give_ones(const gbx_model* model, size_t index, gbx_dataset* dataset, void** data) {
  gbx_value_info info = GBX_VALUE_INFO_INIT;
  gbx_status* status = gbx_model_input(model, index, &info);
  if (status) return status;
  printf("input  %s: %s\n", info.name, info.type);

  int64_t dims[16];
  for (int32_t axis = 0; axis < info.rank && axis < 16; ++axis) dims[axis] = info.dims[axis] < 0 ? 2 : info.dims[axis];
  gbx_tensor tensor = {info.dtype, info.rank < 0 ? 1 : info.rank, dims, NULL, 0};
  status = gbx_tensor_bytes(&tensor, &tensor.capacity);
  if (status) return status;
  *data = tensor.data = malloc(tensor.capacity + 1);
  fill(tensor.data, tensor.capacity, tensor.dtype);
  return gbx_dataset_set_input(dataset, index, &tensor);
}

static gbx_status* show(const gbx_model* model, size_t index, const gbx_dataset* dataset) {
  gbx_value_info info = GBX_VALUE_INFO_INIT;
  gbx_tensor result;
  gbx_status* status = gbx_model_output(model, index, &info);
  if (!status) status = gbx_dataset_output(dataset, index, &result);
  if (status) return status;
  printf("output %s: %s of", info.name, info.type);
  for (int32_t axis = 0; axis < result.rank; ++axis) printf(" %lld", (long long)result.dims[axis]);
  if (result.dtype == GBX_F32 && result.capacity >= sizeof(float)) printf(", begins with %g", *(const float*)result.data);
  printf("\n");
  return NULL;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: run_package MODEL.gbx\n");
    return 2;
  }
  gbx_package* package = NULL;
  gbx_model* model = NULL;
  gbx_context* context = NULL;
  gbx_dataset* dataset = NULL;
  int wrong = failed(gbx_package_open(argv[1], &package)) || failed(gbx_model_load(package, NULL, &model)) ||
              failed(gbx_context_create(model, NULL, &context)) || failed(gbx_dataset_create(model, &dataset));
  const size_t inputs = wrong ? 0 : gbx_model_input_count(model), outputs = wrong ? 0 : gbx_model_output_count(model);
  void** data = calloc(inputs + 1, sizeof(void*));
  for (size_t i = 0; i < inputs && !wrong; ++i) wrong = failed(give_ones(model, i, dataset, &data[i]));
  wrong = wrong || failed(gbx_context_run(context, dataset));
  for (size_t i = 0; i < outputs && !wrong; ++i) wrong = failed(show(model, i, dataset));

  gbx_dataset_free(dataset);
  gbx_context_free(context);
  gbx_model_free(model);
  gbx_package_free(package);
  for (size_t i = 0; i < inputs; ++i) free(data[i]);
  free(data);
  return wrong;
}
