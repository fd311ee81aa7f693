#pragma once

#include "gearbox/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Element types. The values are those of ONNX's TensorProto.DataType.
typedef enum gbx_dtype {
  GBX_F32 = 1,
  GBX_U8 = 2,
  GBX_I8 = 3,
  GBX_U16 = 4,
  GBX_I16 = 5,
  GBX_I32 = 6,
  GBX_I64 = 7,
  GBX_BOOL = 9,  ///< a byte, 0 or 1
  GBX_F16 = 10,
  GBX_F64 = 11,
  GBX_U32 = 12,
  GBX_U64 = 13,
  GBX_BF16 = 16
} gbx_dtype;

/// Bytes of an element; 0 for a type the library does not know. Thread-safe.
GBX_API size_t gbx_dtype_size(int32_t dtype);
/// "f32", "i64"; NULL for a type the library does not know. Thread-safe.
GBX_API const char* gbx_dtype_name(int32_t dtype);

/// A dense, row-major tensor in memory: what it holds (type and extents) apart from the room it has (capacity). This struct does not grow.
typedef struct gbx_tensor {
  int32_t dtype;        ///< a gbx_dtype
  int32_t rank;         ///< 0 for a scalar
  const int64_t* dims;  ///< `rank` extents; may be NULL for a scalar
  void* data;           ///< aligned to the element's size; may be NULL where there is no element
  size_t capacity;      ///< bytes at `data`
} gbx_tensor;

/// Bytes that the type and extents need. Errors: an unknown type, a negative rank or extent, a size beyond the address space. Thread-safe.
GBX_API GBX_NODISCARD gbx_status* gbx_tensor_bytes(const gbx_tensor* tensor, size_t* bytes);

#ifdef __cplusplus
}
#endif
