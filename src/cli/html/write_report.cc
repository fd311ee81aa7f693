#include "cli/html/write_report.h"

#include "base/new_file.h"
#include "cli/html/report_page.h"

namespace gearbox::cli::html {

Status write_report(const Model& model, const std::string& path, const RequestShape& request, const std::string& file) {
  GBX_ASSIGN_OR_RETURN(const std::vector<Entry> entries, entries_of(model, request));
  return write_file(file, report_page(model, path, entries));
}

}  // namespace gearbox::cli::html
