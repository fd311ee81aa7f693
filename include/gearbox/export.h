#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define GBX_API __attribute__((visibility("default")))
#define GBX_NODISCARD __attribute__((warn_unused_result))
#else
#define GBX_API
#define GBX_NODISCARD
#endif

/// The version of this interface. It is raised when a program built against an older one would no longer run; what is merely added leaves
/// it.
#define GBX_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/// GBX_ABI_VERSION of the library that is loaded. Thread-safe.
GBX_API int gbx_abi_version(void);

/// The library's version, "0.1.0". Thread-safe; lives as long as the library.
GBX_API const char* gbx_version(void);

#ifdef __cplusplus
}
#endif
