#pragma once

#include "gearbox/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The tensors of one call: the caller's inputs, where results should go, and after a run the results. It may be used for any number of
/// runs, one after another. One thread at a time; while a run is under way every function on it but the freeing is an error.
typedef struct gbx_dataset gbx_dataset;

/// An empty dataset for calls of that model. The caller frees *out. Thread-safe.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_create(const gbx_model* model, gbx_dataset** out);
/// A run that is under way goes on and ends as it would.
GBX_API void gbx_dataset_free(gbx_dataset* dataset);

/// Gives an input. The extents are copied; the data is borrowed, read during runs only and never written: it must stay until the last run
/// ends or another tensor is given. Whether the model takes this type, rank and extents is told by the run. Errors: no such input, a type
/// the library does not know, a negative extent, a capacity below what the extents need, data that is NULL or not aligned to its elements.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_input(gbx_dataset* dataset, size_t index, const gbx_tensor* tensor);
/// The same by the input's name. Errors: also a name the model does not have, with its inputs as facts.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_input_by_name(gbx_dataset* dataset, const char* name, const gbx_tensor* tensor);

/// Gives an output `capacity` bytes of the caller's memory at `data`, aligned to its elements, which must not overlap an input or another
/// output; runs then leave the result there, and nothing behind its end is touched. Too little room is an error of the run, told before
/// anything is computed where the model's shapes decide the output's extents (a data-dependent output can only be told afterwards). After a
/// run that failed the buffers hold anything. NULL
/// takes the memory back.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_set_output_buffer(gbx_dataset* dataset, size_t index, void* data, size_t capacity);

/// The result of the dataset's last run, which must have succeeded: in the caller's memory where it was given (its capacity is then the
/// buffer's, not the tensor's), else in memory of the context. The extents live until the dataset's next run; the data of the context until
/// its next run, after which this function is an error.
GBX_API GBX_NODISCARD gbx_status* gbx_dataset_output(const gbx_dataset* dataset, size_t index, gbx_tensor* tensor);

#ifdef __cplusplus
}
#endif
