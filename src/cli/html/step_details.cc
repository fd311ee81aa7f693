#include "cli/html/step_details.h"

#include <algorithm>

#include "base/dims_text.h"
#include "cli/html/table_markup.h"
#include "cli/program_text.h"
#include "cli/table.h"

namespace gearbox::cli::html {

namespace {

constexpr size_t kShownItems = 16;
constexpr size_t kMostAttribute = 4000;  // descriptions of loops are worth reading

template <class List, class Text>
std::string list_text(const List& items, Text text) {
  std::string out = "[";
  for (size_t i = 0; i < std::min(items.size(), kShownItems); ++i) out += (i ? ", " : "") + text(items[i]);
  if (items.size() > kShownItems) out += ", … " + std::to_string(items.size() - kShownItems) + " more";
  return out + "]";
}

struct AttributeText {
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(float value) const { return number_text(static_cast<double>(value), 6); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Ints& values) const { return list_text(values, *this); }
  std::string operator()(const Floats& values) const { return list_text(values, *this); }
  std::string operator()(const Strings& values) const { return list_text(values, *this); }
  std::string operator()(const Literal& value) const { return std::string(dtype_name(value.dtype())) + dims_text(value.dims()); }
};

/// Where the bytes of a value lie.
std::string place_text(const ProgramView& view, int32_t v) {
  const ProgramValue& value = view.value(v);
  if (value.storage == Storage::kAlias && value.alias_of >= 0) return "a view of " + view.value(value.alias_of).name;
  if (value.storage != Storage::kArena || !view.plan() || view.bytes(v) < 0) return storage_text(value.storage);
  return "arena at " + std::to_string(view.plan()->offsets[static_cast<size_t>(v)]);
}

void write_step_links(Markup& page, const ProgramView& view, const std::vector<int32_t>& steps) {
  for (size_t i = 0; i < std::min(steps.size(), kShownItems); ++i) {
    if (i > 0) page.text(", ");
    page.leaf("a", {{"class", "reader"}, {"href", view.step_link(static_cast<size_t>(steps[i]))}}, std::to_string(steps[i]));
  }
  if (steps.size() > kShownItems) page.text(", … " + std::to_string(steps.size() - kShownItems) + " more");
}

void write_value(Markup& page, const ProgramView& view, int32_t v, bool output) {
  page.open("tr").leaf("td", {}, output ? "makes" : "reads");
  if (v < 0) {
    page.leaf("td", {{"colspan", "6"}}, "left out").close();
    return;
  }
  code_cell(page, view.value(v).name);
  code_cell(page, view.type(v));
  code_cell(page, view.value(v).storage == Storage::kConstant ? "" : view.planned_type(v));
  number_cell(page, view.bytes(v) < 0 ? "" : bytes_text(static_cast<uint64_t>(view.bytes(v))));
  cell(page, place_text(view, v));
  page.open("td");
  if (output) {
    std::string names;
    for (const std::string& name : view.output_names(v)) names += (names.empty() ? "" : ", ") + name;
    if (!names.empty()) page.text("output ").leaf("code", {}, names);
    if (!names.empty() && !view.readers(v).empty()) page.text("; ");
    if (!view.readers(v).empty()) page.text("read by ");
    write_step_links(page, view, view.readers(v));
    if (names.empty() && view.readers(v).empty()) page.text("read by nobody");
  } else if (view.maker(v) >= 0) {
    page.text("made by ");
    page.leaf("a", {{"class", "maker"}, {"href", view.step_link(static_cast<size_t>(view.maker(v)))}}, std::to_string(view.maker(v)));
  }
  page.close().close();
}

}  // namespace

std::string attribute_text(const Attribute& value) { return shortened(std::visit(AttributeText(), value), kMostAttribute); }

void write_step_details(Markup& page, const ProgramView& view, size_t s) {
  const ProgramStep& step = view.step(s);
  page.open("p").text(operator_text(step) + ", version " + std::to_string(step.version));
  if (!step.node.empty()) page.text(", node ").leaf("code", {}, step.node);
  page.close();
  open_table(page, "values", {{""}, {"tensor"}, {"type"}, {view.plan() ? "here" : ""}, {"size", "number"}, {"lies in"}, {"steps"}});
  for (const int32_t v : step.outputs) {
    if (v >= 0) write_value(page, view, v, true);
  }
  for (const int32_t v : step.inputs) write_value(page, view, v, false);
  close_table(page);
  for (const auto& [name, program] : step.bodies)
    page.open("p")
        .text("body ")
        .leaf("code", {}, name)
        .text(": ")
        .leaf("a", {{"href", "#p" + std::to_string(program)}}, "its steps")
        .close();
  if (step.attributes.empty()) return;
  page.open("dl", {{"class", "attributes"}});
  for (const auto& [name, value] : step.attributes) page.leaf("dt", {}, name).leaf("dd", {}, attribute_text(value));
  page.close();
}

}  // namespace gearbox::cli::html
