#include "cli/compiler_loader.h"

#include <dlfcn.h>

#include <filesystem>

namespace gearbox::cli {

Result<const CompilerLibrary*> load_compiler() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::string tried;
  for (const char* where : {"../lib", ".", "../lib/gearbox"}) {
    const std::filesystem::path path = program.parent_path() / where / "libgearbox_compiler.so";
    if (!std::filesystem::exists(path, error)) {
      tried += (tried.empty() ? "" : ", ") + path.lexically_normal().string();
      continue;
    }
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return unsupported(std::string("cannot load the compiler: ") + dlerror());
    auto* entry = reinterpret_cast<const CompilerLibrary* (*)(int)>(dlsym(library, "gearbox_compiler"));
    const CompilerLibrary* compiler = entry ? entry(kCompilerInterface) : nullptr;
    if (!compiler) return unsupported(path.string() + " is of another version than this program");
    return compiler;
  }
  return not_found("the compiler library is not installed beside this program (" + tried + "); packages can be run, not made");
}

}  // namespace gearbox::cli
