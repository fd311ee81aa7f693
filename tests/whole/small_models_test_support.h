#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/literal.h"
#include "ir/graph.h"
#include "runtime/model.h"

namespace gearbox::testing {

/// A convolution net over x[N,3,H,W]: plain, strided, depthwise and pointwise convolutions, a residual, a squeeze-and-excitation gate,
/// pooling and a classifier. Channels are no multiples of 8.
std::unique_ptr<Graph> convolution_net();
/// An attention block over x[N,L,24]: layer normalisation, three projections, scores with a mask, Gelu, residuals.
std::unique_ptr<Graph> attention_block();
/// NonZero over x[N,M]: the extents behind it are known only mid-run.
std::unique_ptr<Graph> selection();

/// How a graph is compiled.
enum class How { kReference, kOptimised, kPackage };
std::shared_ptr<const Model> compile_model(const Graph& graph, How how, int threads = 1);

/// f32 tensor of those extents, uniform in [-1, 1), a function of the seed alone.
Literal random_tensor(std::vector<int64_t> dims, uint64_t seed);
Tensor view(const Literal& literal);

/// The largest |a-b| / (1 + |a|); infinity where the extents differ.
double distance(const Tensor& a, const Tensor& b);
/// A copy of a result that outlives the context's next run.
Literal copy(const Tensor& tensor);

}  // namespace gearbox::testing
