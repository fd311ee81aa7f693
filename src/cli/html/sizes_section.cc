#include "cli/html/sizes_section.h"

#include <algorithm>
#include <map>

#include "base/dims_text.h"
#include "cli/html/table_markup.h"
#include "cli/table.h"
#include "package/sizes.h"

namespace gearbox::cli::html {

namespace {

constexpr size_t kLargest = 10;
constexpr double kBar = 1000;

struct Part {
  std::string name, holds;
  uint64_t bytes;
};

std::vector<Part> parts_of(const PackageSizes& sizes) {
  return {{"weights", "constants, each stored once", sizes.weights},
          {"code", "machine code of the fused loops", sizes.code},
          {"metadata", "programs, shape code, symbols, facts", sizes.metadata},
          {"header and filling", "sections begin at whole pages", sizes.file - sizes.weights - sizes.code - sizes.metadata}};
}

std::string share_text(uint64_t bytes, uint64_t whole) {
  return fixed_text(whole > 0 ? 100.0 * static_cast<double>(bytes) / static_cast<double>(whole) : 0, 1) + " %";
}

void draw_bar(Markup& page, const std::vector<Part>& parts, uint64_t whole) {
  page.open("svg",
            {{"class", "bar"}, {"viewBox", "0 0 " + coordinate(kBar) + " 10"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}});
  double at = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const double wide = kBar * static_cast<double>(parts[i].bytes) / static_cast<double>(whole);
    page.open("rect",
              {{"class", "part" + std::to_string(i)}, {"x", coordinate(at)}, {"y", "0"}, {"width", coordinate(wide)}, {"height", "10"}});
    page.leaf("title", {}, parts[i].name + ", " + bytes_text(parts[i].bytes)).close();
    at += wide;
  }
  page.close();
}

void write_sections(Markup& page, const PackageSizes& sizes) {
  const std::vector<Part> parts = parts_of(sizes);
  draw_bar(page, parts, sizes.file);
  open_table(page, "parts", {{"section"}, {"size", "number"}, {"share", "number"}, {"holds"}});
  for (size_t i = 0; i < parts.size(); ++i) {
    page.open("tr").open("td").leaf("i", {{"class", "key part" + std::to_string(i)}}, "").text(parts[i].name).close();
    number_cell(page, bytes_text(parts[i].bytes));
    number_cell(page, share_text(parts[i].bytes, sizes.file));
    cell(page, parts[i].holds);
    page.close();
  }
  page.open("tr", {{"class", "total"}}).leaf("td", {}, "file").leaf("td", {{"class", "number"}}, bytes_text(sizes.file));
  page.leaf("td", {{"colspan", "2"}}, "").close();
  close_table(page);
}

/// A constant and how many values of all programs hold it.
struct Weight {
  const ProgramValue* value;
  size_t uses;
};

void write_weights(Markup& page, const PackageContents& contents) {
  std::map<const void*, Weight> found;
  for (const Program& program : contents.programs) {
    for (const ProgramValue& value : program.values) {
      if (value.storage != Storage::kConstant || value.constant.bytes() == 0) continue;
      ++found.try_emplace(value.constant.data(), Weight{&value, 0}).first->second.uses;
    }
  }
  if (found.empty()) return;
  std::vector<Weight> weights;
  weights.reserve(found.size());
  for (const auto& [data, weight] : found) weights.push_back(weight);
  const auto larger = [](const Weight& a, const Weight& b) {
    const size_t left = a.value->constant.bytes(), right = b.value->constant.bytes();
    return left != right ? left > right : a.value->name < b.value->name;
  };
  std::sort(weights.begin(), weights.end(), larger);
  const size_t total = weights.size();
  weights.resize(std::min(weights.size(), kLargest));
  const bool shared = std::any_of(weights.begin(), weights.end(), [](const Weight& weight) { return weight.uses > 1; });
  page.open("details").leaf("summary", {}, total > kLargest ? "The largest of " + counted(total, "weight") : counted(total, "weight"));
  std::vector<Column> columns = {{"weight"}, {"type"}, {"size", "number"}};
  if (shared) columns.push_back({"uses", "number"});
  open_table(page, "weights", columns);
  for (const auto& [value, uses] : weights) {
    page.open("tr");
    code_cell(page, value->name);
    code_cell(page, std::string(dtype_name(value->dtype)) + dims_text(value->constant.dims()));
    number_cell(page, bytes_text(value->constant.bytes()));
    if (shared) number_cell(page, std::to_string(uses));
    page.close();
  }
  close_table(page);
  page.close();
}

}  // namespace

void write_sizes(Markup& page, const Model& model) {
  page.open("section", {{"id", "sizes"}}).leaf("h2", {}, "Size");
  write_sections(page, package_sizes(model.contents()));
  write_weights(page, model.contents());
  page.close();
}

}  // namespace gearbox::cli::html
