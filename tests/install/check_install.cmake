# Run with cmake -P; see CMakeLists.txt beside it for the variables.

function(run_step what)
  execute_process(
    COMMAND ${ARGN}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(step_output "${output}" PARENT_SCOPE)
endfunction()

set(prefix "${WORK_DIR}/prefix")
set(consumer_build "${WORK_DIR}/build")
file(REMOVE_RECURSE "${WORK_DIR}")

run_step("installing" "${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}" --config
         "${CONFIG}")
# graphsparse_DIR must come out of the prefix, not of a copy installed elsewhere on this machine.
run_step(
  "configuring the consumer"
  "${CMAKE_COMMAND}"
  -S "${CONSUMER_DIR}"
  -B "${consumer_build}"
  -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
  "-DCMAKE_BUILD_TYPE=${CONFIG}"
  "-DCMAKE_PREFIX_PATH=${prefix}"
  "-DEXPECTED_VERSION=${VERSION}"
  "-DEXPECTED_PREFIX=${prefix}")
run_step("building the consumer" "${CMAKE_COMMAND}" --build "${consumer_build}" --config
         "${CONFIG}")
run_step("running the consumer" "${consumer_build}/consumer")
if(NOT step_output MATCHES "graphsparse ${VERSION}: 5 nodes, 4 edges")
  message(FATAL_ERROR "the consumer printed something unexpected: ${step_output}")
endif()

if(EXISTS "${prefix}/bin/graphsparse")
  run_step("running the installed tool" "${prefix}/bin/graphsparse" --version)
  foreach(page share/man/man1/graphsparse.1.gz share/man/man1/graphsparse-fit.1.gz
          share/bash-completion/completions/graphsparse share/zsh/site-functions/_graphsparse)
    if(NOT EXISTS "${prefix}/${page}")
      message(FATAL_ERROR "not installed: ${page}")
    endif()
  endforeach()
endif()

# The same program by pkg-config, where there is one.
find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE pc_files "${prefix}/graphsparse.pc")
  list(LENGTH pc_files pc_count)
  if(NOT pc_count EQUAL 1)
    message(FATAL_ERROR "one graphsparse.pc was expected, not: ${pc_files}")
  endif()
  cmake_path(GET pc_files PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  run_step("pkg-config" "${pkg_config}" --modversion graphsparse)
  string(STRIP "${step_output}" found_version)
  if(NOT found_version STREQUAL VERSION)
    message(FATAL_ERROR "graphsparse.pc has version ${found_version}, not ${VERSION}")
  endif()
  run_step("pkg-config" "${pkg_config}" --cflags --libs graphsparse)
  separate_arguments(flags UNIX_COMMAND "${step_output}")
  run_step("building with pkg-config" "${CXX_COMPILER}" -std=c++20 "${CONSUMER_DIR}/main.cpp" -o
           "${WORK_DIR}/by-pkg-config" ${flags})
  run_step("running it" "${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${pc_dir}/.."
           "${WORK_DIR}/by-pkg-config")
  if(NOT step_output MATCHES "graphsparse ${VERSION}: 5 nodes, 4 edges")
    message(FATAL_ERROR "built with pkg-config it printed something unexpected: ${step_output}")
  endif()
endif()
