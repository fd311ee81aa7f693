# Two shared libraries: libgearbox.so runs packages; libgearbox_compiler.so makes them. The first never links the second.
# gearbox_api_options, what users write about shapes, is plain data for both.
gbx_glob(api_all api PATTERNS *.cc)
set(api_sources ${api_all})
list(FILTER api_sources EXCLUDE REGEX "_(test|test_support|bench)\\.cc$")
set(option_sources ${api_sources})
list(FILTER option_sources INCLUDE REGEX "/src/api/options/")
list(FILTER api_sources EXCLUDE REGEX "/src/api/options/")
gbx_library(gearbox_api_options SOURCES ${option_sources} DEPS gearbox_expr)
set(compiler_sources ${api_sources})
list(FILTER compiler_sources INCLUDE REGEX "/compiler[a-z0-9_]*\\.cc$")
list(FILTER api_sources EXCLUDE REGEX "/compiler[a-z0-9_]*\\.cc$")

include(GNUInstallDirs)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/api/load_compiler.cc PROPERTIES
  COMPILE_DEFINITIONS GBX_INSTALL_LIBDIR="${CMAKE_INSTALL_LIBDIR}")
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/api/c/version.cc PROPERTIES COMPILE_DEFINITIONS GBX_VERSION="${PROJECT_VERSION}")

# The status macros' variable has the name of a C struct, which is no harm.
set(c_sources ${api_sources})
list(FILTER c_sources INCLUDE REGEX "/src/api/c/")
set_property(SOURCE ${c_sources} APPEND PROPERTY COMPILE_OPTIONS -Wno-shadow)

# A shared library that exports what cmake/<name>.map lists and nothing else.
function(gbx_exports target map)
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL LINKER:--version-script,${CMAKE_SOURCE_DIR}/cmake/${map})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/${map})
endfunction()

gbx_library(gearbox_api SOURCES ${api_sources} DEPS gearbox_runtime gearbox_api_options ${CMAKE_DL_LIBS})
add_library(gearbox_shared SHARED ${api_sources})
add_library(Gearbox::gearbox ALIAS gearbox_shared)
target_link_libraries(gearbox_shared PRIVATE gearbox_options gearbox_runtime gearbox_api_options ${CMAKE_DL_LIBS})
target_include_directories(gearbox_shared INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(gearbox_shared PROPERTIES OUTPUT_NAME gearbox EXPORT_NAME gearbox VERSION ${PROJECT_VERSION} SOVERSION 0)
gbx_exports(gearbox_shared libgearbox.map)

add_library(gearbox_compiler SHARED ${compiler_sources})
target_link_libraries(gearbox_compiler PRIVATE gearbox_import_onnx gearbox_codegen gearbox_api_options)
gbx_exports(gearbox_compiler libgearbox_compiler.map)

gbx_tests(api SOURCES ${api_all} DEPS gearbox_api)
