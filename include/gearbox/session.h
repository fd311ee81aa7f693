#pragma once

#include "gearbox/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Graphs under numbers of the caller's choice, after GE's session: add, compile, load, run, remove. Graphs do not affect each other, and a
/// call that fails leaves the session as it was. All functions are thread-safe but the freeing: different graphs are compiled at the same
/// time, one graph once; runs are concurrent, each with a dataset of its own. A number that is not in the session is GBX_NOT_FOUND.
typedef struct gbx_session gbx_session;

typedef struct gbx_session_options {
  size_t struct_size;
  int32_t threads;        ///< of the team that all graphs share, the calling thread counted; 0: 1
  gbx_thread_pool* pool;  ///< a team to share instead
  size_t memory_limit;    ///< of each run, as in gbx_context_options; 0: none
  int32_t async_threads;  ///< runs of gbx_session_run_async that go on at the same time; 0: 1, in the order they come
  const gbx_log* log;     ///< of the compilations; the struct is copied
} gbx_session_options;
#define GBX_SESSION_OPTIONS_INIT {sizeof(gbx_session_options), 0, NULL, 0, 0, NULL}

/// `options` is optional. The caller frees *out.
GBX_API GBX_NODISCARD gbx_status* gbx_session_create(const gbx_session_options* options, gbx_session** out);
/// Waits for the runs that were started with gbx_session_run_async, unless called from one's `done`.
GBX_API void gbx_session_free(gbx_session* session);

/// A key of a GE session and its value: ge.inputShape, ge.dynamicDims, ge.dynamicNodeType ("1"), ge.compileHybridMode ("0", "1"). Beside
/// them gearbox.lazyGears ("0", "1"): with "1" each gear is made in the background once a call asks for it (gbx_gear_state); needs the
/// hybrid mode.
typedef struct gbx_option {
  const char* key;
  const char* value;
} gbx_option;

/// Adds the model file `path` (.onnx, or .gbir text) with `option_count` options, under a number that is free. Gears (ge.dynamicDims) leave
/// no dynamic program beside them unless ge.compileHybridMode is "1" and the other three keys are given. `options` may be NULL where there
/// are none. Errors: the number is taken; all problems of the options; no such file.
GBX_API GBX_NODISCARD gbx_status* gbx_session_add_graph(gbx_session* session, uint32_t id, const char* path, const gbx_option* options,
                                                        size_t option_count);
/// The same for an ONNX model in memory, which is copied. `folder` is where its external data lies; optional.
GBX_API GBX_NODISCARD gbx_status* gbx_session_add_graph_memory(gbx_session* session, uint32_t id, const void* data, size_t size,
                                                               const char* folder, const gbx_option* options, size_t option_count);

/// Compiles the graph; does nothing where that is done. After an error the graph is as it was added.
GBX_API GBX_NODISCARD gbx_status* gbx_session_compile(gbx_session* session, uint32_t id);
/// Makes the graph ready to run, compiling it first where that has not been done; does nothing where it is ready.
GBX_API GBX_NODISCARD gbx_status* gbx_session_load(gbx_session* session, uint32_t id);

typedef enum gbx_graph_state {
  GBX_GRAPH_ADDED = 0,     ///< to be compiled: what GE calls "needs rebuild"
  GBX_GRAPH_COMPILED = 1,  ///< to be loaded
  GBX_GRAPH_LOADED = 2     ///< ready to run
} gbx_graph_state;

GBX_API GBX_NODISCARD gbx_status* gbx_session_state(const gbx_session* session, uint32_t id, gbx_graph_state* state);

/// A handle of the graph's model, for its description and for datasets; compiles and loads first where needed. The caller frees *out.
GBX_API GBX_NODISCARD gbx_status* gbx_session_model(gbx_session* session, uint32_t id, gbx_model** out);

/// Runs the graph on a dataset made from its model. Results without a buffer of the caller stay until the dataset's next run or its end.
GBX_API GBX_NODISCARD gbx_status* gbx_session_run(gbx_session* session, uint32_t id, gbx_dataset* dataset);
/// The same on a thread of the session, as gbx_context_run_async.
GBX_API GBX_NODISCARD gbx_status* gbx_session_run_async(gbx_session* session, uint32_t id, gbx_dataset* dataset, gbx_done done, void* user);

/// Forgets the graph. Runs that have begun end as they would, those that still wait with GBX_NOT_FOUND; handles of its model stay valid.
GBX_API GBX_NODISCARD gbx_status* gbx_session_remove(gbx_session* session, uint32_t id);

#ifdef __cplusplus
}
#endif
