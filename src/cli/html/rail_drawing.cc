#include "cli/html/rail_drawing.h"

#include <algorithm>

namespace gearbox::cli::html {

namespace {

constexpr int kLaneWidth = 12;

std::string x(int lane) { return std::to_string(lane * kLaneWidth + kLaneWidth / 2); }

void open_drawing(Markup& page, int lanes) {
  const std::string width = std::to_string(rails_width(lanes));
  page.open("svg", {{"class", "rail"},
                    {"width", width},
                    {"viewBox", "0 0 " + width + " 100"},
                    {"preserveAspectRatio", "none"},
                    {"aria-hidden", "true"}});
}

/// From the top of a lane into the dot.
std::string path_in(int lane, int node) {
  if (lane == node) return "M" + x(lane) + " 0V50";
  return "M" + x(lane) + " 0Q" + x(lane) + " 50 " + x(node) + " 50";
}

/// From the dot to the bottom of a lane.
std::string path_out(int lane, int node) {
  if (lane == node) return "M" + x(lane) + " 50V100";
  return "M" + x(node) + " 50Q" + x(lane) + " 50 " + x(lane) + " 100";
}

}  // namespace

int rails_width(int lanes) { return std::max(lanes, 1) * kLaneWidth; }

void draw_rail(Markup& page, const RailRow& row, int lanes) {
  std::string lines;
  for (const int lane : row.through) lines += "M" + x(lane) + " 0V100";
  for (const int lane : row.ends) lines += path_in(lane, row.node);
  for (const int lane : row.taps) lines += path_in(lane, row.node);
  for (const int lane : row.begins) lines += path_out(lane, row.node);
  open_drawing(page, lanes);
  if (!lines.empty()) page.empty("path", {{"d", lines}});
  // A line of no length with round ends: a dot that stays round when the drawing is stretched.
  page.empty("path", {{"class", "dot"}, {"d", "M" + x(row.node) + " 50h0"}});
  page.close();
}

void draw_rail_below(Markup& page, const RailRow& row, int lanes) {
  std::string lines;
  for (const int lane : row.through) lines += "M" + x(lane) + " 0V100";
  for (const int lane : row.begins) lines += "M" + x(lane) + " 0V100";
  open_drawing(page, lanes);
  if (!lines.empty()) page.empty("path", {{"d", lines}});
  page.close();
}

}  // namespace gearbox::cli::html
