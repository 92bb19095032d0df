# Compiles through ccache where it is installed, unless the caller chose a launcher.

find_program(GRAPHSPARSE_CCACHE ccache)
mark_as_advanced(GRAPHSPARSE_CCACHE)

if(GRAPHSPARSE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GRAPHSPARSE_CCACHE}")
endif()
