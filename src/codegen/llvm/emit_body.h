#pragma once

#include <vector>

#include "base/status.h"
#include "codegen/llvm/vector_builder.h"
#include "ir/loop.h"

namespace gearbox::native {

/// Registers that a vector of 4-byte elements fills in a body with long chains.
constexpr unsigned kRegistersOfLongChains = 4;

/// Whether functions follow one another, so that a chain is longer than what the machine looks ahead.
bool has_long_chains(const LoopBody& body);

/// Emits the body's operations on whole vectors. `values` holds a vector for every input, and afterwards for every output.
Status emit_body(VectorBuilder& v, const LoopBody& body, std::vector<llvm::Value*>& values);

}  // namespace gearbox::native
