#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/literal.h"
#include "ir/graph.h"
#include "passes/pass.h"

namespace gearbox {

/// Runs a graph node by node on the heap. Blocked tensors are literals with room for whole blocks. Nested graphs are unsupported.
Result<std::vector<Literal>> run_graph(const Graph& graph, std::span<const Literal> inputs, const KernelRegistry& kernels,
                                       bool reference_only);

/// f32 elements drawn evenly from [-1, 1), a function of `seed` alone.
Literal random_literal(std::vector<int64_t> dims, uint32_t seed);

/// What differs first, in words; empty where all elements are equal up to `tolerance` (1 + |expected|).
std::string difference(const Literal& expected, const Literal& given, double tolerance);

/// "Conv Relu gearbox::ConvBlocked": the operators in topological order.
std::string operators(const Graph& graph);

}  // namespace gearbox
