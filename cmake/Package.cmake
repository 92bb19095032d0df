# `make package`: two Debian packages, graphsparse (the tool) and libgraphsparse-dev (the library), and
# one archive with both, by CPack. What they contain are the components that cmake/Install.cmake names;
# the files that only a Debian package has are installed by CPack alone.

file(STRINGS "${PROJECT_SOURCE_DIR}/CITATION.cff" release_date REGEX "^date-released: ")
string(REGEX REPLACE "^date-released: *" "" release_date "${release_date}")
if(NOT release_date MATCHES "^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$")
  message(FATAL_ERROR "CITATION.cff: no line 'date-released: YYYY-MM-DD'")
endif()
file(STRINGS "${PROJECT_SOURCE_DIR}/CITATION.cff" cited_version REGEX "^version: ")
if(NOT cited_version STREQUAL "version: ${PROJECT_VERSION}")
  message(FATAL_ERROR "CITATION.cff: '${cited_version}' where CMakeLists.txt has ${PROJECT_VERSION}")
endif()
find_program(GRAPHSPARSE_GZIP gzip)
find_program(GRAPHSPARSE_DATE date)
find_program(GRAPHSPARSE_DPKG dpkg)
mark_as_advanced(GRAPHSPARSE_GZIP GRAPHSPARSE_DATE GRAPHSPARSE_DPKG)

set(CPACK_PACKAGE_VENDOR "graphsparse authors")
set(CPACK_PACKAGE_CONTACT "graphsparse authors <graphsparse@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_GENERATOR TGZ)
set(CPACK_COMPONENTS_ALL tool library)

if(GRAPHSPARSE_GZIP AND GRAPHSPARSE_DATE AND GRAPHSPARSE_DPKG)
  list(PREPEND CPACK_GENERATOR DEB)
  list(APPEND CPACK_COMPONENTS_ALL tool_debian library_debian)
  set(GRAPHSPARSE_DEBIAN_RELEASE 1)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C "${GRAPHSPARSE_DATE}" -u -R -d "${release_date} 12:00"
    OUTPUT_VARIABLE changelog_date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # A field of the format: lines begin with a space, empty ones are a dot.
  file(READ "${PROJECT_SOURCE_DIR}/LICENSE" GRAPHSPARSE_LICENSE_FIELD)
  string(REGEX REPLACE "^MIT License\n+Copyright[^\n]*\n+" "" GRAPHSPARSE_LICENSE_FIELD
                       "${GRAPHSPARSE_LICENSE_FIELD}")
  string(STRIP "${GRAPHSPARSE_LICENSE_FIELD}" GRAPHSPARSE_LICENSE_FIELD)
  string(REPLACE "\n\n" "\n.\n" GRAPHSPARSE_LICENSE_FIELD "${GRAPHSPARSE_LICENSE_FIELD}")
  string(REPLACE "\n" "\n " GRAPHSPARSE_LICENSE_FIELD " ${GRAPHSPARSE_LICENSE_FIELD}")
  set(debian_dir "${PROJECT_BINARY_DIR}/debian")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/package/copyright.in" "${debian_dir}/copyright" @ONLY)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/package/changelog.Debian.in"
                 "${debian_dir}/changelog.Debian" @ONLY)
  configure_file("${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${debian_dir}/changelog" COPYONLY)
  foreach(name changelog changelog.Debian)
    # -n: no name and no time inside, so that the same sources give the same bytes.
    execute_process(COMMAND "${GRAPHSPARSE_GZIP}" -9nf "${debian_dir}/${name}"
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  foreach(package_and_component "graphsparse;tool_debian" "libgraphsparse-dev;library_debian")
    list(GET package_and_component 0 package)
    list(GET package_and_component 1 component)
    install(
      FILES "${debian_dir}/copyright" "${debian_dir}/changelog.gz" "${debian_dir}/changelog.Debian.gz"
      DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}"
      COMPONENT ${component} EXCLUDE_FROM_ALL)
  endforeach()
  set(CPACK_COMPONENT_TOOL_GROUP tool)
  set(CPACK_COMPONENT_TOOL_DEBIAN_GROUP tool)
  set(CPACK_COMPONENT_LIBRARY_GROUP library)
  set(CPACK_COMPONENT_LIBRARY_DEBIAN_GROUP library)

  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_DEBIAN_PACKAGE_RELEASE ${GRAPHSPARSE_DEBIAN_RELEASE})
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
  # The forty libraries that reading .mat files takes are loaded when the first one is read.
  string(REGEX REPLACE "^libmatio\\.so\\." "libmatio" matio_package "${GRAPHSPARSE_MATIO_FILE}")

  set(CPACK_DEBIAN_TOOL_PACKAGE_NAME graphsparse)
  set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "${matio_package}")
  set(CPACK_DEBIAN_TOOL_DESCRIPTION
      "sparse models whose features form a connected subgraph
Fits linear, logistic and other models to data whose features are the nodes
of a network, such that the selected features form connected subgraphs:
iterative hard thresholding with graph projections, cross-validation,
prize-collecting Steiner trees and self-contained reports.")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libgraphsparse-dev)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, libpugixml-dev, zlib1g-dev")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "${matio_package}")
  set(CPACK_DEBIAN_LIBRARY_DESCRIPTION
      "sparse models whose features form a connected subgraph (development)
The C++ library of graphsparse with its headers, for programs that use
find_package(graphsparse) or pkg-config.")
endif()

include(CPack)
