#pragma once

#include "api/compiler.h"
#include "base/status.h"

namespace gearbox {

/// An error of a compilation with a line for each thing the request states about extents: where the model cannot live with them, the words
/// are as likely the fault as the model. Other errors, those that name the words by themselves, and requests that state nothing, are left
/// as they are.
Status with_stated_words(Status status, const ShapeRequest& shapes);

}  // namespace gearbox
