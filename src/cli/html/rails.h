#pragma once

#include <vector>

#include "package/program.h"

namespace gearbox::cli::html {

/// What the lanes beside one step do. Lanes count from the left.
struct RailRow {
  int node = 0;              ///< lane of the step's own dot
  std::vector<int> ends;     ///< lanes from above that end in the dot
  std::vector<int> taps;     ///< lanes from above that the step reads and that go on
  std::vector<int> through;  ///< lanes that go from above to below, taps among them
  std::vector<int> begins;   ///< lanes that begin in the dot
};

/// Lines beside a list of steps, as beside a version history: a lane for each value that a later step reads, from its maker to its last
/// reader. The model's inputs and constants have none.
struct Rails {
  std::vector<RailRow> rows;  ///< by step
  int lanes = 0;              ///< lanes in use, dots included
};

/// At most `most` lanes carry values; a value that finds none free is drawn without.
Rails lay_out_rails(const Program& program, int most);

}  // namespace gearbox::cli::html
