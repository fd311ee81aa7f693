#pragma once

/// \file
/// The C interface of Gearbox. docs/howto/use-from-c.md is a walk through it.
///
/// Everything lives behind handles that a gbx_..._create, _load or _compile gives and a gbx_..._free takes back; freeing NULL does nothing.
/// Handles keep alive what they are made from: they may be freed in any order.
///
/// A function that can fail returns a gbx_status*: NULL for success, else an error that the caller frees. It writes its out arguments only
/// on success. NULL is an error for every argument but those said to be optional. Nothing is thrown, printed or aborted.
///
/// Structs that begin with `struct_size` can grow: set all to zero, struct_size to its sizeof (the macros GBX_..._INIT do). Zero and NULL
/// mean the default. A library older than its caller refuses options it does not know instead of ignoring them.
///
/// Strings are UTF-8. Sizes are bytes, extents are elements.

#include "gearbox/compile.h"
#include "gearbox/context.h"
#include "gearbox/dataset.h"
#include "gearbox/export.h"
#include "gearbox/gears.h"
#include "gearbox/model.h"
#include "gearbox/session.h"
#include "gearbox/status.h"
#include "gearbox/tensor.h"
