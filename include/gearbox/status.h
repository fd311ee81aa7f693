#pragma once

#include "gearbox/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What kind of error a status tells.
typedef enum gbx_code {
  GBX_OK = 0,
  GBX_INVALID_ARGUMENT = 1,    ///< the caller's input, option or file is wrong
  GBX_UNSUPPORTED = 2,         ///< valid, but this library or machine cannot do it
  GBX_NOT_FOUND = 3,           ///< a file, name or id does not exist
  GBX_CORRUPT = 4,             ///< a file's bytes contradict its format
  GBX_RESOURCE_EXHAUSTED = 5,  ///< no memory, or the memory limit is reached
  GBX_INTERNAL = 6             ///< a fault of the library: please report it
} gbx_code;

/// An error: its code, a message in the user's names, and facts beside it (which tensor, axis, value). NULL is success. Immutable, so all
/// functions on it are thread-safe but the freeing; strings live as long as the status.
typedef struct gbx_status gbx_status;

/// GBX_OK for NULL.
GBX_API gbx_code gbx_status_code(const gbx_status* status);
/// The message without the facts; "" for NULL.
GBX_API const char* gbx_status_message(const gbx_status* status);
/// The message followed by the facts, one a line, as the command line shows it; "" for NULL.
GBX_API const char* gbx_status_text(const gbx_status* status);
/// The number of facts; 0 for NULL.
GBX_API size_t gbx_status_fact_count(const gbx_status* status);
/// A fact's key and value; NULL where there is no such fact.
GBX_API const char* gbx_status_fact_key(const gbx_status* status, size_t index);
GBX_API const char* gbx_status_fact_value(const gbx_status* status, size_t index);
/// Frees an error. NULL does nothing.
GBX_API void gbx_status_free(gbx_status* status);

/// A code's name: "invalid_argument". Thread-safe; never NULL.
GBX_API const char* gbx_code_name(gbx_code code);

#ifdef __cplusplus
}
#endif
