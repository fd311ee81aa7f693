#include "cli/html/rails.h"

#include <algorithm>

namespace gearbox::cli::html {

namespace {

constexpr int kNone = -1;

bool holds(const std::vector<int>& lanes, int lane) { return std::find(lanes.begin(), lanes.end(), lane) != lanes.end(); }

/// The lanes and the values in them while the steps go by.
class Lanes {
 public:
  Lanes(size_t values, int most) : value_in_(static_cast<size_t>(most), kNone), lane_of_(values, kNone) {}

  int most() const { return static_cast<int>(value_in_.size()); }
  int of(int32_t value) const { return lane_of_[static_cast<size_t>(value)]; }
  bool taken(int lane) const { return value_in_[static_cast<size_t>(lane)] != kNone; }
  int lowest_free() const {
    int lane = 0;
    while (lane < most() && taken(lane)) ++lane;
    return lane;
  }
  void put(int32_t value, int lane) {
    value_in_[static_cast<size_t>(lane)] = value;
    lane_of_[static_cast<size_t>(value)] = lane;
  }
  void release(int lane) { value_in_[static_cast<size_t>(lane)] = kNone; }

 private:
  std::vector<int> value_in_, lane_of_;
};

std::vector<int> last_readers(const Program& program) {
  std::vector<int> out(program.values.size(), kNone);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    for (const int32_t v : program.steps[s].inputs) {
      if (v >= 0) out[static_cast<size_t>(v)] = static_cast<int>(s);
    }
  }
  return out;
}

}  // namespace

Rails lay_out_rails(const Program& program, int most) {
  const std::vector<int> last_reader = last_readers(program);
  Lanes lanes(program.values.size(), most);
  Rails out;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const ProgramStep& step = program.steps[s];
    RailRow row;
    for (const int32_t v : step.inputs) {
      const int lane = v < 0 ? kNone : lanes.of(v);
      if (lane == kNone || holds(row.ends, lane) || holds(row.taps, lane)) continue;
      (last_reader[static_cast<size_t>(v)] == static_cast<int>(s) ? row.ends : row.taps).push_back(lane);
    }
    for (int lane = 0; lane < most; ++lane) {
      if (lanes.taken(lane) && !holds(row.ends, lane)) row.through.push_back(lane);
    }
    row.node = row.ends.empty() ? lanes.lowest_free() : *std::min_element(row.ends.begin(), row.ends.end());
    bool own_lane = row.node < most;  // still to be had by an output
    std::vector<std::pair<int32_t, int>> made;
    for (const int32_t v : step.outputs) {
      if (v < 0 || last_reader[static_cast<size_t>(v)] <= static_cast<int>(s)) continue;
      int lane = own_lane ? row.node : 0;
      while (!own_lane && lane < most && (lanes.taken(lane) || lane == row.node || holds(row.begins, lane))) ++lane;
      own_lane = false;
      if (lane == most) continue;
      row.begins.push_back(lane);
      made.emplace_back(v, lane);
    }
    for (const int lane : row.ends) lanes.release(lane);
    for (const auto& [value, lane] : made) lanes.put(value, lane);
    out.lanes = std::max(out.lanes, row.node + 1);
    for (const int lane : row.begins) out.lanes = std::max(out.lanes, lane + 1);
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace gearbox::cli::html
