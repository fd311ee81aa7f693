#pragma once

#include <string_view>
#include <vector>

#include "cli/html/markup.h"

namespace gearbox::cli::html {

/// One column of a table: its title, and whether its cells are numbers, which stand to the right.
struct Column {
  std::string_view title;
  std::string_view kind = "";  ///< "number" or nothing
};

/// Begins a table with its head; rows are <tr> with the cells below. `kind` is a class of the style.
void open_table(Markup& page, std::string_view kind, const std::vector<Column>& columns);
void close_table(Markup& page);

void cell(Markup& page, std::string_view text);
void number_cell(Markup& page, std::string_view text);
/// A name or an expression.
void code_cell(Markup& page, std::string_view text);

}  // namespace gearbox::cli::html
