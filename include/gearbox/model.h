#pragma once

#include "gearbox/compile.h"
#include "gearbox/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A team of threads that models share. Thread-safe: while one run uses the team, another runs on its own thread alone.
typedef struct gbx_thread_pool gbx_thread_pool;

/// A team of `threads`, from 1 to 1024, the calling thread counted. The caller frees *out. Thread-safe.
GBX_API GBX_NODISCARD gbx_status* gbx_thread_pool_create(int32_t threads, gbx_thread_pool** out);
GBX_API void gbx_thread_pool_free(gbx_thread_pool* pool);

/// A model ready to run. Immutable: all functions on it are thread-safe but the freeing; what they return lives as long as any handle made
/// from the model.
typedef struct gbx_model gbx_model;

typedef struct gbx_load_options {
  size_t struct_size;
  int32_t threads;        ///< of the model's own team, the calling thread counted; 0: 1
  gbx_thread_pool* pool;  ///< a team to share instead
} gbx_load_options;
#define GBX_LOAD_OPTIONS_INIT {sizeof(gbx_load_options), 0, NULL}

/// Makes a package ready to run. `options` is optional. Errors: GBX_UNSUPPORTED where the package is for instructions this machine lacks.
/// Thread-safe. The caller frees *out; the package may be freed at once.
GBX_API GBX_NODISCARD gbx_status* gbx_model_load(const gbx_package* package, const gbx_load_options* options, gbx_model** out);

GBX_API void gbx_model_free(gbx_model* model);

/// An input or output of a model.
typedef struct gbx_value_info {
  size_t struct_size;
  const char* name;
  int32_t dtype;               ///< a gbx_dtype
  int32_t rank;                ///< -1: decided by each run
  const int64_t* dims;         ///< `rank` extents, -1 where a call decides
  const char* const* extents;  ///< `rank` extents in the model's symbols: "N", "2*L", "3"; "?" where nothing is known
  const char* type;            ///< all together: "f32[N,3,2*L]"
} gbx_value_info;
#define GBX_VALUE_INFO_INIT {sizeof(gbx_value_info), NULL, 0, 0, NULL, NULL, NULL}

/// The number of inputs; 0 for NULL.
GBX_API size_t gbx_model_input_count(const gbx_model* model);
GBX_API size_t gbx_model_output_count(const gbx_model* model);

/// Fills `info`. Errors: no such index.
GBX_API GBX_NODISCARD gbx_status* gbx_model_input(const gbx_model* model, size_t index, gbx_value_info* info);
GBX_API GBX_NODISCARD gbx_status* gbx_model_output(const gbx_model* model, size_t index, gbx_value_info* info);

/// The index of an input by name. Errors: GBX_INVALID_ARGUMENT with the model's inputs as facts.
GBX_API GBX_NODISCARD gbx_status* gbx_model_find_input(const gbx_model* model, const char* name, size_t* index);
GBX_API GBX_NODISCARD gbx_status* gbx_model_find_output(const gbx_model* model, const char* name, size_t* index);

/// When a symbol gets its value.
typedef enum gbx_epoch {
  GBX_EPOCH_COMPILE = 0,  ///< an option of the compilation fixed it
  GBX_EPOCH_GEAR = 1,     ///< the gear decides
  GBX_EPOCH_CALL = 2,     ///< the inputs decide
  GBX_EPOCH_MID_RUN = 3   ///< a step of the run decides
} gbx_epoch;

/// A symbol of the model's extents, with what is known of its values.
typedef struct gbx_symbol_info {
  size_t struct_size;
  const char* name;
  int64_t lower;        ///< least value
  int64_t upper;        ///< largest value; INT64_MAX where there is no bound
  int64_t multiple;     ///< values are multiples of that
  int32_t epoch;        ///< a gbx_epoch
  const char* sources;  ///< the axes that set it, separated by ", ": "x[0], mask[0]"
} gbx_symbol_info;
#define GBX_SYMBOL_INFO_INIT {sizeof(gbx_symbol_info), NULL, 0, 0, 0, 0, NULL}

/// The number of symbols; 0 for NULL.
GBX_API size_t gbx_model_symbol_count(const gbx_model* model);
/// Fills `info`. Errors: no such index.
GBX_API GBX_NODISCARD gbx_status* gbx_model_symbol(const gbx_model* model, size_t index, gbx_symbol_info* info);

#ifdef __cplusplus
}
#endif
