#include "ops/closed_body.h"

#include "ops/arguments.h"
#include "ops/body_rule.h"
#include "shape/scaled_symbol.h"

namespace gearbox::ops {

ClosedBody::ClosedBody(const InferContext& context, const Graph& body, int first) : body_(body), first_(first) {
  for (size_t i = 0; i < body.inputs().size(); ++i) {
    const TensorType& inside = body.inputs()[i]->type();
    const int index = first + static_cast<int>(i);
    if (!inside.ranked() || !context.has_input(index) || !context.ranked(index) || context.rank(index) != inside.rank()) continue;
    for (int64_t axis = 0; axis < inside.rank(); ++axis) bind(inside.dim(axis), context.shape(index)[static_cast<size_t>(axis)]);
  }
}

/// Learns a symbol from an extent that is a multiple of it.
void ClosedBody::bind(Dim inside, Dim given) {
  if (const auto own = scaled_symbol(inside)) given_.emplace(own->symbol, floordiv(given, own->multiple));
}

Status ClosedBody::check(const InferContext& context) const {
  const std::string name = "'" + body_.name() + "'";
  if (static_cast<int>(body_.inputs().size()) != context.inputs() - first_)
    return context.error("does not give " + name + " all its inputs");
  if (static_cast<int>(body_.outputs().size()) != context.outputs()) return context.error(name + " has another number of outputs");
  for (size_t i = 0; i < body_.inputs().size(); ++i) {
    const int index = first_ + static_cast<int>(i);
    if (!context.has_input(index)) return context.error("leaves out an input of " + name);
    const TensorType &inside = body_.inputs()[i]->type(), &given = context.input(index);
    if (inside.dtype != given.dtype || (inside.ranked() && given.ranked() && inside.rank() != given.rank()))
      return context.error(name + " takes " + type_text(inside) + " for " + quoted(context, index));
  }
  return {};
}

std::optional<Dim> ClosedBody::outside(Dim dim) const {
  if (dim.is_overflow()) return std::nullopt;
  for (const SymbolId symbol : dim.symbols()) {
    if (!given_.contains(symbol)) return std::nullopt;
  }
  return dim.substitute([&](SymbolId symbol) { return std::optional(given_.at(symbol)); });
}

void ClosedBody::set_output(InferContext& context, int index) const {
  const Value& output = *body_.outputs()[static_cast<size_t>(index)];
  TensorType type = output.type();
  for (size_t axis = 0; type.ranked() && axis < type.shape->size(); ++axis) {
    Dim& extent = (*type.shape)[axis];
    if (const auto known = outside(extent)) {
      extent = *known;
      continue;
    }
    const Interval range = bounds(extent);
    extent = late_axis(context, index, static_cast<int64_t>(axis), type.capacity ? outside((*type.capacity)[axis]) : std::nullopt);
    context.narrow(extent, range);
  }
  output_type(context, index, std::move(type));
  if (!output.contents()) return;
  std::vector<Dim> contents;
  for (const Dim& element : *output.contents()) {
    const auto known = outside(element);
    if (!known) return;
    contents.push_back(*known);
  }
  context.contents(index, std::move(contents));
}

}  // namespace gearbox::ops
