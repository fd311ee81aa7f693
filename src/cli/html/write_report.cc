#include "cli/html/write_report.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cli/html/report_page.h"

namespace gearbox::cli::html {

Status write_report(const Model& model, const std::string& path, const RequestShape& request, const std::string& file) {
  GBX_ASSIGN_OR_RETURN(const std::vector<Entry> entries, entries_of(model, request));
  std::ofstream out(file, std::ios::binary);
  out << report_page(model, path, entries);
  out.close();
  return out ? Status() : invalid_argument("cannot write " + file + ": " + std::strerror(errno));
}

}  // namespace gearbox::cli::html
