#include "cli/html/table_markup.h"

namespace gearbox::cli::html {

void open_table(Markup& page, std::string_view kind, const std::vector<Column>& columns) {
  page.open("div", {{"class", "wide"}}).open("table", {{"class", std::string(kind)}}).open("thead").open("tr");
  for (const Column& column : columns) page.leaf("th", {{"class", std::string(column.kind)}, {"scope", "col"}}, column.title);
  page.close().close().open("tbody");
}

void close_table(Markup& page) { page.close().close().close(); }

void cell(Markup& page, std::string_view text) { page.leaf("td", {}, text); }

void number_cell(Markup& page, std::string_view text) { page.leaf("td", {{"class", "number"}}, text); }

void code_cell(Markup& page, std::string_view text) { page.open("td").leaf("code", {}, text).close(); }

}  // namespace gearbox::cli::html
