#pragma once

#include <flatbuffers/flatbuffers.h>

#include "base/status.h"
#include "package/format_generated.h"
#include "package/gear_info.h"

namespace gearbox {

/// The gears as a table of the metadata section; null where there are none.
flatbuffers::Offset<format::GearSet> write_gears(flatbuffers::FlatBufferBuilder& out, const GearSet& gears);

/// Reads what write_gears wrote. kCorrupt where a kind or a mode is unknown; whether the numbers fit the programs is for the model to
/// check.
Result<GearSet> read_gears(const format::GearSet& gears);

/// The same for the gears of parts of the model.
flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<format::GearScope>>> write_scopes(flatbuffers::FlatBufferBuilder& out,
                                                                                              const std::vector<GearScope>& scopes);
Result<std::vector<GearScope>> read_scopes(const flatbuffers::Vector<flatbuffers::Offset<format::GearScope>>* scopes);

}  // namespace gearbox
