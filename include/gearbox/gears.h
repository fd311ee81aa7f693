#pragma once

#include "gearbox/dataset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Gears: shapes for which a model has programs of their own. A call runs on a gear when its inputs have the gear's shapes, whoever chose
/// them: the caller, who gives tensors with extents, or these functions, which set the shapes of a dataset for inputs given as buffers.
/// What is set belongs to the dataset, so that calls never disturb each other. Functions on a model are thread-safe, functions on a dataset
/// as its others.

/// How the gears were written.
typedef enum gbx_gear_kind {
  GBX_GEARS_NONE = 0,
  GBX_GEARS_BATCH = 1,   ///< dynamic_batch_size
  GBX_GEARS_IMAGE = 2,   ///< dynamic_image_size
  GBX_GEARS_DIMS = 3,    ///< dynamic_dims
  GBX_GEARS_SYMBOLS = 4  ///< gears, over symbols
} gbx_gear_kind;

typedef struct gbx_gears_info {
  size_t struct_size;
  int32_t kind;  ///< a gbx_gear_kind
  size_t gear_count;
  const size_t* inputs;  ///< the `input_count` inputs that gears list, in the user's order: dims are theirs, one after another
  size_t input_count;
  size_t dim_count;  ///< the sum of their ranks
  int32_t fallback;  ///< 1: other shapes run too, on the dynamic program
} gbx_gears_info;
#define GBX_GEARS_INFO_INIT {sizeof(gbx_gears_info), 0, 0, NULL, 0, 0, 0}

/// Fills `info`; `inputs` lives as long as any handle made from the model.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gears(const gbx_model* model, gbx_gears_info* info);

/// The index that stands for all inputs together, the only one that the next two functions take.
#define GBX_ALL_INPUTS ((size_t)-1)

/// The number of gears, 0 for a model without. Errors: an index that is not GBX_ALL_INPUTS.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gear_count(const gbx_model* model, size_t index, size_t* count);

/// The full shapes of one gear's inputs, one after another as gbx_gears_info lists them; -1 where the gear leaves an axis open, and the
/// largest value of an axis that the gear serves up to a bound.
typedef struct gbx_gear_dims {
  size_t count;
  const int64_t* dims;  ///< lives as long as any handle made from the model
} gbx_gear_dims;

/// Writes the shapes of all gears in the user's order into `gears`, which has room for `capacity`. Errors: an index that is not
/// GBX_ALL_INPUTS; less room than there are gears, with nothing written.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gear_dims(const gbx_model* model, size_t index, gbx_gear_dims* gears, size_t capacity);

/// Writes the `*rank` extents of an output in a gear; -1 where a call of that gear decides. Errors: no such gear or output; a capacity
/// below the rank; a rank that only a run decides.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gear_output_dims(const gbx_model* model, size_t gear, size_t output, int64_t* dims,
                                                             size_t capacity, size_t* rank);

/// Bytes that a buffer of the input needs for every gear. Without gears: for the extents the model fixes. Errors: extents without bound.
GBX_API GBX_NODISCARD gbx_status* gbx_model_input_bytes(const gbx_model* model, size_t index, size_t* bytes);
/// The same of an output.
GBX_API GBX_NODISCARD gbx_status* gbx_model_output_bytes(const gbx_model* model, size_t index, size_t* bytes);

/// Gives an input as memory alone, of the model's type: its extents are those of the gear that is set, without one those of the largest
/// gear (most elements in its inputs together; the first of equals), or those the model fixes. Else as gbx_dataset_set_input; the capacity
/// is held against the extents by the run.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_input_buffer(gbx_dataset* dataset, size_t index, const void* data, size_t capacity);

/// Sets the gear of the dataset's calls, in place of one set before, until gbx_dataset_clear_gear. Inputs given with extents must then have
/// the gear's. On an error the gear that was set stays. Errors of all: a model without gears; no such gear, with all gears and the nearest
/// as facts. By batch size, of a model whose gears are batch sizes. Errors: another kind of gears; not positive.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_batch_size(gbx_dataset* dataset, int64_t batch);
/// By height and width, of a model whose gears are image sizes. Errors: another kind of gears; not positive.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_image_size(gbx_dataset* dataset, int64_t height, int64_t width);
/// By the full shapes of the gears' inputs, one after another, of a model with gears of any kind; where a gear leaves an axis open any
/// value will do. Errors: a count that is not gbx_gears_info.dim_count; a fixed extent that differs, by its place.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_dims(gbx_dataset* dataset, const int64_t* dims, size_t count);
/// By its index. Errors: no such gear.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_gear(gbx_dataset* dataset, size_t gear);
/// As before any was set.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_clear_gear(gbx_dataset* dataset);

/// Writes the `*rank` extents that an output of the next run will have: for the inputs' extents where they were given, else for the gear
/// that is set, else for the largest gear; -1 where only the run decides. Errors: no such output; a capacity below the rank; what the run
/// would say of the inputs; a rank that only the run decides.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_output_dims(const gbx_dataset* dataset, size_t output, int64_t* dims, size_t capacity,
                                                          size_t* rank);

/// What served a call.
typedef enum gbx_way {
  GBX_WAY_PLAIN = 0,    ///< the model's one program: it has no gears
  GBX_WAY_EXACT = 1,    ///< a gear for exactly these shapes
  GBX_WAY_BOUNDED = 2,  ///< a gear that serves shapes up to its own
  GBX_WAY_FALLBACK = 3  ///< the dynamic program: no gear serves these shapes
} gbx_way;

/// How the dataset's last run went, which must have succeeded. `gear` is SIZE_MAX where none served it.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_served_by(const gbx_dataset* dataset, gbx_way* way, size_t* gear);

/// Calls of a model that succeeded since it was loaded, by what served them, and calls that no gear serves of a model without fallback.
typedef struct gbx_gear_counts {
  size_t struct_size;
  uint64_t exact, bounded, fallback, refused;
  uint64_t retried;  ///< of those of the fallback: had failed on a gear (gbx_context_options.retry_dynamic)
} gbx_gear_counts;
#define GBX_GEAR_COUNTS_INIT {sizeof(gbx_gear_counts), 0, 0, 0, 0, 0}

/// Fills `counts` for one gear (its exact and bounded calls), or for all where `gear` is SIZE_MAX. Errors: no such gear.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gear_counts(const gbx_model* model, size_t gear, gbx_gear_counts* counts);

/// Whether a gear can serve calls yet: with gbx_compile_options.lazy_gears the first call of its shapes asks for it, and the dynamic
/// program serves that one and all until the gear is there. No call waits for a gear.
typedef enum gbx_gear_state {
  GBX_GEAR_MADE = 0,        ///< it serves its calls
  GBX_GEAR_NOT_MADE = 1,    ///< no call has asked for it
  GBX_GEAR_BEING_MADE = 2,  ///< on a thread of the library, behind those asked for before
  GBX_GEAR_FAILED = 3       ///< it could not be made: the dynamic program serves its calls for good
} gbx_gear_state;

/// `reason` is optional and receives why a gear failed, NULL for all others; it lives as long as any handle made from the model. Errors: no
/// such gear.
GBX_API GBX_NODISCARD gbx_status* gbx_model_gear_state(const gbx_model* model, size_t gear, gbx_gear_state* state, const char** reason);
/// Asks for a gear ahead of the calls, of all where `gear` is SIZE_MAX, and returns. Nothing to do for those made, being made or failed.
/// Errors: no such gear.
GBX_API GBX_NODISCARD gbx_status* gbx_model_ask_gear(const gbx_model* model, size_t gear);
/// Returns when no gear is being made. The calling thread makes some of them itself.
GBX_API GBX_NODISCARD gbx_status* gbx_model_wait_for_gears(const gbx_model* model);

/// A part of a model with gears of its own (gbx_compile_options.gear_scopes). Its tensors are no inputs of the model, so that nothing sets
/// its gears: each run takes the branch that serves what it has computed by then.
typedef struct gbx_scope_info {
  size_t struct_size;
  const char* name;  ///< lives as long as any handle made from the model
  size_t gear_count;
  int32_t fallback;  ///< 1: other values run too, on a dynamic branch
} gbx_scope_info;
#define GBX_SCOPE_INFO_INIT {sizeof(gbx_scope_info), NULL, 0, 0}

/// The number of such parts, in the order in which they were asked for.
GBX_API GBX_NODISCARD gbx_status* gbx_model_scope_count(const gbx_model* model, size_t* count);
/// Errors: no such scope.
GBX_API GBX_NODISCARD gbx_status* gbx_model_scope(const gbx_model* model, size_t scope, gbx_scope_info* info);
/// How often the branch of a gear was taken since the model was loaded, several times in a call where the part is in a loop; of all
/// branches where `gear` is SIZE_MAX. Errors: no such scope or gear.
GBX_API GBX_NODISCARD gbx_status* gbx_model_scope_counts(const gbx_model* model, size_t scope, size_t gear, gbx_gear_counts* counts);

#ifdef __cplusplus
}
#endif
