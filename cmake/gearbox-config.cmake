# find_package(Gearbox) gives the target Gearbox::gearbox.
include(${CMAKE_CURRENT_LIST_DIR}/gearbox-targets.cmake)
