#include "report.h"

#include <cstdint>
#include <cstdio>
#include <set>

#include "runtime/gears/gear_text.h"
#include "table.h"

namespace ocr {

namespace {

std::string joined(const std::vector<int64_t>& dims) {
  std::string text;
  for (const int64_t dim : dims) text += (text.empty() ? "" : "x") + std::to_string(dim);
  return text;
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string range_text(const gearbox::SymbolInfo& symbol) {
  if (symbol.upper == INT64_MAX) return std::to_string(symbol.lower) + " or more";
  return std::to_string(symbol.lower) + " to " + std::to_string(symbol.upper);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The sizes a symbol had, smallest first.
std::string seen_text(const Session& session, const std::string& symbol) {
  std::set<int64_t> seen;
  for (const gearbox::SymbolBinding& binding : session.model().main().bindings) {
    if (binding.symbol != symbol) continue;
    for (const ShapeTimes& times : session.times()) seen.insert(times.dims[static_cast<size_t>(binding.axis)]);
  }
  if (seen.size() > 6)
    return std::to_string(seen.size()) + " sizes from " + std::to_string(*seen.begin()) + " to " + std::to_string(*seen.rbegin());
  std::string text;
  for (const int64_t size : seen) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

/// What served a call, in words.
std::string choice_text(const gearbox::Model& model, const gearbox::GearChoice& choice) {
  using Way = gearbox::GearChoice::Way;
  if (choice.way != Way::kExact && choice.way != Way::kBounded) return "dynamic program";
  return "gear " + gearbox::gear_text(model.gears().table, static_cast<size_t>(choice.gear));
}

}  // namespace

std::string text_report(const std::vector<ReadPage>& pages) {
  Table table({"image", ">size", "text read", ">sure", "as drawn"});
  for (const ReadPage& read : pages) {
    const Image& image = read.page->image;
    const bool compared = !read.page->expected.empty();
    for (size_t i = 0; i < std::max(read.lines.size(), read.page->expected.size()); ++i) {
      const bool found = i < read.lines.size();
      const std::string text = found ? read.lines[i].reading.text : "";
      const bool same = found && text == read.expected(i);
      table.row({i == 0 ? read.page->name : "", i == 0 ? joined({image.width, image.height}) : "", text,
                 found ? fixed(read.lines[i].reading.confidence, 2) : "",
                 !compared ? ""
                 : same    ? "yes"
                           : "NO: \"" + read.expected(i) + "\""});
    }
  }
  return table.text();
}

std::string latency_report(const std::vector<NamedSession>& sessions) {
  Table table({"model", ">shape", "served by", ">first ms", ">median ms", ">runs"});
  for (const auto& [name, session] : sessions) {
    for (const ShapeTimes& times : session->times()) {
      table.row({name, joined(times.dims), choice_text(session->model(), times.choice), fixed(times.first_ms, 1),
                 fixed(times.median_ms(), 1), std::to_string(times.more_ms.size() + 1)});
    }
  }
  return table.text();
}

std::string dispatch_report(const std::vector<NamedSession>& sessions) {
  Table table({"model", "served by", ">exactly", ">within its bound"});
  bool any = false;
  for (const auto& [name, session] : sessions) {
    const gearbox::Model& model = session->model();
    if (!model.dispatch()) continue;
    any = true;
    const gearbox::GearCounts counts = model.counters().read();
    for (size_t gear = 0; gear < counts.exact.size(); ++gear) {
      table.row({name, "gear " + gearbox::gear_text(model.gears().table, gear), std::to_string(counts.exact[gear]),
                 std::to_string(counts.bounded[gear])});
    }
    table.row({name, "dynamic program", std::to_string(counts.fallback), ""});
  }
  return any ? table.text() : "";
}

std::string symbol_report(const std::vector<NamedSession>& sessions) {
  Table table({"model", "symbol", "is the extent", "may be", "was"});
  for (const auto& [name, session] : sessions) {
    for (const gearbox::SymbolInfo& symbol : session->model().contents().symbols) {
      table.row({name, symbol.name, joined(symbol.sources), range_text(symbol), seen_text(*session, symbol.name)});
    }
  }
  return table.text();
}

}  // namespace ocr
