#pragma once

#include "base/status.h"
#include "ir/graph.h"
#include "package/program.h"
#include "passes/gear/gear_request.h"

namespace gearbox {

/// Turns the branches of a root graph (passes/gear/gear_root.h) into programs: adds one for each gear, with the programs of its bodies
/// behind it, and what GearSet tells of them; gears whose programs are equal share one, with the dynamic program too. contents.programs[0]
/// must be the lowered dynamic graph; without a fallback only its interface is left. Branches are lowered on as many threads as the request
/// says. Errors as those of lower(), at the gear's graph.
Status lower_gears(const Graph& root, const GearRequest& request, PackageContents& contents);

}  // namespace gearbox
