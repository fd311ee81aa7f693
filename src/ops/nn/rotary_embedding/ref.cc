#include "ops/run/arguments.h"
#include "ops/run/convert.h"

namespace gearbox::ops::rotary_embedding {

Status reference(KernelContext& context) {
  const Tensor &x = context.input(0), &cosines = context.input(1);
  const Attributes& attributes = context.attributes();
  const bool apart = x.rank() == 4;
  if (!apart && x.rank() != 3) return context.error(quoted(context, 0) + " must have 3 or 4 axes");
  const int64_t heads = apart ? x.dims[1] : attributes.integer("num_heads", 0);
  if (heads < 1 && x.elements() > 0) return context.error("needs 'num_heads' to divide " + quoted(context, 0) + " into heads");
  const int64_t batch = x.dims[0], positions = x.dims[apart ? 2 : 1], features = apart ? x.dims[3] : heads > 0 ? x.dims[2] / heads : 0;
  const int64_t asked = attributes.integer("rotary_embedding_dim", 0), turned = asked > 0 ? asked : features, half = turned / 2;
  const int64_t rows = context.has_input(3) ? cosines.dims[0] : batch * positions;
  if ((!apart && heads > 0 && x.dims[2] % heads != 0) || turned % 2 != 0 || turned > features || cosines.elements() != rows * half ||
      context.input(2).elements() != cosines.elements()) {
    return context.error(quoted(context, 0) + " with extents " + list_text(x.dims) + " and " + quoted(context, 1) + " with extents " +
                         list_text(cosines.dims) + " do not fit");
  }
  Ints row_of(static_cast<size_t>(batch * positions));
  for (size_t i = 0; i < row_of.size(); ++i) row_of[i] = static_cast<int64_t>(i);
  if (context.has_input(3)) {
    if (context.input(3).elements() != batch * positions)
      return context.error(quoted(context, 3) + " must hold one position for each of " + quoted(context, 0));
    row_of = integers_of(context.input(3));
    for (int64_t row : row_of) {
      if (row < 0 || row >= rows)
        return context.error("position " + std::to_string(row) + " in " + quoted(context, 3) + " is out of range");
    }
  }
  const bool neighbours = attributes.integer("interleaved", 0) != 0;
  const std::vector<double> cosine = reals_of(cosines), sine = reals_of(context.input(2));
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  copy_elements(x, y);
  const bool known = dispatch_float(x.dtype, [&]<class T>(T) {
    for_each_index(Extents{batch, heads, positions, half}, [&](std::span<const int64_t> i) {
      const int64_t row = apart ? (i[0] * heads + i[1]) * positions + i[2] : (i[0] * positions + i[2]) * heads + i[1];
      const int64_t first = row * features + (neighbours ? 2 * i[3] : i[3]), second = first + (neighbours ? 1 : half);
      const size_t angle = static_cast<size_t>(row_of[static_cast<size_t>(i[0] * positions + i[2])] * half + i[3]);
      const double a = static_cast<double>(x.as<T>()[first]), b = static_cast<double>(x.as<T>()[second]);
      y.as<T>()[first] = convert<T>(cosine[angle] * a - sine[angle] * b);
      y.as<T>()[second] = convert<T>(sine[angle] * a + cosine[angle] * b);
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RotaryEmbedding", .run = reference}); }

}  // namespace gearbox::ops::rotary_embedding
