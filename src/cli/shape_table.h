#pragma once

#include <string>

#include "api/shape_trace.h"

namespace gearbox::cli {

/// The trace's rows for people: operator, value, its symbolic type, the extents that gives in this run, and the actual ones.
std::string shape_table(const ShapeTrace& trace);

}  // namespace gearbox::cli
