# Operators. Compile side: src/ops/*.cc and, in src/ops/<group>/<op>/, `op.cc` and `*_rules.cc`.
# Run side: src/ops/run/ and what else is in an operator's folder.
gbx_glob(ops_all ops PATTERNS *.cc)
set(ops_library ${ops_all})
list(FILTER ops_library EXCLUDE REGEX "_(test|test_support|bench)\\.cc$")
set(ops_rules ${ops_library})
list(FILTER ops_rules INCLUDE REGEX "/src/ops/[a-z0-9_]+\\.cc$|/(op|[a-z0-9_]+_rules)\\.cc$")
set(ops_kernels ${ops_library})
if(ops_rules)
  list(REMOVE_ITEM ops_kernels ${ops_rules})
endif()

# The registries' lists. The glob above configures anew whenever an operator's files come or go.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_op_registry ${CMAKE_SOURCE_DIR}/src/ops ${GEARBOX_GENERATED_DIR}
  COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_op_registry)

gbx_library(gearbox_ops_rules SOURCES ${ops_rules} DEPS gearbox_shape gearbox_kernels)
gbx_library(gearbox_ops_kernels SOURCES ${ops_kernels} DEPS gearbox_expr gearbox_kernels)

# Small files that include the same headers are compiled together. The groups follow a hash of the path, so that a new operator
# rebuilds its own group only. `*_simd.cc` include themselves once per instruction set and stay alone.
foreach(source IN LISTS ops_library)
  if(source MATCHES "_simd\\.cc$")
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  else()
    file(RELATIVE_PATH key ${CMAKE_SOURCE_DIR} ${source})
    string(MD5 key ${key})
    string(SUBSTRING ${key} 0 1 key)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP group_${key})
  endif()
endforeach()
foreach(library gearbox_ops_rules gearbox_ops_kernels)
  get_target_property(kind ${library} TYPE)
  if(kind STREQUAL STATIC_LIBRARY)
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endforeach()

# Rules and reference kernels are many and plain: they are built for a short build, fast kernels live in src/kernels/.
foreach(library gearbox_ops_rules gearbox_ops_kernels)
  get_target_property(kind ${library} TYPE)
  if(kind STREQUAL STATIC_LIBRARY)
    target_compile_options(${library} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
  endif()
endforeach()

gbx_tests(ops SOURCES ${ops_all} DEPS gearbox_ops_rules gearbox_ops_kernels)
