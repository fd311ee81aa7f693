# Layers and their tests. Sources are globbed (docs/adr/0001-source-globs.md):
#   foo.cc               goes into the layer's library
#   foo_test.cc          goes into the layer's one test program, run from the source root
#   foo_slow_test.cc     goes into a second test program, <layer>_slow_tests, which `scripts/test --fast` leaves out
#   foo_test_support.cc  goes into the test program as well, for code that several tests share
#   foo_bench.cc         becomes the program foo_bench, built when asked for by name, or with the target `benches`
add_custom_target(benches)

# Collects the project's sources below src/<folder>; an empty or missing folder gives an empty list.
function(gbx_glob result folder)
  cmake_parse_arguments(ARG "" "" "PATTERNS" ${ARGN})
  list(TRANSFORM ARG_PATTERNS PREPEND ${CMAKE_SOURCE_DIR}/src/${folder}/)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${ARG_PATTERNS})
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# A library of the project's own code; without sources it still carries its dependencies.
function(gbx_library target)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_link_libraries(${target} PUBLIC gearbox_options ${ARG_DEPS})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE gearbox_options ${ARG_DEPS})
  endif()
endfunction()

# A GoogleTest program <name>_tests and its test <name>, which leaves the outcome of every case in results/<name>.json.
function(gbx_test_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LABELS" ${ARGN})
  add_executable(${name}_tests ${ARG_SOURCES})
  target_link_libraries(${name}_tests PRIVATE ${ARG_DEPS} GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name}_tests WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "GTEST_OUTPUT=json:${CMAKE_BINARY_DIR}/results/${name}.json;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache" LABELS "${ARG_LABELS}")
endfunction()

# The test programs and the benchmark programs found among `sources`.
function(gbx_tests name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  set(support ${ARG_SOURCES})
  list(FILTER support INCLUDE REGEX "_test_support\\.cc$")
  set(slow ${ARG_SOURCES})
  list(FILTER slow INCLUDE REGEX "_slow_test\\.cc$")
  set(quick ${ARG_SOURCES})
  list(FILTER quick INCLUDE REGEX "_test\\.cc$")
  list(FILTER quick EXCLUDE REGEX "_slow_test\\.cc$")
  if(quick AND GEARBOX_TESTS)
    gbx_test_program(${name} SOURCES ${quick} ${support} DEPS ${ARG_DEPS})
  endif()
  if(slow AND GEARBOX_TESTS)
    gbx_test_program(${name}_slow SOURCES ${slow} ${support} DEPS ${ARG_DEPS} LABELS slow)
  endif()
  set(benches ${ARG_SOURCES})
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  foreach(bench IN LISTS benches)
    get_filename_component(program ${bench} NAME_WE)
    add_executable(${program} EXCLUDE_FROM_ALL ${bench})
    target_link_libraries(${program} PRIVATE ${ARG_DEPS} $<TARGET_NAME_IF_EXISTS:benchmark::benchmark>)
    add_dependencies(benches ${program})
  endforeach()
endfunction()

# gbx_layer(<folder> [NAME <name>] [DEPS <target>...] [TEST_DEPS <target>...]): library gearbox_<name>, program <folder>_tests.
function(gbx_layer folder)
  cmake_parse_arguments(ARG "" "NAME" "DEPS;TEST_DEPS" ${ARGN})
  if(NOT ARG_NAME)
    set(ARG_NAME ${folder})
  endif()
  gbx_glob(all ${folder} PATTERNS *.cc)
  set(sources ${all})
  list(FILTER sources EXCLUDE REGEX "_(test|test_support|bench)\\.cc$")
  gbx_library(gearbox_${ARG_NAME} SOURCES ${sources} DEPS ${ARG_DEPS})
  gbx_tests(${folder} SOURCES ${all} DEPS gearbox_${ARG_NAME} ${ARG_TEST_DEPS})
endfunction()
