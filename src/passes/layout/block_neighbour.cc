#include "passes/layout/block_neighbour.h"

#include <algorithm>
#include <optional>

#include "ops/shape/resize/kernel_axis.h"
#include "passes/fuse/epilogue_step.h"
#include "passes/layout/blocked_value.h"

namespace gearbox {

namespace block_neighbour_rule {

Patch become(Patch patch, Node& node, NodeSpec spec) {
  spec.name = node.name();
  replace_by_blocked(patch, node.output(0), add_blocked(patch, std::move(spec)));
  patch.note(node.op() + " '" + node.name() + "' works on blocked channels");
  return patch;
}

void copy_attributes(const Node& node, std::initializer_list<const char*> names, NodeSpec& spec) {
  for (const char* name : names) {
    if (const Attribute* attribute = node.attributes().find(name)) spec.attributes.set(name, *attribute);
  }
}

Patch pool(Node& node) {
  const bool max = node.is("MaxPool");
  if ((!max && !node.is("AveragePool")) || !is_image(node.input(0)) || node.output(1)) return Patch::none();
  NodeSpec spec;
  spec.op = "PoolBlocked";
  spec.inputs = {blocked_source(node.input(0))};
  copy_attributes(node, {"kernel_shape", "strides", "dilations", "pads", "auto_pad", "ceil_mode"}, spec);
  const bool with_pads = node.attributes().integer("count_include_pad", 0) != 0;
  spec.attributes.set("kind", std::string(max ? "max" : with_pads ? "average_with_pads" : "average"));
  return become(Patch(), node, std::move(spec));
}

/// The axes a ReduceMean or ReduceMax reduces, normalised; nullopt where they are not constant.
std::optional<Ints> reduced_axes(const Node& node) {
  Ints axes = node.attributes().integers("axes");
  if (const Value* given = node.input(1)) {
    if (!given->is_constant()) return std::nullopt;
    axes = given->constant().as_int64();
  }
  for (int64_t& axis : axes) axis += axis < 0 ? node.input(0)->type().rank() : 0;
  std::sort(axes.begin(), axes.end());
  return axes;
}

Patch global_pool(Node& node) {
  const bool mean = node.is("ReduceMean"), maximum = node.is("ReduceMax");
  const bool reduces = mean || maximum, max = maximum || node.is("GlobalMaxPool");
  if ((!reduces && !max && !node.is("GlobalAveragePool")) || !is_image(node.input(0))) return Patch::none();
  NodeSpec spec;
  spec.op = "GlobalPoolBlocked";
  spec.inputs = {blocked_source(node.input(0))};
  spec.attributes.set("kind", std::string(max ? "max" : "average"));
  if (!reduces) return become(Patch(), node, std::move(spec));
  Ints spatial;
  for (int64_t axis = 2; axis < node.input(0)->type().rank(); ++axis) spatial.push_back(axis);
  if (reduced_axes(node) != spatial) return Patch::none();
  if (node.attributes().integer("keepdims", 1) != 0) return become(Patch(), node, std::move(spec));
  Patch patch;
  NodeSpec plain, squeeze;
  spec.name = node.name();
  plain.op = "FromBlocked";
  plain.domain = "gearbox";
  plain.name = node.name() + ".plain";
  plain.inputs = {add_blocked(patch, std::move(spec))};
  squeeze.op = "Squeeze";
  squeeze.version = 13;
  squeeze.name = node.name() + ".squeezed";
  squeeze.inputs = {patch.add(std::move(plain)),
                    patch.constant(node.name() + ".axes", Literal::of<int64_t>({static_cast<int64_t>(spatial.size())}, spatial))};
  patch.replace(node.output(0), patch.add(std::move(squeeze)));
  patch.note(node.op() + " '" + node.name() + "' works on blocked channels");
  return patch;
}

/// The node's attributes as the interpolation of opset 11 and later; nullopt where the blocked kernels do not serve them.
std::optional<Attributes> resize_attributes(const Node& node, const Literal& scales) {
  Attributes out = node.attributes();
  if (node.version() < 11) {
    out.set("coordinate_transformation_mode", std::string("asymmetric"));
    const auto values = scales.as_double();
    const bool shrinks = std::any_of(values.begin(), values.end(), [](double s) { return s < 1; });
    const bool grows = std::any_of(values.begin(), values.end(), [](double s) { return s > 1; });
    if (shrinks && grows) return std::nullopt;
    out.set("nearest_mode", std::string(shrinks ? "ceil" : "floor"));
  }
  ops::ResampleOptions options;
  options.mode = out.text("mode", "nearest");
  options.coordinates = out.text("coordinate_transformation_mode", "half_pixel");
  options.rounding = out.text("nearest_mode", "round_prefer_floor");
  return ops::resize::kernel_axis(options) ? std::optional(std::move(out)) : std::nullopt;
}

/// Upsample of opset 9: a Resize with constant scales.
Patch upsample(Node& node) {
  const Value* scales = node.input(1);
  if (!node.is("Upsample") || !is_image(node.input(0)) || !scales || !scales->is_constant()) return Patch::none();
  const TensorType &in = node.input(0)->type(), &out = node.output(0)->type();
  if (!out.ranked() || in.dim(0) != out.dim(0) || in.dim(1) != out.dim(1)) return Patch::none();
  NodeSpec spec;
  spec.op = "ResizeBlocked";
  spec.version = 13;
  spec.inputs = {blocked_source(node.input(0)), nullptr, node.input(1), nullptr};
  spec.attributes.set("mode", node.attributes().text("mode", "nearest"));
  spec.attributes.set("coordinate_transformation_mode", std::string("asymmetric"));
  spec.attributes.set("nearest_mode", std::string("floor"));
  return become(Patch(), node, std::move(spec));
}

Patch resize(Node& node) {
  if (!node.is("Resize") || !is_image(node.input(0)) || !node.output(0)->type().ranked()) return Patch::none();
  const TensorType &in = node.input(0)->type(), &out = node.output(0)->type();
  if (in.dim(0) != out.dim(0) || in.dim(1) != out.dim(1)) return Patch::none();
  Value* scales = node.input(node.version() < 11 ? 1 : 2);
  if (node.version() < 11 && (!scales || !scales->is_constant())) return Patch::none();
  auto attributes = resize_attributes(node, node.version() < 11 ? scales->constant() : Literal());
  if (!attributes) return Patch::none();
  NodeSpec spec;
  spec.op = "ResizeBlocked";
  spec.version = std::max(node.version(), 11);
  spec.inputs = {blocked_source(node.input(0)), node.version() < 11 ? nullptr : node.input(1), scales,
                 node.version() < 11 ? nullptr : node.input(3)};
  spec.attributes = std::move(*attributes);
  return become(Patch(), node, std::move(spec));
}

Patch concat(Node& node) {
  if (!node.is("Concat") || !is_image(node.input(0))) return Patch::none();
  int64_t axis = node.attributes().integer("axis", 1);
  if (axis < 0) axis += node.input(0)->type().rank();
  NodeSpec spec;
  spec.op = "ConcatBlocked";
  for (int i = 0; i < node.inputs(); ++i) {
    Value* source = blocked_source(node.input(i));
    const bool last = i + 1 == node.inputs();
    if (!source || (axis == 1 && !last && !mod(source->type().dim(1), 8).is_constant(0))) return Patch::none();
    spec.inputs.push_back(source);
  }
  spec.attributes.set("axis", axis);
  return become(Patch(), node, std::move(spec));
}

/// The parts of a Split, or the one of a Slice with step 1, as they lie along the channels; empty where they lie along another axis or are
/// not known.
struct ChannelParts {
  Ints begins, counts;
};
ChannelParts channel_parts(const Node& node) {
  ChannelParts parts;
  const TensorType& in = node.input(0)->type();
  int64_t begin = 0;
  if (node.is("Slice")) {
    for (int i = 1; i <= 4; ++i) {
      if (node.input(i) ? !node.input(i)->is_constant() || node.input(i)->constant().elements() != 1 : i < 4) return {};
    }
    const int64_t axis = node.input(3)->constant().as_int64()[0];
    if ((axis != 1 && axis + in.rank() != 1) || (node.input(4) && node.input(4)->constant().as_int64()[0] != 1) || !in.dim(1).is_constant())
      return {};
    begin = node.input(1)->constant().as_int64()[0];
    if (begin < 0) begin += in.dim(1).value();
    if (begin < 0 || begin > in.dim(1).value()) return {};
  } else {
    const int64_t axis = node.attributes().integer("axis", 0);
    if (!node.is("Split") || (axis != 1 && axis + in.rank() != 1)) return {};
  }
  for (const Value* output : node.output_list()) {
    if (!output || !output->type().ranked() || !output->type().dim(1).is_constant() || begin % 8 != 0) return {};
    parts.begins.push_back(begin);
    parts.counts.push_back(output->type().dim(1).value());
    begin += parts.counts.back();
  }
  return parts;
}

Patch take_channels(Node& node) {
  if ((!node.is("Split") && !node.is("Slice")) || !is_image(node.input(0))) return Patch::none();
  ChannelParts parts = channel_parts(node);
  if (parts.begins.empty()) return Patch::none();
  Patch patch;
  NodeSpec spec;
  spec.op = "TakeChannelsBlocked";
  spec.domain = "gearbox";
  spec.name = node.name();
  spec.inputs = {blocked_source(node.input(0))};
  spec.attributes.set("begins", std::move(parts.begins));
  spec.attributes.set("counts", std::move(parts.counts));
  Value* first = patch.add(std::move(spec), node.outputs());
  for (int i = 0; i < node.outputs(); ++i) {
    Value* taken = patch.output_of(first, i);
    taken->type().format = MemoryFormat::kBlocked8;
    replace_by_blocked(patch, node.output(i), taken);
  }
  patch.note(node.op() + " '" + node.name() + "' works on blocked channels");
  return patch;
}

/// Two images that broadcast, at run time at the latest.
Patch binary(Node& node) {
  constexpr const char* kFunctions[] = {"Add", "Sub", "Mul", "Div", "Max", "Min"};
  const bool known = std::any_of(std::begin(kFunctions), std::end(kFunctions), [&](const char* name) { return node.is(name); });
  if (!known || node.inputs() != 2 || !blocked_source(node.input(0)) || !blocked_source(node.input(1))) return Patch::none();
  if (!is_image(node.input(0)) || !is_image(node.input(1)) || node.input(0)->type().rank() != node.input(1)->type().rank())
    return Patch::none();
  NodeSpec spec;
  spec.op = "BinaryBlocked";
  spec.inputs = {blocked_source(node.input(0)), blocked_source(node.input(1))};
  spec.attributes.set("function", node.op());
  return become(Patch(), node, std::move(spec));
}

Patch pointwise(Node& node) {
  if (!node.output(0) || node.output(0)->type().dtype != DType::kF32) return Patch::none();
  for (int i = 0; i < std::min(node.inputs(), 2); ++i) {
    Value* x = node.input(i);
    if (!is_image(x) || !blocked_source(x) || node.output(0)->type().shape != x->type().shape) continue;
    std::optional<EpilogueDraft> draft;
    if (i == 0) draft = draft_activation(node);
    if (!draft) draft = draft_binary(node, x, 1, true);
    if (!draft) continue;
    Patch patch;
    if (Value* operand = draft->step.operand) {
      const bool gate = draft->step.kind == kernels::EpilogueKind::kMulPerImageChannel;
      if (!gate && !blocked_source(operand)) continue;
      draft->step.operand = to_blocked(patch, operand);
    }
    NodeSpec spec;
    spec.op = "PointwiseBlocked";
    spec.inputs = {blocked_source(x)};
    append_draft(patch, spec, *draft, node.name());
    return become(std::move(patch), node, std::move(spec));
  }
  return binary(node);
}

/// An activation, or a scale and shift, of what ShuffleFromBlocked makes goes before it.
Patch before_shuffle(Node& node) {
  for (int i = 0; i < std::min(node.inputs(), 2); ++i) {
    const Value* x = node.input(i);
    const Node* shuffle = x ? x->producer() : nullptr;
    if (!shuffle || !shuffle->is("ShuffleFromBlocked", "gearbox") || x->users().size() != 1) continue;
    if (node.output(0)->type().shape != x->type().shape || node.output(0)->type().dtype != DType::kF32) continue;
    std::optional<EpilogueDraft> draft;
    if (i == 0) draft = draft_activation(node);
    if (!draft) draft = draft_binary(node, x, 1, false);
    if (!draft || draft->channels || draft->step.operand) continue;
    Patch patch;
    NodeSpec spec, again;
    spec.op = "PointwiseBlocked";
    spec.name = node.name();
    spec.inputs = {shuffle->input(0)};
    append_draft(patch, spec, *draft, node.name());
    again.op = shuffle->op();
    again.domain = shuffle->domain();
    again.name = shuffle->name();
    again.attributes = shuffle->attributes();
    again.inputs = {add_blocked(patch, std::move(spec))};
    patch.replace(node.output(0), patch.add(std::move(again)));
    patch.note(node.op() + " '" + node.name() + "' goes before '" + shuffle->name() + "'");
    return patch;
  }
  return Patch::none();
}

}  // namespace block_neighbour_rule

Patch block_neighbour(Node& node) {
  using namespace block_neighbour_rule;
  if (node.domain() == "gearbox" || node.outputs() == 0) return Patch::none();
  if (Patch patch = before_shuffle(node); !patch.empty()) return patch;
  const bool any =
      std::any_of(node.input_list().begin(), node.input_list().end(), [](const Value* value) { return blocked_source(value); });
  if (!any) return Patch::none();
  if (blocked_source(node.input(0))) {
    for (Patch (*rule)(Node&) : {pool, global_pool, resize, upsample, concat, take_channels}) {
      Patch patch = rule(node);
      if (!patch.empty()) return patch;
    }
  }
  return pointwise(node);
}

}  // namespace gearbox
