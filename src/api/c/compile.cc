#include "gearbox/compile.h"

#include "api/c/boundary.h"
#include "api/c/callback_log.h"
#include "api/c/handles.h"
#include "api/c/team.h"
#include "api/load_compiler.h"
#include "api/target.h"

using gearbox::CompileRequest;
using gearbox::invalid_argument;
using gearbox::Result;
using gearbox::Status;
using gearbox::c::guarded;

namespace {

void set(std::optional<std::string>& to, const char* text) {
  if (text) to = text;
}

Result<std::vector<std::string>> read_list(const char* name, const char* const* texts, size_t count) {
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) {
    if (!texts || !texts[i]) return invalid_argument("gbx_compile_options: item " + std::to_string(i) + " of " + name + " is NULL");
    out.emplace_back(texts[i]);
  }
  return out;
}

Result<CompileRequest> read_request(const gbx_compile_options& given) {
  CompileRequest out;
  GBX_ASSIGN_OR_RETURN(out.isa, gearbox::target_level(given.target ? given.target : gearbox::target_name(out.isa)));
  gearbox::options::ShapeWords& words = out.shapes.words;
  set(words.input_shape, given.input_shape);
  set(words.symbols, given.symbols);
  set(words.gears, given.gears);
  set(words.gear_mode, given.gear_mode);
  set(words.dynamic_batch_size, given.dynamic_batch_size);
  set(words.dynamic_image_size, given.dynamic_image_size);
  set(words.dynamic_dims, given.dynamic_dims);
  set(words.input_format, given.input_format);
  if (given.max_gears != 0) words.max_gears = given.max_gears;
  GBX_ASSIGN_OR_RETURN(words.dims, read_list("dims", given.dims, given.dim_count));
  GBX_ASSIGN_OR_RETURN(words.gear_scopes, read_list("gear_scopes", given.gear_scopes, given.gear_scope_count));
  GBX_ASSIGN_OR_RETURN(out.shapes.asserts, read_list("asserts", given.asserts, given.assert_count));
  out.shapes.strict_outputs = given.strict_outputs != 0;
  out.shapes.unbake_batch = given.unbake_batch != 0;
  out.shapes.no_fallback = given.no_fallback != 0;
  out.shapes.lazy_gears = given.lazy_gears != 0;
  out.exact = {.conv = given.exact_conv != 0, .products = given.exact_products != 0};
  if (given.threads != 0) {
    GBX_RETURN_IF_ERROR(gearbox::c::check_threads(given.threads));
    out.threads = given.threads;
  }
  out.reference_only = given.reference != 0;
  out.optimise = !out.reference_only;
  return out;
}

/// Compiles what `from` puts into the request.
template <class From>
Status compile(const gbx_compile_options* options, gbx_package** out, From&& from) {
  GBX_ASSIGN_OR_RETURN(const gbx_compile_options given, gearbox::c::read_struct("gbx_compile_options", options));
  GBX_ASSIGN_OR_RETURN(const gbx_log log, gearbox::c::read_struct("gbx_log", given.log));
  GBX_ASSIGN_OR_RETURN(CompileRequest request, read_request(given));
  GBX_ASSIGN_OR_RETURN(const gearbox::CompilerLibrary* compiler, gearbox::load_compiler());
  gearbox::c::CallbackLog sink(log);
  request.log = gearbox::Logger(&sink);
  from(request);
  GBX_ASSIGN_OR_RETURN(auto contents, compiler->compile(request));
  *out = new gbx_package{std::make_shared<const gearbox::PackageContents>(std::move(contents))};
  return {};
}

}  // namespace

gbx_status* gbx_compile_file(const char* path, const gbx_compile_options* options, gbx_package** out) {
  return guarded(__func__, {{"path", path}, {"out", out}},
                 [&] { return compile(options, out, [&](CompileRequest& request) { request.model = path; }); });
}

gbx_status* gbx_compile_memory(const void* data, size_t size, const char* folder, const gbx_compile_options* options, gbx_package** out) {
  return guarded(__func__, {{"data", data}, {"out", out}}, [&] {
    return compile(options, out, [&](CompileRequest& request) {
      request.model = "the model";
      request.bytes = {static_cast<const std::byte*>(data), size};
      request.folder = folder ? folder : "";
    });
  });
}
