# Checks of the source tree that need no build.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(check layering layering_test)
  add_test(NAME ${check} COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/${check})
endforeach()
add_test(NAME operator_reference COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_op_reference --check)
