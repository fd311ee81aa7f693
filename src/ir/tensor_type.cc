#include "ir/tensor_type.h"

namespace gearbox {

TensorType type_of(const Literal& literal) { return tensor_type(literal.dtype(), Shape(literal.dims().begin(), literal.dims().end())); }

std::string type_text(const TensorType& type) {
  std::string out(dtype_name(type.dtype));
  if (!type.shape) {
    out += "[*]";
  } else {
    out += '[';
    for (size_t i = 0; i < type.shape->size(); ++i) out += (i ? "," : "") + (*type.shape)[i].text();
    out += ']';
  }
  if (type.format == MemoryFormat::kBlocked8) out += " nChw8c";
  return out;
}

}  // namespace gearbox
