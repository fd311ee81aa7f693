#pragma once

#include <memory>
#include <vector>

#include "codegen/compile.h"
#include "package/gear_maker.h"

namespace gearbox {

/// Contents without programs, with what the options and the graph's name say of them.
PackageContents contents_for(const Graph& graph, const CompileOptions& options);

/// Makes the gears of an optimised graph whose parts have no gears yet, by the way that gears take which are made at once. It keeps a copy
/// of the graph, and the registries, which outlive it. The log of the options is not used.
std::shared_ptr<const GearMaker> gear_maker(const Graph& graph, const std::vector<GearPart>& parts, const OpRegistry& ops,
                                            const KernelRegistry& kernels, const CompileOptions& options);

/// Tells in contents.gears of gears that are made later: the table, and the extents of their outputs as far as the graph's types give them.
void describe_late_gears(const Graph& graph, const GearRequest& request, PackageContents& contents);

}  // namespace gearbox
