#include "passes/layout/block_convolution.h"

#include <numeric>
#include <optional>

#include "kernels/conv_pack.h"
#include "kernels/conv_transpose.h"
#include "kernels/depthwise.h"
#include "kernels/winograd.h"
#include "ops/epilogue.h"
#include "ops/run/window.h"
#include "passes/layout/blocked_value.h"

namespace gearbox {

namespace block_convolution_rule {

constexpr int64_t kFewChannels = 4;  // up to which a plain image is read as it is

/// What is static of a convolution. A single spatial axis counts as the width.
struct Convolution {
  kernels::ConvShape shape;  ///< extents and padding unset
  ops::Window window;
  Literal weights;
  Literal bias;  ///< may be empty
};

std::optional<Convolution> convolution_of(const Node& node) {
  const bool transposed = node.is("ConvTranspose");
  const Value *x = node.input(0), *weights = node.input(1), *bias = node.input(2);
  if ((!transposed && !node.is("Conv")) || !is_image(x) || !weights || !weights->is_constant()) return std::nullopt;
  if (bias && !bias->is_constant()) return std::nullopt;
  Convolution out;
  out.weights = weights->constant();
  if (bias) out.bias = bias->constant();
  const std::vector<int64_t>& dims = out.weights.dims();
  if (out.weights.dtype() != DType::kF32 || static_cast<int64_t>(dims.size()) != x->type().rank() || out.weights.elements() <= 0)
    return std::nullopt;
  auto window = ops::window_of(node.attributes(), dims.size() - 2, Ints(dims.begin() + 2, dims.end()));
  if (!window.ok()) return std::nullopt;
  out.window = std::move(*window);
  out.shape.groups = node.attributes().integer("group", 1);
  out.shape.in_channels = transposed ? dims[0] : dims[1] * out.shape.groups;
  out.shape.out_channels = transposed ? dims[1] * out.shape.groups : dims[0];
  if (out.shape.groups < 1 || out.shape.in_channels % out.shape.groups != 0 || out.shape.out_channels % out.shape.groups != 0)
    return std::nullopt;
  auto axis = [](const ops::WindowAxis& a) { return kernels::ConvAxis{.kernel = a.kernel, .stride = a.stride, .dilation = a.dilation}; };
  if (out.window.axes.size() == 2) out.shape.h = axis(out.window.axes[0]);
  out.shape.w = axis(out.window.axes.back());
  return out;
}

NodeSpec spec_of(const Node& node, const Convolution& conv, const char* op) {
  NodeSpec spec;
  spec.op = op;
  spec.name = node.name();
  for (const char* name : {"strides", "dilations", "pads", "auto_pad", "output_padding", "output_shape"}) {
    if (const Attribute* attribute = node.attributes().find(name)) spec.attributes.set(name, *attribute);
  }
  Ints kernel;
  for (const ops::WindowAxis& axis : conv.window.axes) kernel.push_back(axis.kernel);
  spec.attributes.set("kernel_shape", std::move(kernel));
  spec.attributes.set("in_channels", conv.shape.in_channels);
  spec.attributes.set("out_channels", conv.shape.out_channels);
  spec.attributes.set("group", conv.shape.groups);
  return spec;
}

/// Whether, for inputs of about 1, the bias is at least a quarter of the products' sum.
bool has_large_bias(const Convolution& conv) {
  if (!conv.bias) return false;
  const auto square = [](double sum, float v) { return sum + static_cast<double>(v) * static_cast<double>(v); };
  const auto weights = conv.weights.values<float>(), bias = conv.bias.values<float>();
  return 16 * std::accumulate(bias.begin(), bias.end(), 0., square) > std::accumulate(weights.begin(), weights.end(), 0., square);
}

Literal floats(int64_t count) { return Literal::allocate(DType::kF32, {count}); }
float* data(Literal& literal) { return static_cast<float*>(literal.mutable_data()); }

/// The Winograd tile for the extents of the output, as far as they are known; 0 where direct convolution is better.
int winograd_tile_of(const Convolution& conv, const Value* y) {
  const kernels::ConvShape& s = conv.shape;
  if (conv.window.axes.size() != 2 || s.groups != 1) return 0;
  for (const ops::WindowAxis& axis : conv.window.axes) {
    if (axis.kernel != 3 || axis.stride != 1 || axis.dilation != 1) return 0;
  }
  constexpr int64_t kLarge = 64;  // stands for what only the call knows
  auto extent = [&](int64_t axis) { return y->type().dim(axis).is_constant() ? y->type().dim(axis).value() : kLarge; };
  return kernels::winograd_tile(s.in_channels, s.out_channels, extent(2), extent(3));
}

bool has_known_extents(const Value* y) { return y->type().dim(2).is_constant() && y->type().dim(3).is_constant(); }

void pack_convolution(const Node& node, const Convolution& conv, bool plain, bool transforms, Patch& patch, NodeSpec& spec) {
  const kernels::ConvShape& s = conv.shape;
  const float* weights = conv.weights.values<float>().data();
  const kernels::ConvWeightShape shape{s.in_channels, s.out_channels, s.groups, s.h.kernel, s.w.kernel};
  const std::string name = node.input(1)->name();
  const bool depthwise = s.groups > 1 && s.groups == s.in_channels && s.groups == s.out_channels;
  Value *direct = nullptr, *transformed = nullptr;
  if (depthwise) {
    Literal packed = floats(kernels::depthwise_weights_size(s.out_channels, s.h.kernel, s.w.kernel));
    kernels::pack_depthwise_weights(s.out_channels, s.h.kernel, s.w.kernel, weights, data(packed));
    direct = patch.constant(name + ".packed", std::move(packed));
  } else if (plain) {
    Literal packed = floats(kernels::conv_plain_weights_size(shape));
    kernels::pack_conv_plain_weights(shape, weights, data(packed));
    direct = patch.constant(name + ".packed", std::move(packed));
  } else {
    const int tile = transforms ? winograd_tile_of(conv, node.output(0)) : 0;
    if (tile != 0) {
      Literal packed = floats(kernels::winograd_weights_size(tile, s.in_channels, s.out_channels));
      kernels::pack_winograd_weights(tile, s.in_channels, s.out_channels, weights, data(packed));
      transformed = patch.constant(name + ".winograd", std::move(packed));
      spec.attributes.set("winograd_tile", int64_t{tile});
    }
    if (tile == 0 || !has_known_extents(node.output(0))) {
      Literal packed = floats(kernels::conv_weights_size(shape));
      kernels::pack_conv_weights(shape, weights, data(packed));
      direct = patch.constant(name + ".packed", std::move(packed));
    }
  }
  spec.attributes.set("form", std::string(depthwise ? "depthwise" : plain ? "plain" : "dense"));
  spec.inputs.push_back(direct);
  spec.inputs.push_back(transformed);
}

/// Up to how many outputs a transposed convolution is better off as one pixel's parts: they fill one panel of the direct convolution.
constexpr int64_t kFewParts = 16;

/// Whether the windows of a transposed convolution tile its output, which has few channels: then each input pixel makes a part of
/// the output of its own.
bool makes_parts(const Convolution& conv) {
  const kernels::ConvShape& s = conv.shape;
  if (conv.window.axes.size() != 2 || s.groups != 1 || s.out_channels >= 8 || conv.window.auto_pad != ops::AutoPad::kExplicit) return false;
  for (const ops::WindowAxis& a : conv.window.axes) {
    if (a.kernel != a.stride || a.dilation != 1 || a.pad_begin != 0 || a.pad_end != 0 || a.output_pad != 0 || a.output >= 0) return false;
  }
  return s.out_channels * s.h.kernel * s.w.kernel <= kFewParts;
}

/// Such a convolution as a 1x1 convolution to all parts, whose channels then become pixels.
Patch convolution_to_parts(Node& node, const Convolution& conv) {
  const kernels::ConvShape& s = conv.shape;
  const int64_t parts = s.out_channels * s.h.kernel * s.w.kernel;
  const auto weights = conv.weights.values<float>();
  Literal turned = floats(s.in_channels * parts);
  for (int64_t i = 0; i < s.in_channels; ++i) {
    for (int64_t p = 0; p < parts; ++p) data(turned)[p * s.in_channels + i] = weights[static_cast<size_t>(i * parts + p)];
  }
  const kernels::ConvWeightShape shape{.in_channels = s.in_channels, .out_channels = parts};
  Literal packed = floats(kernels::conv_weights_size(shape));
  kernels::pack_conv_weights(shape, turned.values<float>().data(), data(packed));
  Patch patch;
  NodeSpec spec, shuffle;
  spec.op = "ConvBlocked";
  spec.name = node.name();
  spec.attributes.set("kernel_shape", Ints{1, 1});
  spec.attributes.set("in_channels", s.in_channels);
  spec.attributes.set("out_channels", parts);
  spec.attributes.set("form", std::string("dense"));
  spec.inputs = {to_blocked(patch, node.input(0)), patch.constant(node.input(1)->name() + ".packed", std::move(packed)), nullptr};
  if (conv.bias) {
    std::vector<float> bias;
    for (int64_t p = 0; p < parts; ++p) bias.push_back(conv.bias.values<float>()[static_cast<size_t>(p / (s.h.kernel * s.w.kernel))]);
    spec.inputs.push_back(patch.constant(node.input(2)->name() + ".channels", ops::channel_vector(bias)));
    ops::append_epilogue(spec.attributes, {.kind = kernels::EpilogueKind::kAddChannel}, 3);
    if (has_large_bias(conv)) spec.attributes.set("large_bias", int64_t{1});
  }
  shuffle.op = "ShuffleFromBlocked";
  shuffle.domain = "gearbox";
  shuffle.name = node.name() + ".shuffled";
  shuffle.inputs = {add_blocked(patch, std::move(spec))};
  shuffle.attributes.set("factors", Ints{s.h.kernel, s.w.kernel});
  patch.replace(node.output(0), patch.add(std::move(shuffle)));
  patch.note("ConvTranspose '" + node.name() + "' becomes a convolution whose channels are shuffled to pixels");
  return patch;
}

}  // namespace block_convolution_rule

Patch block_convolution(Node& node, bool transforms) {
  using namespace block_convolution_rule;
  const auto conv = convolution_of(node);
  if (!conv) return Patch::none();
  const bool transposed = node.is("ConvTranspose");
  if (transposed && makes_parts(*conv)) return convolution_to_parts(node, *conv);
  Patch patch;
  Value* x = node.input(0);
  const bool plain = !transposed && conv->shape.groups == 1 && conv->shape.in_channels <= kFewChannels && !blocked_source(x);
  NodeSpec spec = spec_of(node, *conv, transposed ? "ConvTransposeBlocked" : "ConvBlocked");
  spec.inputs = {plain ? x : to_blocked(patch, x)};
  if (transposed) {
    Literal packed = floats(kernels::conv_transpose_weights_size(conv->shape));
    kernels::pack_conv_transpose_weights(conv->shape, conv->weights.values<float>().data(), data(packed));
    spec.inputs.push_back(patch.constant(node.input(1)->name() + ".packed", std::move(packed)));
    spec.inputs.push_back(nullptr);
  } else {
    pack_convolution(node, *conv, plain, transforms, patch, spec);
  }
  if (conv->bias) {
    spec.inputs.push_back(patch.constant(node.input(2)->name() + ".channels", ops::channel_vector(conv->bias.values<float>())));
    ops::append_epilogue(spec.attributes, {.kind = kernels::EpilogueKind::kAddChannel}, static_cast<int>(spec.inputs.size()) - 1);
  }
  if (has_large_bias(*conv)) spec.attributes.set("large_bias", int64_t{1});
  replace_by_blocked(patch, node.output(0), add_blocked(patch, std::move(spec)));
  patch.note(node.op() + " '" + node.name() + "' works on blocked channels");
  return patch;
}

}  // namespace gearbox
