#include "gearbox/tensor.h"

#include "api/c/boundary.h"
#include "base/dims_text.h"
#include "base/dtype.h"
#include "base/literal.h"

using gearbox::DType;
using gearbox::invalid_argument;
using gearbox::Status;
using gearbox::c::guarded;

namespace {

DType type_of(int32_t dtype) { return dtype >= 0 && dtype <= UINT8_MAX ? static_cast<DType>(dtype) : DType::kUndefined; }

}  // namespace

size_t gbx_dtype_size(int32_t dtype) { return gearbox::dtype_size(type_of(dtype)); }

const char* gbx_dtype_name(int32_t dtype) { return gbx_dtype_size(dtype) > 0 ? gearbox::dtype_name(type_of(dtype)).data() : nullptr; }

gbx_status* gbx_tensor_bytes(const gbx_tensor* tensor, size_t* bytes) {
  return guarded(__func__, {{"tensor", tensor}, {"bytes", bytes}}, [&]() -> Status {
    const size_t element = gbx_dtype_size(tensor->dtype);
    if (element == 0) return invalid_argument(std::to_string(tensor->dtype) + " is not an element type");
    if (tensor->rank < 0) return invalid_argument("a tensor's rank is " + std::to_string(tensor->rank));
    if (tensor->rank > 0 && !tensor->dims) return invalid_argument("a tensor has no extents: dims is NULL");
    const std::span<const int64_t> dims(tensor->dims, static_cast<size_t>(tensor->rank));
    for (const int64_t dim : dims) {
      if (dim < 0) return invalid_argument("a tensor has a negative extent: " + gearbox::dims_text(dims));
    }
    const int64_t elements = gearbox::element_count(dims);
    if (elements < 0 || elements > PTRDIFF_MAX / static_cast<int64_t>(element))
      return gearbox::resource_exhausted("a tensor of extents " + gearbox::dims_text(dims) + " is beyond the address space");
    *bytes = static_cast<size_t>(elements) * element;
    return {};
  });
}

static_assert(GBX_BF16 == static_cast<int>(DType::kBF16) && GBX_F64 == static_cast<int>(DType::kF64));
