# Checks of the source tree that need no build.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(check layering layering_test)
  add_test(NAME ${check} COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/${check})
endforeach()
add_test(NAME operator_reference COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_op_reference --check)
add_test(NAME function_tables COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_function_tables --check)

# The style of the C++ files; another version of clang-format would have other opinions.
find_program(GEARBOX_CLANG_FORMAT clang-format-19)
if(GEARBOX_CLANG_FORMAT)
  add_test(NAME format_test COMMAND ${CMAKE_SOURCE_DIR}/scripts/format --check)
endif()

# Faults in what changed last.
find_program(GEARBOX_CLANG_TIDY clang-tidy-19)
if(GEARBOX_CLANG_TIDY AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  add_test(NAME tidy COMMAND ${CMAKE_SOURCE_DIR}/scripts/tidy --newest 40)
  set_tests_properties(tidy PROPERTIES LABELS slow PROCESSORS 2)
endif()
