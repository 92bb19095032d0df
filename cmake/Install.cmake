# Installs the library, its headers, the tool, and what find_package(graphsparse) reads.

include(CMakePackageConfigHelpers)

set(GRAPHSPARSE_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/graphsparse")

install(
  TARGETS graphsparse_library
  EXPORT graphsparseTargets
  FILE_SET HEADERS
  FILE_SET generated_headers)
install(
  EXPORT graphsparseTargets
  NAMESPACE graphsparse::
  DESTINATION "${GRAPHSPARSE_CMAKE_DIR}")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/graphsparseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/graphsparseConfig.cmake" INSTALL_DESTINATION "${GRAPHSPARSE_CMAKE_DIR}")
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/graphsparseConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/graphsparseConfig.cmake"
              "${PROJECT_BINARY_DIR}/graphsparseConfigVersion.cmake"
        DESTINATION "${GRAPHSPARSE_CMAKE_DIR}")

if(GRAPHSPARSE_BUILD_APP)
  install(TARGETS graphsparse)
endif()
if(GRAPHSPARSE_MPI)
  install(TARGETS graphsparse-mpi)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
