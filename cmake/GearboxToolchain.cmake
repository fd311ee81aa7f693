# Compiler, flags and output folders, the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(GEARBOX_GENERATED_DIR ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${GEARBOX_GENERATED_DIR})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")

# Equal objects are shared between build folders: paths are hashed relative to the source tree.
find_program(GEARBOX_CCACHE ccache)
if(GEARBOX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${GEARBOX_CCACHE})
endif()
find_program(GEARBOX_MOLD mold)
if(GEARBOX_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
add_link_options(LINKER:--as-needed LINKER:--gc-sections)

# Flags of the project's own code (g++ 12's flow-based bounds warnings see ghosts in vectors at -O2); generated third-party sources do not link this.
# The instruction set floor is what Highway calls SSE4; better sets are chosen at run time.
add_library(gearbox_options INTERFACE)
target_compile_options(gearbox_options INTERFACE
  -Wall -Wextra -Wshadow -Werror -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict -fno-math-errno -ffunction-sections -msse4.2 -mpclmul -maes)
target_include_directories(gearbox_options INTERFACE
  ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include ${GEARBOX_GENERATED_DIR})

enable_testing()
