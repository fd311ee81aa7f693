#pragma once

#include <string>

#include "codegen/llvm/vector_builder.h"
#include "ir/loop.h"
#include "llvm/IR/Module.h"

namespace gearbox::native {

/// Defines `void name(const LoopArgs*)` in the module for a valid loop.
Status emit_loop(llvm::Module& module, const LoopBody& body, const std::string& name, VectorTarget target, unsigned vector_bytes);

}  // namespace gearbox::native
