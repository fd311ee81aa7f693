# What `cmake --install` puts where: the program, both libraries, the public headers, and what CMake and pkg-config need to find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(gearbox_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gearbox)
install(TARGETS gearbox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS gearbox_compiler LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gearbox_shared EXPORT gearbox-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/gearbox DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT gearbox-targets NAMESPACE Gearbox:: DESTINATION ${gearbox_cmake_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/gearbox-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/gearbox-config.cmake ${CMAKE_BINARY_DIR}/gearbox-config-version.cmake DESTINATION ${gearbox_cmake_dir})

file(RELATIVE_PATH GEARBOX_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_SOURCE_DIR}/cmake/gearbox.pc.in ${CMAKE_BINARY_DIR}/gearbox.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/gearbox.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
