#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ir/text.h"
#include "passes/canonicalise/fold_constants.h"
#include "passes/canonicalise/recognise_hard_swish.h"
#include "passes/fuse/fold_batch_norm.h"
#include "passes/fuse/fuse_epilogue.h"
#include "passes/layout/block_channels.h"
#include "passes/run_graph_test_support.h"
#include "shape/infer.h"

namespace gearbox {

namespace conv_nets_test {

constexpr Pass kPasses[] = {{"fold_constants", fold_constants},
                            {"recognise_hard_swish", recognise_hard_swish},
                            {"fold_batch_norm", fold_batch_norm},
                            {"block_channels", block_channels},
                            {"fuse_epilogue", fuse_epilogue}};

/// Grows a net of random layers over one image.
class NetBuilder {
 public:
  NetBuilder(uint32_t seed, int64_t rank) : random_(seed), graph_(std::make_unique<Graph>("main")), flat_(rank == 3) {
    channels_ = pick({1, 3, 4, 5, 8, 12});
    DimScope& scope = *graph_->scope();
    Shape shape = {scope.symbol("N"), Dim(channels_), scope.symbol("H"), scope.symbol("W")};
    if (flat_) shape.erase(shape.begin() + 2);
    image_ = graph_->add_input("x", tensor_type(DType::kF32, std::move(shape)));
  }

  std::unique_ptr<Graph> build(int layers) {
    convolution();
    for (int i = 0; i < layers; ++i) layer();
    graph_->add_output(image_, "y");
    return std::move(graph_);
  }
  int64_t input_channels() const { return graph_->inputs()[0]->type().dim(1).value(); }

 private:
  int64_t pick(std::initializer_list<int64_t> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(random_() % choices.size()));
  }

  Value* add(const char* op, int version, std::vector<Value*> inputs, Attributes attributes = {}) {
    NodeSpec spec;
    spec.op = op;
    spec.version = version;
    spec.inputs = std::move(inputs);
    spec.attributes = std::move(attributes);
    const std::string name = std::string(op) + std::to_string(++count_);
    return graph_->add(std::move(spec), {name})->output(0);
  }
  /// Random elements; weights small enough to keep the magnitude of what they weigh.
  Value* constant(std::vector<int64_t> dims) {
    Literal literal = random_literal(dims, static_cast<uint32_t>(random_()));
    const double taps = dims.size() > 2 && dims.back() + dims[1] > 1 ? static_cast<double>(element_count(std::span(dims).subspan(1))) : 1;
    for (int64_t i = 0; i < literal.elements(); ++i) static_cast<float*>(literal.mutable_data())[i] /= static_cast<float>(std::sqrt(taps));
    return graph_->add_constant("c" + std::to_string(++count_), std::move(literal));
  }
  Value* weights(int64_t a, int64_t b, int64_t h, int64_t w) { return constant(flat_ ? Ints{a, b, w} : Ints{a, b, h, w}); }
  /// A value per spatial axis; begins then ends per spatial axis.
  Ints each(int64_t h, int64_t w) const { return flat_ ? Ints{w} : Ints{h, w}; }
  Ints pads(int64_t top, int64_t left, int64_t bottom, int64_t right) const {
    return flat_ ? Ints{left, right} : Ints{top, left, bottom, right};
  }
  Value* number(float value) { return graph_->add_constant("n" + std::to_string(++count_), Literal::of<float>({1}, std::span(&value, 1))); }

  Value* bound(float value) { return graph_->add_constant("b" + std::to_string(++count_), Literal::scalar(value)); }

  void convolution() {
    const int64_t kernel_h = pick({1, 3, 3, 5}), kernel_w = pick({1, 3, 3, 2}), stride = pick({1, 1, 2});
    const bool depthwise = random_() % 3 == 0, grouped = !depthwise && channels_ % 4 == 0 && random_() % 4 == 0;
    const int64_t group = depthwise ? channels_ : grouped ? 4 : 1;
    const int64_t outputs = depthwise ? channels_ : grouped ? pick({4, 8, 12, 32}) : pick({1, 4, 8, 12, 16, 20, 24});
    Attributes attributes;
    attributes.set("strides", each(stride, stride));
    attributes.set("group", group);
    attributes.set("dilations", each(pick({1, 1, 2}), 1));
    if (random_() % 3 == 0) {
      attributes.set("auto_pad", std::string(random_() % 2 ? "SAME_UPPER" : "SAME_LOWER"));
      attributes.erase("dilations");
    } else {
      attributes.set("pads", pads(kernel_h / 2, kernel_w / 2, kernel_h / 2 + 2, kernel_w / 2));
    }
    std::vector<Value*> inputs = {image_, weights(outputs, channels_ / group, kernel_h, kernel_w)};
    if (random_() % 2) inputs.push_back(constant({outputs}));
    image_ = add("Conv", 11, std::move(inputs), std::move(attributes));
    channels_ = outputs;
  }

  void transposed_convolution() {
    const int64_t group = channels_ % 4 == 0 && random_() % 3 == 0 ? 4 : 1, outputs = group * pick({1, 2, 3, 8}), kernel = pick({2, 3, 4}),
                  stride = pick({1, 2});
    Attributes attributes;
    attributes.set("strides", each(stride, 2));
    attributes.set("group", group);
    if (random_() % 2) attributes.set("pads", pads(kernel / 2, 0, 0, 1));
    if (stride == 2 && random_() % 2) attributes.set("output_padding", each(1, 0));
    image_ = add("ConvTranspose", 11, {image_, weights(channels_, outputs / group, kernel, 3)}, std::move(attributes));
    channels_ = outputs;
  }

  void batch_norm() {
    const float variance = 0.7F;
    Literal spread = random_literal({channels_}, static_cast<uint32_t>(random_()));
    for (int64_t i = 0; i < channels_; ++i) static_cast<float*>(spread.mutable_data())[i] += variance + 1;
    image_ = add("BatchNormalization", 9,
                 {image_, constant({channels_}), constant({channels_}), constant({channels_}),
                  graph_->add_constant("v" + std::to_string(++count_), spread)});
  }

  void activation() {
    switch (random_() % 8) {
      case 0: image_ = add("Relu", 14, {image_}); break;
      case 1: image_ = add("Sigmoid", 13, {image_}); break;
      case 2: image_ = add("HardSigmoid", 6, {image_}); break;
      case 3: image_ = add("Mul", 14, {image_, add("Sigmoid", 13, {image_})}); break;
      case 4: image_ = add("Tanh", 13, {image_}); break;
      case 5: image_ = add("Log", 13, {add("Exp", 13, {add("Clip", 13, {image_, bound(-1)})})}); break;
      case 6: image_ = add("LeakyRelu", 6, {image_}); break;
      default: {  // a spelled-out hard swish
        Value* cut = add("Clip", 11, {add("Add", 7, {image_, number(3)}), bound(0), bound(6)});
        image_ = random_() % 2 ? add("Div", 7, {add("Mul", 7, {image_, cut}), number(6)})
                               : add("Mul", 7, {add("Mul", 7, {cut, number(1.0F / 6)}), image_});
      }
    }
  }

  void affine() {
    constexpr const char* kOps[] = {"Add", "Sub", "Mul", "Div"};
    Value* other = random_() % 2 ? constant(flat_ ? Ints{channels_, 1} : Ints{channels_, 1, 1}) : number(1.5F);
    const size_t op = random_() % 3;
    image_ = random_() % 3 ? add(kOps[op], 13, {image_, other}) : add(kOps[op], 13, {other, image_});
  }

  void residual() {
    Value* shortcut = image_;
    Attributes attributes;
    attributes.set("pads", pads(1, 1, 1, 1));
    Value* branch = add("Conv", 11, {image_, weights(channels_, channels_, 3, 3)}, std::move(attributes));
    constexpr const char* kOps[] = {"Add", "Mul", "Sub", "Max"};
    const char* op = kOps[random_() % 4];
    image_ = random_() % 2 ? add(op, 13, {branch, shortcut}) : add(op, 13, {shortcut, branch});
  }

  void squeeze_excite() {
    const int64_t inner = pick({3, 8});
    Value* pooled = random_() % 2 ? add("GlobalAveragePool", 1, {image_}) : mean();
    Value* gate = add("Relu", 14, {add("Conv", 11, {pooled, weights(inner, channels_, 1, 1), constant({inner})})});
    gate = add("HardSigmoid", 6, {add("Conv", 11, {gate, weights(channels_, inner, 1, 1), constant({channels_})})});
    image_ = random_() % 2 ? add("Mul", 14, {image_, gate}) : add("Mul", 14, {gate, image_});
  }
  Value* mean() {
    Attributes attributes;
    attributes.set("axes", flat_ ? Ints{2} : Ints{-1, 2});
    return add("ReduceMean", 13, {image_}, std::move(attributes));
  }

  void pool() {
    Attributes attributes;
    attributes.set("kernel_shape", each(3, 2));
    attributes.set("strides", each(2, 1));
    attributes.set("pads", pads(1, 1, 1, 0));
    if (random_() % 2) attributes.set("ceil_mode", int64_t{1});
    const bool max = random_() % 2;
    if (!max && random_() % 2) attributes.set("count_include_pad", int64_t{1});
    image_ = add(max ? "MaxPool" : "AveragePool", 11, {image_}, std::move(attributes));
  }

  void resize() {
    Attributes attributes;
    const bool linear = random_() % 2;
    attributes.set("mode", std::string(linear ? "linear" : "nearest"));
    attributes.set("coordinate_transformation_mode", std::string(linear ? "half_pixel" : "asymmetric"));
    attributes.set("nearest_mode", std::string("floor"));
    const float scales[] = {1, 1, 2, 2};
    const int64_t rank = flat_ ? 3 : 4;
    const Literal literal = Literal::of<float>({rank}, std::span(scales).first(static_cast<size_t>(rank)));
    image_ = add("Resize", 13, {image_, nullptr, graph_->add_constant("s" + std::to_string(++count_), literal)}, std::move(attributes));
  }

  void concat() {
    Attributes attributes;
    attributes.set("axis", pick({1, 1, 2, -1}));
    const bool channels = attributes.integer("axis", 0) == 1;
    Value* other = add("Relu", 14, {image_});
    image_ = add("Concat", 13, {image_, other}, std::move(attributes));
    if (channels) channels_ *= 2;
  }

  void plain() {  // something that leaves the blocked layout
    image_ = add("Softplus", 1, {image_});
    image_ = add("Floor", 13, {add("Mul", 14, {image_, number(4)})});
  }

  void layer() {
    switch (random_() % 13) {
      case 0:
      case 1: return convolution();
      case 2: return transposed_convolution();
      case 3: return batch_norm();
      case 4:
      case 5: return activation();
      case 6: return affine();
      case 7: return residual();
      case 8: return squeeze_excite();
      case 9: return pool();
      case 10: return resize();
      case 11: return concat();
      default: return channels_ < 40 ? activation() : plain();
    }
  }

  std::mt19937 random_;
  std::unique_ptr<Graph> graph_;
  Value* image_ = nullptr;
  bool flat_ = false;  ///< one spatial axis
  int64_t channels_ = 1;
  int count_ = 0;
};

class ConvNets : public testing::TestWithParam<uint32_t> {
 protected:
  static const OpRegistry& ops() {
    static const OpRegistry registry = OpRegistry::builtin();
    return registry;
  }
  static const KernelRegistry& kernels() {
    static const KernelRegistry registry = KernelRegistry::builtin();
    return registry;
  }
};

TEST_P(ConvNets, OptimisedEqualsReference) {
  const int64_t rank = GetParam() % 4 == 3 ? 3 : 4;
  NetBuilder builder(GetParam(), rank);
  const int64_t channels = builder.input_channels();
  const std::unique_ptr<Graph> graph = builder.build(6);
  ASSERT_EQ(infer_shapes(*graph, ops()).text(), "");
  const std::unique_ptr<Graph> optimised = graph->clone();
  const Status status = run_passes(*optimised, {ops(), kernels(), {}}, kPasses);
  ASSERT_TRUE(status.ok()) << status.text() << print(*graph, {.inline_elements = 0, .shown_elements = 0});
  const std::vector<std::vector<int64_t>> shapes = {{1, channels, 9, 11}, {3, channels, 6, 5}, {0, channels, 7, 7}, {2, channels, 16, 8}};
  for (std::vector<int64_t> dims : shapes) {
    if (rank == 3) dims.pop_back();
    const Literal x = random_literal(dims, GetParam());
    const auto expected = run_graph(*graph, std::span(&x, 1), kernels(), true);
    const auto given = run_graph(*optimised, std::span(&x, 1), kernels(), false);
    if (!expected.ok()) continue;  // a window that does not fit these extents
    ASSERT_TRUE(given.ok()) << given.status().text() << print(*optimised, {.inline_elements = 0, .shown_elements = 0});
    EXPECT_EQ(difference((*expected)[0], (*given)[0], 5e-4), "") << operators(*graph) << "\n"
                                                                 << print(*optimised, {.inline_elements = 0, .shown_elements = 0});
  }
}

INSTANTIATE_TEST_SUITE_P(Random, ConvNets, testing::Range(0U, 100U));

}  // namespace conv_nets_test

}  // namespace gearbox
