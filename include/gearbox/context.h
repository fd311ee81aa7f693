#pragma once

#include "gearbox/dataset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The working memory of one caller of a model. Thread-safe: runs of one context come after each other. Use a context for each thread that
/// runs at the same time; they share the model's weights.
typedef struct gbx_context gbx_context;

typedef struct gbx_context_options {
  size_t struct_size;
  size_t memory_limit;    ///< most bytes of working memory and outputs; a call that needs more fails before it runs. 0: no limit
  size_t plan_cache;      ///< shapes whose memory plans are remembered; 0: 256
  int32_t retry_dynamic;  ///< 1: a call that fails on a gear runs again on the dynamic program, where there is one; 0: it fails
} gbx_context_options;
#define GBX_CONTEXT_OPTIONS_INIT {sizeof(gbx_context_options), 0, 0, 0}

/// Makes ready for calls: of a small model without control flow this runs all steps once, on zeros. `options` is optional. The caller frees
/// *out. Thread-safe.
GBX_API GBX_NODISCARD gbx_status* gbx_context_create(const gbx_model* model, const gbx_context_options* options, gbx_context** out);
/// Waits for the runs that were started with gbx_context_run_async, unless called from one's `done`.
GBX_API void gbx_context_free(gbx_context* context);

/// Runs the dataset's model on its inputs. Errors name the input, the axis, what it has and what the model takes; context and dataset stay
/// usable. Nothing is computed unless all inputs fit. Allocates nothing when the shapes were seen before.
GBX_API GBX_NODISCARD gbx_status* gbx_context_run(gbx_context* context, gbx_dataset* dataset);

/// Called on a thread of the library when a run has ended, with its status, which the callee frees. Results in the context's memory are
/// valid until it returns or, where nothing else runs on the context, longer. It may start further runs. Must not throw.
typedef void (*gbx_done)(void* user, gbx_status* status);

/// Starts a run behind those already started on this context and returns. An error returned here means that it is not started and `done` is
/// not called; else it is, once. The dataset must not be touched until then.
GBX_API GBX_NODISCARD gbx_status* gbx_context_run_async(gbx_context* context, gbx_dataset* dataset, gbx_done done, void* user);

/// Figures of the context's last run and of what it holds, in bytes but for the counts.
typedef struct gbx_memory {
  size_t struct_size;
  size_t arena_bytes;    ///< working memory of the last shapes
  size_t lower_bound;    ///< most bytes of it that are in use at once
  size_t output_bytes;   ///< outputs of the last shapes
  size_t pool_bytes;     ///< held for values whose size only a run decides
  size_t scratch_bytes;  ///< held for single steps
  size_t plans;          ///< shapes whose plans are remembered; none are where nothing lies in working memory
  uint64_t plan_hits, plan_misses;
} gbx_memory;
#define GBX_MEMORY_INIT {sizeof(gbx_memory), 0, 0, 0, 0, 0, 0, 0, 0}

/// Fills `memory`.
GBX_API GBX_NODISCARD gbx_status* gbx_context_memory(gbx_context* context, gbx_memory* memory);

/// One output of a step of a run. Valid during the call that hands it over.
typedef struct gbx_traced_value {
  size_t struct_size;
  const char* op;
  const char* name;
  const char* type;  ///< in the model's symbols: "f32[N,2*L]"
  int32_t rank;
  const int64_t* dims;      ///< `rank` extents as they came out
  int32_t expected_rank;    ///< -1: the type does not tell the rank
  const int64_t* expected;  ///< `expected_rank` extents as the type says for this run, -1 where that is not known
  int32_t differs;          ///< 1: a fault to report; the run ends with an error
} gbx_traced_value;

/// Called after each step on the thread of the run. Must not throw, nor call functions on the context.
typedef void (*gbx_trace)(void* user, const gbx_traced_value* value);

/// Traces the context's runs from now on: the extents of each step's outputs beside what was planned, as `gearbox run --debug shapes` shows
/// them. NULL ends it. Runs are slower meanwhile.
GBX_API GBX_NODISCARD gbx_status* gbx_context_trace(gbx_context* context, gbx_trace trace, void* user);

#ifdef __cplusplus
}
#endif
