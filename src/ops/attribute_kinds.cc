#include "ops/attribute_kinds.h"

#include <algorithm>
#include <array>
#include <span>

namespace gearbox {

namespace {

constexpr std::string_view kNames[] = {"INT", "FLOAT", "STRING", "INTS", "FLOATS", "STRINGS", "TENSOR"};

constexpr std::string_view kInt[] = {"align_corners",
                                     "allowzero",
                                     "antialias",
                                     "axis",
                                     "batch_axis",
                                     "batch_dims",
                                     "block_size",
                                     "blocksize",
                                     "ceil_mode",
                                     "center_point_box",
                                     "count_include_pad",
                                     "detect_negative",
                                     "detect_positive",
                                     "dtype",
                                     "end",
                                     "exclude_outside",
                                     "exclusive",
                                     "fmod",
                                     "group",
                                     "hidden_size",
                                     "ignore_index",
                                     "input_forget",
                                     "interleaved",
                                     "inverse",
                                     "is_causal",
                                     "k",
                                     "keepdims",
                                     "kv_num_heads",
                                     "largest",
                                     "layout",
                                     "linear_before_reset",
                                     "noop_with_empty_axes",
                                     "num_groups",
                                     "num_heads",
                                     "num_outputs",
                                     "num_scan_inputs",
                                     "offset_group",
                                     "onesided",
                                     "output_datatype",
                                     "output_dtype",
                                     "output_height",
                                     "output_width",
                                     "p",
                                     "periodic",
                                     "precision",
                                     "q_num_heads",
                                     "qk_matmul_output_mode",
                                     "reverse",
                                     "rotary_embedding_dim",
                                     "sample_size",
                                     "sampling_ratio",
                                     "saturate",
                                     "select_last_index",
                                     "size",
                                     "softmax_precision",
                                     "sorted",
                                     "spatial",
                                     "start",
                                     "stash_type",
                                     "storage_order",
                                     "time_axis",
                                     "to",
                                     "training_mode",
                                     "transA",
                                     "transB",
                                     "upper"};
constexpr std::string_view kFloat[] = {"alpha",    "beta",  "bias",  "clip", "cubic_coeff_a", "epsilon",      "extrapolation_value",
                                       "gamma",    "high",  "lambd", "low",  "max",           "mean",         "min",
                                       "momentum", "ratio", "scale", "seed", "softcap",       "spatial_scale"};
constexpr std::string_view kString[] = {"approximate", "auto_pad",     "coordinate_transformation_mode",
                                        "direction",   "equation",     "keep_aspect_ratio_policy",
                                        "mode",        "nearest_mode", "padding_mode",
                                        "reduction",   "round_mode"};
constexpr std::string_view kInts[] = {"axes",
                                      "dilations",
                                      "ends",
                                      "kernel_shape",
                                      "output_padding",
                                      "output_shape",
                                      "pads",
                                      "perm",
                                      "pooled_shape",
                                      "scan_input_axes",
                                      "scan_input_directions",
                                      "scan_output_axes",
                                      "scan_output_directions",
                                      "shape",
                                      "split",
                                      "starts",
                                      "strides"};
constexpr std::string_view kFloats[] = {"activation_alpha", "activation_beta", "scales"};
constexpr std::string_view kStrings[] = {"activations"};
constexpr std::string_view kTensor[] = {"value"};

/// By the index of the kind in Attribute.
constexpr std::array<std::span<const std::string_view>, 7> kKinds = {kInt, kFloat, kString, kInts, kFloats, kStrings, kTensor};

constexpr size_t kIntIndex = 0, kFloatIndex = 1, kIntsIndex = 3, kStringsIndex = 5;

struct Exception {
  std::string_view op, name;
  size_t kind;
};
constexpr Exception kExceptions[] = {{"Dropout", "seed", kIntIndex}, {"Pad", "value", kFloatIndex}};

}  // namespace

std::string_view kind_name(const Attribute& value) { return kNames[value.index()]; }

std::string wanted_kind(const Node& node, std::string_view name, const Attribute& value) {
  if (!node.domain().empty()) return {};
  const auto matches = [&](const Exception& exception) { return exception.op == node.op() && exception.name == name; };
  if (const auto own = std::ranges::find_if(kExceptions, matches); own != std::end(kExceptions)) {
    return value.index() == own->kind ? "" : std::string(kNames[own->kind]);
  }
  const auto holds = [name](std::span<const std::string_view> names) { return std::ranges::find(names, name) != names.end(); };
  const auto kind = static_cast<size_t>(std::ranges::find_if(kKinds, holds) - kKinds.begin());
  if (kind == kKinds.size() || kind == value.index()) return {};
  // Of a list without elements the text form does not tell the kind.
  const Ints* integers = std::get_if<Ints>(&value);
  const bool list = kind >= kIntsIndex && kind <= kStringsIndex;
  return integers && integers->empty() && list ? "" : std::string(kNames[kind]);
}

}  // namespace gearbox
