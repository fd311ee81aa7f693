#pragma once

#include "gearbox/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled model as a file holds it. Immutable: all functions on it are thread-safe but the freeing.
typedef struct gbx_package gbx_package;

/// Where log lines go.
typedef struct gbx_log {
  size_t struct_size;
  const char* channels;  ///< those wanted, separated by commas: "pass,plan"; NULL: all
  /// One line without its newline. Called on any of the library's threads, at most one at a time for each compilation; the strings are
  /// valid during the call. Must not throw.
  void (*line)(void* user, const char* channel, const char* text);
  void* user;
} gbx_log;
#define GBX_LOG_INIT {sizeof(gbx_log), NULL, NULL, NULL}

/// What a compilation is asked. Texts are those of the command line's options; docs/howto/state-shapes.md explains their words.
typedef struct gbx_compile_options {
  size_t struct_size;
  const char* target;       ///< "native", "x86-64-v2", "x86-64-v3" (the default; uses v4 where it can), "x86-64-v4"
  const char* input_shape;  ///< --input_shape: "x:1~8,3,-1,-1"
  const char* const* dims;  ///< --dim, `dim_count` times: "x.1=seq"
  size_t dim_count;
  const char* symbols;         ///< --symbols: "N=1..16, L=8..512:8"
  const char* const* asserts;  ///< --assert, `assert_count` times: "L >= 2*K"
  size_t assert_count;
  const char* gears;               ///< --gears: "N=1,4; L=64,128", or "@FILE"
  const char* gear_mode;           ///< --gear-mode: "exact", "N=exact,L=bounded"
  const char* dynamic_batch_size;  ///< gears in GE's words: "1,2,4"
  const char* dynamic_image_size;  ///< "32,32;48,64"
  const char* dynamic_dims;        ///< "20,20,1,1;40,40,2,2"
  const char* input_format;        ///< "NCHW" (the default), "NHWC", "ND"
  int64_t max_gears;               ///< 0: 100
  int32_t strict_outputs;          ///< 1: refuse a model that contradicts itself about its outputs
  int32_t unbake_batch;            ///< 1: rewrite constants that fix a batch size
  int32_t reference;               ///< 1: plain kernels and no passes, for comparison
  int32_t no_fallback;             ///< 1: gears only, without the dynamic program for all other shapes
  int32_t threads;                 ///< that make gears; 0: 1
  const gbx_log* log;              ///< used during the compilation only
  const char* const* gear_scopes;  ///< --gear-scope, `gear_scope_count` times: "head: from=boxes to=scores; boxes[0]=1,4,16"
  size_t gear_scope_count;
  int32_t lazy_gears;      ///< 1: each gear is made in the background once a call asks for it; such a package cannot be saved
  int32_t exact_conv;      ///< 1: convolutions without Winograd, whose sums are less exact (and mostly faster)
  int32_t exact_products;  ///< 1: matrix products without Strassen, whose sums are less exact (and faster)
} gbx_compile_options;
#define GBX_COMPILE_OPTIONS_INIT \
  {sizeof(gbx_compile_options),  \
   NULL,                         \
   NULL,                         \
   NULL,                         \
   0,                            \
   NULL,                         \
   NULL,                         \
   0,                            \
   NULL,                         \
   NULL,                         \
   NULL,                         \
   NULL,                         \
   NULL,                         \
   NULL,                         \
   0,                            \
   0,                            \
   0,                            \
   0,                            \
   0,                            \
   0,                            \
   NULL,                         \
   NULL,                         \
   0,                            \
   0,                            \
   0,                            \
   0}

/// Compiles the model file `path` (.onnx, or .gbir text) with libgearbox_compiler.so, which is loaded on first use from beside this library
/// and stays loaded. `options` is optional. Errors: GBX_NOT_FOUND where the compiler or a file is not there; the model's and the options'
/// errors, all problems of the options together. Thread-safe. The caller frees *out.
GBX_API GBX_NODISCARD gbx_status* gbx_compile_file(const char* path, const gbx_compile_options* options, gbx_package** out);

/// The same for an ONNX model in memory, which is only read during the call. `folder` is where its external data lies; optional.
GBX_API GBX_NODISCARD gbx_status* gbx_compile_memory(const void* data, size_t size, const char* folder, const gbx_compile_options* options,
                                                     gbx_package** out);

/// Opens the package file `path` and checks all of it. Weights stay in the mapped file, which must not be altered while anything of it is
/// in use; it may be renamed and removed. Thread-safe. The caller frees *out.
GBX_API GBX_NODISCARD gbx_status* gbx_package_open(const char* path, gbx_package** out);

/// The same from memory, which is copied. Thread-safe. The caller frees *out.
GBX_API GBX_NODISCARD gbx_status* gbx_package_read(const void* data, size_t size, gbx_package** out);

/// Writes the package as a file, by way of a temporary file beside it. The same package gives the same bytes.
GBX_API GBX_NODISCARD gbx_status* gbx_package_save(const gbx_package* package, const char* path);

/// What the compiler has to say about the model, without being wrong: the number of notes, and one of them (NULL beyond the last), which
/// lives as long as the package.
GBX_API size_t gbx_package_note_count(const gbx_package* package);
GBX_API const char* gbx_package_note(const gbx_package* package, size_t index);

GBX_API void gbx_package_free(gbx_package* package);

#ifdef __cplusplus
}
#endif
