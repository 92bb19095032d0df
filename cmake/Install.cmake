# Installs the library, its headers, the tool, and what find_package(graphsparse) and pkg-config read.
# The components are what cmake/Package.cmake makes packages of.

include(CMakePackageConfigHelpers)

set(GRAPHSPARSE_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/graphsparse")

install(
  TARGETS graphsparse_library
  EXPORT graphsparseTargets
  LIBRARY COMPONENT library
  ARCHIVE COMPONENT library
  FILE_SET HEADERS COMPONENT library
  FILE_SET generated_headers COMPONENT library)
install(
  EXPORT graphsparseTargets
  NAMESPACE graphsparse::
  DESTINATION "${GRAPHSPARSE_CMAKE_DIR}"
  COMPONENT library)

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/graphsparseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/graphsparseConfig.cmake" INSTALL_DESTINATION "${GRAPHSPARSE_CMAKE_DIR}")
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/graphsparseConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/graphsparseConfig.cmake"
              "${PROJECT_BINARY_DIR}/graphsparseConfigVersion.cmake"
        DESTINATION "${GRAPHSPARSE_CMAKE_DIR}" COMPONENT library)

set(GRAPHSPARSE_PC_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY
           "${CMAKE_INSTALL_PREFIX}/${GRAPHSPARSE_PC_DIR}" OUTPUT_VARIABLE
           GRAPHSPARSE_PREFIX_FROM_PC)
# As above: a shared library brings what it needs.
if(BUILD_SHARED_LIBS)
  set(GRAPHSPARSE_PC_PRIVATE ".private")
  set(GRAPHSPARSE_PC_LIBS "")
else()
  set(GRAPHSPARSE_PC_PRIVATE "")
  set(GRAPHSPARSE_PC_LIBS " -ldl -pthread")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/graphsparse.pc.in" "${PROJECT_BINARY_DIR}/graphsparse.pc"
               @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/graphsparse.pc" DESTINATION "${GRAPHSPARSE_PC_DIR}"
        COMPONENT library)

if(GRAPHSPARSE_BUILD_APP)
  install(TARGETS graphsparse COMPONENT tool)
  # Manual pages and completions, which the tool prints itself.
  if(NOT CMAKE_CROSSCOMPILING AND NOT GRAPHSPARSE_SANITIZE)
    set(tool_pages "${PROJECT_BINARY_DIR}/pages")
    find_program(GRAPHSPARSE_GZIP gzip)
    set(gzip "")
    set(manual_page "${tool_pages}/man1/graphsparse.1")
    if(GRAPHSPARSE_GZIP)
      set(gzip "${GRAPHSPARSE_GZIP}")
      string(APPEND manual_page ".gz")
    endif()
    add_custom_command(
      OUTPUT "${manual_page}"
      COMMAND "${CMAKE_COMMAND}" "-DTOOL=$<TARGET_FILE:graphsparse>" "-DFOLDER=${tool_pages}"
              "-DGZIP=${gzip}" -P "${CMAKE_CURRENT_LIST_DIR}/ManualPages.cmake"
      DEPENDS graphsparse "${CMAKE_CURRENT_LIST_DIR}/ManualPages.cmake"
      VERBATIM)
    add_custom_target(graphsparse_pages ALL DEPENDS "${manual_page}")
    install(DIRECTORY "${tool_pages}/man1/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
            COMPONENT tool)
    install(FILES "${tool_pages}/completion/graphsparse"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT tool)
    # Where zsh looks below /usr/local, and where Debian's looks below /usr.
    foreach(folder site-functions vendor-completions)
      install(FILES "${tool_pages}/completion/_graphsparse"
              DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/${folder}" COMPONENT tool)
    endforeach()
  endif()
endif()
if(GRAPHSPARSE_MPI)
  install(TARGETS graphsparse-mpi COMPONENT mpi)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT licence)

if(PROJECT_IS_TOP_LEVEL)
  include("${CMAKE_CURRENT_LIST_DIR}/Package.cmake")
endif()
