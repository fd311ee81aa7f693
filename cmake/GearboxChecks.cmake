# Checks of the source tree that need no build.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
