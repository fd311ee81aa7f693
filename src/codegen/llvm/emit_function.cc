#include "codegen/llvm/emit_value.h"
namespace gearbox::native {
llvm::Value* emit_function(VectorBuilder&, LoopOp, std::span<llvm::Value* const>) { return nullptr; }
}  // namespace gearbox::native
