#include "gearbox/status.h"

#include <string>

#include "api/c/boundary.h"

/// The text is made beforehand, so that no reader needs memory.
struct gbx_status {
  gearbox::Status status;
  std::string text;
};

namespace gearbox::c {

namespace {

/// Statuses that exist without memory; freeing them does nothing.
gbx_status* fixed_status(Code code) noexcept {
  static gbx_status no_memory{resource_exhausted("out of memory"), "out of memory"};
  static gbx_status unknown{internal_error("unknown error"), "unknown error"};
  return code == Code::kResourceExhausted ? &no_memory : &unknown;
}

}  // namespace

gbx_status* handed_over(Status status) noexcept {
  if (status.ok()) return nullptr;
  const Code code = status.code();
  if (status.message().empty()) return fixed_status(code);
  try {
    std::string text = status.text();
    return new gbx_status{std::move(status), std::move(text)};
  } catch (...) {
    return fixed_status(Code::kResourceExhausted);
  }
}

}  // namespace gearbox::c

using gearbox::Code;

gbx_code gbx_status_code(const gbx_status* status) { return status ? static_cast<gbx_code>(status->status.code()) : GBX_OK; }

const char* gbx_status_message(const gbx_status* status) { return status ? status->status.message().c_str() : ""; }

const char* gbx_status_text(const gbx_status* status) { return status ? status->text.c_str() : ""; }

size_t gbx_status_fact_count(const gbx_status* status) { return status ? status->status.facts().size() : 0; }

const char* gbx_status_fact_key(const gbx_status* status, size_t index) {
  return index < gbx_status_fact_count(status) ? status->status.facts()[index].key.c_str() : nullptr;
}

const char* gbx_status_fact_value(const gbx_status* status, size_t index) {
  return index < gbx_status_fact_count(status) ? status->status.facts()[index].value.c_str() : nullptr;
}

void gbx_status_free(gbx_status* status) {
  if (status == gearbox::c::fixed_status(Code::kResourceExhausted) || status == gearbox::c::fixed_status(Code::kInternal)) return;
  delete status;
}

const char* gbx_code_name(gbx_code code) { return gearbox::code_name(static_cast<Code>(code)).data(); }  // all are literals

static_assert(static_cast<int>(Code::kInternal) == GBX_INTERNAL && static_cast<int>(Code::kNotFound) == GBX_NOT_FOUND);
