#include "cli/html/gears_drawing.h"

#include <algorithm>

#include "api/symbolic_extents.h"
#include "cli/html/memory_layout.h"
#include "runtime/gears/gear_text.h"

namespace gearbox::cli::html {

namespace {

constexpr size_t kMostTensors = 6, kMostBranches = 12;
constexpr double kWidth = 1000, kBoxHeight = 26, kPitch = 34, kMargin = 4;
constexpr size_t kLetters = 30;  // that fit into a box

/// A box of the drawing, and where it links to.
struct Box {
  std::string text;
  std::string link;
  Area area = {};
};

double middle(const Box& box) { return box.area.y + box.area.height / 2; }

/// At most `most` boxes of those, with a remark of how many more there are.
void limit(std::vector<Box>& boxes, size_t most) {
  if (boxes.size() <= most) return;
  const std::string rest = "… " + std::to_string(boxes.size() - most + 1) + " more";
  boxes.resize(most - 1);
  boxes.push_back({rest, ""});
}

std::vector<Box> tensors(const Program& program, const SymbolicExtents& extents, bool outputs) {
  std::vector<Box> out;
  const std::vector<int32_t>& values = outputs ? program.outputs : program.inputs;
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string& name = outputs ? program.output_names[i] : program.values[static_cast<size_t>(values[i])].name;
    out.push_back({name + "  " + extents.type(values[i]), ""});
  }
  limit(out, kMostTensors);
  return out;
}

/// "3: N=8, L=64", or the values alone where the names are too long for a box.
std::string branch_text(const options::GearTable& table, int32_t gear) {
  const auto row = static_cast<size_t>(gear);
  const std::string number = std::to_string(gear) + ": ", named = gear_text(table, row);
  if (number.size() + named.size() <= kLetters) return number + named;
  std::string values;
  for (const int64_t value : table.rows[row]) values += (values.empty() ? "" : ", ") + std::to_string(value);
  return number + values;
}

std::vector<Box> branches(const Model& model, std::span<const Entry> entries) {
  std::vector<Box> out;
  for (const Entry& entry : entries) {
    if (entry.gear >= 0) out.push_back({branch_text(model.gears().table, entry.gear), entry.id});
  }
  limit(out, kMostBranches);
  out.push_back(model.gears().fallback ? Box{"others: dynamic program", "dynamic"} : Box{"others: refused", ""});
  return out;
}

/// Puts the boxes under one another, in the middle of the height.
void place(std::vector<Box>& boxes, double x, double width, double height) {
  double y = (height - static_cast<double>(boxes.size()) * kPitch + kPitch - kBoxHeight) / 2;
  for (Box& box : boxes) {
    box.area = {x, y, width, kBoxHeight};
    y += kPitch;
  }
}

void draw_box(Markup& page, const Box& box) {
  if (!box.link.empty()) page.open("a", {{"href", "#" + box.link}});
  page.open("g", {{"class", "box"}}).leaf("title", {}, box.text);
  page.empty("rect", {{"x", coordinate(box.area.x)},
                      {"y", coordinate(box.area.y)},
                      {"width", coordinate(box.area.width)},
                      {"height", coordinate(box.area.height)},
                      {"rx", "3"}});
  std::string text = box.text;
  if (text.size() > kLetters) {
    size_t end = kLetters - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  page.leaf("text", {{"x", coordinate(box.area.x + 10)}, {"y", coordinate(middle(box) + 4)}}, text).close();
  if (!box.link.empty()) page.close();
}

/// A smooth line from the right side of one box to the left side of the other.
void draw_line(Markup& page, const Box& from, const Box& to) {
  const double x1 = from.area.x + from.area.width, x2 = to.area.x, bend = (x1 + x2) / 2;
  page.empty("path",
             {{"d", "M" + coordinate(x1) + " " + coordinate(middle(from)) + "C" + coordinate(bend) + " " + coordinate(middle(from)) + " " +
                        coordinate(bend) + " " + coordinate(middle(to)) + " " + coordinate(x2) + " " + coordinate(middle(to))}});
}

std::string choice_text(const options::GearTable& table) {
  std::string out;
  for (const options::GearAxis& axis : table.axes) out += (out.empty() ? "gear by " : ", ") + axis_name(axis);
  return out;
}

}  // namespace

void draw_gears(Markup& page, const Model& model, std::span<const Entry> entries) {
  const Program& main = model.main();
  const SymbolicExtents extents(main, model.contents().symbols);
  std::vector<Box> inputs = tensors(main, extents, false), outputs = tensors(main, extents, true);
  std::vector<Box> ways = branches(model, entries), choice = {{choice_text(model.gears().table), ""}};
  const double height = static_cast<double>(std::max({inputs.size(), ways.size(), outputs.size()})) * kPitch + kMargin;
  place(inputs, 1, 218, height);
  place(choice, 264, 208, height);
  place(ways, 520, 218, height);
  place(outputs, 781, 218, height);
  page.open("div", {{"class", "chart root"}});
  page.open("svg", {{"viewBox", "0 0 " + coordinate(kWidth) + " " + coordinate(height)},
                    {"role", "group"},
                    {"aria-label", "Inputs, the choice of a gear, the branches, outputs"}});
  for (const Box& input : inputs) draw_line(page, input, choice.front());
  const Box join{"", "", {762, height / 2, 0, 0}};  // all branches give the same outputs
  for (const Box& way : ways) {
    draw_line(page, choice.front(), way);
    draw_line(page, way, join);
  }
  for (const Box& output : outputs) draw_line(page, join, output);
  for (const std::vector<Box>* column : {&inputs, &choice, &ways, &outputs}) {
    for (const Box& box : *column) draw_box(page, box);
  }
  page.close().close();
}

}  // namespace gearbox::cli::html
