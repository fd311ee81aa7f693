# gearbox_package_format: the package's tables, generated as "package/format_generated.h".
add_library(gearbox_package_format INTERFACE)
target_link_libraries(gearbox_package_format INTERFACE gearbox_flatbuffers)
set(format ${CMAKE_SOURCE_DIR}/src/package/format.fbs)
if(EXISTS ${format})
  set(out ${GEARBOX_GENERATED_DIR}/package/format_generated.h)
  add_custom_command(OUTPUT ${out}
    COMMAND ${GEARBOX_FLATC} --cpp --cpp-std c++17 --scoped-enums -o ${GEARBOX_GENERATED_DIR}/package ${format}
    DEPENDS ${format} VERBATIM)
  add_custom_target(gearbox_package_format_header DEPENDS ${out})
  add_dependencies(gearbox_package_format gearbox_package_format_header)
endif()
