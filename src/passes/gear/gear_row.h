#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "api/options/gear_table.h"
#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// Adds the nodes that find the row of a table for the extents of values, and returns that row:
///
///   %NAME_dims = gearbox::GetDynamicDims(%x, %y) {…} : i64[2]
///   @NAME_table = i64[3,2]{…}
///   %NAME_row = gearbox::MapIndex(%NAME_dims, @NAME_table) {modes=["exact","bounded"]} : i32[]
///
/// `value_of` gives the value that the table knows as an input of that name.
Result<Value*> add_gear_row(Graph& graph, const options::GearTable& table, const std::string& name,
                            const std::function<Value*(std::string_view)>& value_of, const OpRegistry& ops);

}  // namespace gearbox
