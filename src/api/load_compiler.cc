#include "api/load_compiler.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace gearbox {

namespace {

/// The file this code was loaded from: the shared library, or the program where it is linked statically.
std::filesystem::path own_file() {
  Dl_info info;
  link_map* map = nullptr;
  const bool found = dladdr1(reinterpret_cast<const void*>(&load_compiler), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  std::error_code error;
  const bool library = found && map != nullptr && map->l_name != nullptr && map->l_name[0] != '\0';
  return library ? std::filesystem::canonical(map->l_name, error) : std::filesystem::read_symlink("/proc/self/exe", error);
}

Result<const CompilerLibrary*> load(const std::filesystem::path& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return unsupported(std::string("cannot load the compiler: ") + dlerror());
  auto* entry = reinterpret_cast<const CompilerLibrary* (*)(int)>(dlsym(library, "gearbox_compiler"));
  const CompilerLibrary* compiler = entry ? entry(kCompilerInterface) : nullptr;
  if (!compiler) return unsupported(path.string() + " is of another version than this program");
  return compiler;
}

}  // namespace

Result<const CompilerLibrary*> load_compiler() {
  const std::filesystem::path file = own_file();
  std::error_code error;
  std::string tried;
  for (const char* where : {".", "../lib", "../" GBX_INSTALL_LIBDIR}) {
    const std::filesystem::path path = (file.parent_path() / where / "libgearbox_compiler.so").lexically_normal();
    if (std::filesystem::exists(path, error)) return load(path);
    if (tried.find(path.string()) == std::string::npos) tried += (tried.empty() ? "" : ", ") + path.string();
  }
  return not_found("the compiler is not installed beside " + file.filename().string() + " (" + tried + "); packages can be run, not made");
}

}  // namespace gearbox
