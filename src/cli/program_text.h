#pragma once

#include <cstdint>
#include <string>

#include "runtime/model.h"

namespace gearbox::cli {

/// "1 … 16", "0 …", "4": the values of a symbol.
std::string range_text(const SymbolInfo& symbol);
/// When a symbol gets its value: "compile", "gear", "call", "mid-run".
const char* epoch_text(Epoch epoch);
/// "input", "output", "constant", "arena", "pool", "alias".
const char* storage_text(Storage storage);
/// What a check asks for, in expressions: "L == 2*floordiv(L, 2)".
std::string demand_text(const ProgramCheck& check);
/// "Conv", "gearbox::ConvBlocked": ONNX's own domain goes without saying.
std::string operator_text(const ProgramStep& step);
/// The kernel that a step was given, and what of its inputs it relies on.
std::string kernel_text(const Model& model, size_t program, size_t step);
/// Why a gear of the model does not serve calls yet: "not made yet", "being made", "could not be made: node 'conv' …". Empty where it does.
std::string late_text(const Model& model, size_t gear);
/// What the package was compiled for: "x86-64-v3, reference kernels".
std::string target_text(const Model& model);
/// Bytes of all distinct constants.
uint64_t weight_bytes(const Model& model);

}  // namespace gearbox::cli
