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
  # Manual pages and completions, which the tool prints itself.
  if(NOT CMAKE_CROSSCOMPILING AND NOT GRAPHSPARSE_SANITIZE)
    set(tool_pages "${PROJECT_BINARY_DIR}/pages")
    add_custom_command(
      OUTPUT "${tool_pages}/man1/graphsparse.1"
      COMMAND "${CMAKE_COMMAND}" "-DTOOL=$<TARGET_FILE:graphsparse>" "-DFOLDER=${tool_pages}" -P
              "${CMAKE_CURRENT_LIST_DIR}/ManualPages.cmake"
      DEPENDS graphsparse "${CMAKE_CURRENT_LIST_DIR}/ManualPages.cmake"
      VERBATIM)
    add_custom_target(graphsparse_pages ALL DEPENDS "${tool_pages}/man1/graphsparse.1")
    install(DIRECTORY "${tool_pages}/man1/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(FILES "${tool_pages}/completion/graphsparse"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    # Where zsh looks below /usr/local, and where Debian's looks below /usr.
    foreach(folder site-functions vendor-completions)
      install(FILES "${tool_pages}/completion/_graphsparse"
              DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/${folder}")
    endforeach()
  endif()
endif()
if(GRAPHSPARSE_MPI)
  install(TARGETS graphsparse-mpi)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
