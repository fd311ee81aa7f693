#include "cli/html/memory_chart.h"

#include <algorithm>

#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

constexpr double kWidth = 1000;
constexpr Area kPlot = kMemoryPlot;
constexpr Area kWork{kPlot.x, kPlot.y + kPlot.height + 42, kPlot.width, 40};  // below the plot and its step numbers
constexpr double kLetter = 6.2, kLine = 13;                                   // of the labels' font

/// All about one tensor, for whoever points at it.
std::string hint(const ProgramView& view, int32_t v) {
  const size_t offset = view.plan()->offsets[static_cast<size_t>(v)];
  return view.value(v).name + "\n" + view.planned_type(v) + "\n" + bytes_text(static_cast<uint64_t>(view.bytes(v))) + " at offset " +
         std::to_string(offset) + "\n" + life_text(view, v) + ", made by " + view.step(static_cast<size_t>(view.value(v).first_step)).op;
}

void line(Markup& page, std::string_view kind, double x1, double y1, double x2, double y2) {
  page.empty(
      "line",
      {{"class", std::string(kind)}, {"x1", coordinate(x1)}, {"y1", coordinate(y1)}, {"x2", coordinate(x2)}, {"y2", coordinate(y2)}});
}

void label(Markup& page, std::string_view kind, double x, double y, std::string_view text) {
  page.leaf("text", {{"class", std::string(kind)}, {"x", coordinate(x)}, {"y", coordinate(y)}}, text);
}

/// The number of a large box, with the name where there is room.
void label_box(Markup& page, const MemoryBox& box, const std::string& name) {
  const std::string number = std::to_string(box.rank);
  const auto wide = [](const std::string& text) { return static_cast<double>(text.size()) * kLetter + 4; };
  if (box.rank == 0 || box.area.height < kLine || box.area.width < wide(number)) return;
  const double y = box.area.y + box.area.height / 2 + 4;
  if (const std::string text = number + " " + name; wide(text) + 4 <= box.area.width) {
    label(page, "inside", box.area.x + 5, y, text);
  } else {
    label(page, "inside middle", box.area.x + box.area.width / 2, y, number);
  }
}

void draw_box(Markup& page, const ProgramView& view, const MemoryBox& box) {
  const Area& area = box.area;
  page.open("a", {{"class", box.rank > 0 ? "tensor large" : "tensor"},
                  {"tabindex", "-1"},
                  {"href", view.step_link(static_cast<size_t>(view.value(box.value).first_step))}});
  page.open("rect",
            {{"x", coordinate(area.x)}, {"y", coordinate(area.y)}, {"width", coordinate(area.width)}, {"height", coordinate(area.height)}});
  page.leaf("title", {}, hint(view, box.value));
  page.close();
  label_box(page, box, view.value(box.value).name);
  page.close();
}

void draw_limits(Markup& page, const MemoryLayout& layout, const BoundPlan& plan) {
  const double right = kPlot.x + kPlot.width;
  line(page, "arena", kPlot.x, layout.arena_at, right + 6, layout.arena_at);
  const bool tight = plan.lower_bound == plan.arena_bytes;
  label(page, "limit", right + 10, layout.arena_at + 4, "arena " + bytes_text(plan.arena_bytes));
  if (tight) {
    label(page, "note", right + 10, layout.arena_at + 4 + kLine, "as small as can be");
    return;
  }
  line(page, "bound", kPlot.x, layout.bound_at, right + 6, layout.bound_at);
  const double below = std::max(layout.bound_at + 4, layout.arena_at + 4 + kLine);
  label(page, "note", right + 10, below, "lower bound");
  label(page, "note", right + 10, below + kLine, bytes_text(plan.lower_bound));
}

void draw_axes(Markup& page, const MemoryLayout& layout) {
  for (const Tick& tick : layout.offsets) {
    line(page, "grid", kPlot.x, tick.at, kPlot.x + kPlot.width, tick.at);
    label(page, "tick left", kPlot.x - 8, tick.at + 4, tick.label);
  }
  const double floor = kPlot.y + kPlot.height;
  for (const Tick& tick : layout.steps) label(page, "tick middle", tick.at, floor + 16, tick.label);
  label(page, "note", kPlot.x + kPlot.width + 10, floor + 16, "step");
}

void draw_work(Markup& page, const ProgramView& view) {
  const size_t steps = view.program().steps.size();
  int64_t most = 0;
  for (size_t s = 0; s < steps; ++s) most = std::max(most, view.flops(s));
  if (most == 0) return;
  const double wide = kWork.width / static_cast<double>(steps), floor = kWork.y + kWork.height;
  line(page, "grid", kWork.x, floor, kWork.x + kWork.width, floor);
  label(page, "tick left", kWork.x - 8, floor + 4, "0");
  label(page, "tick left", kWork.x - 8, kWork.y + 6, work_text(most));
  label(page, "note", kWork.x + kWork.width + 10, kWork.y + kWork.height / 2, "operations");
  label(page, "note", kWork.x + kWork.width + 10, kWork.y + kWork.height / 2 + kLine, "of each step");
  for (size_t s = 0; s < steps; ++s) {
    if (view.flops(s) <= 0) continue;
    const double high = static_cast<double>(view.flops(s)) / static_cast<double>(most) * kWork.height;
    page.open("a", {{"class", "work"}, {"tabindex", "-1"}, {"href", view.step_link(s)}});
    page.open("rect", {{"x", coordinate(kWork.x + static_cast<double>(s) * wide)},
                       {"y", coordinate(floor - high)},
                       {"width", coordinate(wide)},
                       {"height", coordinate(high)}});
    page.leaf("title", {}, "step " + std::to_string(s) + ", " + view.step(s).op + "\n" + work_text(view.flops(s)) + " operations");
    page.close().close();
  }
}

}  // namespace

std::string life_text(const ProgramView& view, int32_t v) {
  const ProgramValue& value = view.value(v);
  const int32_t last = std::max(value.first_step, value.last_step);
  if (last == value.first_step) return "step " + std::to_string(last);
  return "steps " + std::to_string(value.first_step) + "–" + std::to_string(last);
}

void draw_memory(Markup& page, const ProgramView& view, const MemoryLayout& layout) {
  bool work = false;
  for (size_t s = 0; s < view.program().steps.size(); ++s) work = work || view.flops(s) > 0;
  const double height = work ? kWork.y + kWork.height + 8 : kPlot.y + kPlot.height + 28;
  page.open("div", {{"class", "chart"}});
  page.open("svg", {{"viewBox", "0 0 " + coordinate(kWidth) + " " + coordinate(height)},
                    {"role", "group"},
                    {"aria-label", "The arena: offsets over steps, one rectangle for each tensor"}});
  draw_axes(page, layout);
  for (const MemoryBox& box : layout.boxes) draw_box(page, view, box);
  draw_limits(page, layout, *view.plan());
  if (work) draw_work(page, view);
  page.close();
  page.leaf("p", {{"class", "readout"}, {"aria-live", "polite"}}, "");
  page.close();
}

}  // namespace gearbox::cli::html
