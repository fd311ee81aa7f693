#pragma once

#include "base/loop_args.h"
#include "base/status.h"
#include "ir/loop.h"

namespace gearbox {

/// Runs a loop element by element in the plainest way: the meaning of every operation, and the oracle for generated code.
/// Arithmetic is done in the element type; functions without an exact result are evaluated in double and rounded once.
/// Errors: those of validate().
Status interpret(const LoopBody& body, const LoopArgs& args);

}  // namespace gearbox
