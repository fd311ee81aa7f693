#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/dims_text.h"
#include "base/status.h"
#include "cli/trace.h"

namespace gearbox::cli {

/// One request: each input's name and extents.
using RequestShape = std::vector<TraceInput>;

/// Reads a value of --input-shape: "x:1,3,320,320", "x:1x3x320x320" or "x:[1,3,320,320]"; several inputs are separated by ';', "x:scalar"
/// and "x:[]" have rank 0, and "{160,320}" stands for each of its values, so that one text may give several requests. A name may hold
/// ':' itself, and in double quotes any character. Errors quote the part that is wrong.
Result<std::vector<RequestShape>> parse_input_shape(const std::string& text);

/// The words of a command line in which a shell has spread --input-shape x:1,{2,3} over several words: each gets the flag.
std::vector<std::string> flag_each_shape(std::span<const char* const> words);

/// The words of a trace line for the request: "x=1x3x320x320 mask=1x5".
std::string trace_words(const RequestShape& request);

}  // namespace gearbox::cli
