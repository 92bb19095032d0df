# What every target of this project is compiled with. Linked privately: users of the library choose
# their own warnings.
#
# Results must be the same bytes on every machine: no -march=native, no -ffast-math, and no fused
# multiply-add behind our back on processors that have one.

add_library(graphsparse_compile_options INTERFACE)

target_compile_features(graphsparse_compile_options INTERFACE cxx_std_20)
target_compile_options(
  graphsparse_compile_options
  INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow
            # Numbers of nodes and rows are signed and index vectors. g++'s -Wconversion allows that,
            # clang's does not; clang-tidy reads the commands for either compiler.
            -Wno-sign-conversion $<$<BOOL:${GRAPHSPARSE_WERROR}>:-Werror>)
target_compile_definitions(graphsparse_compile_options
                           INTERFACE $<$<BOOL:${GRAPHSPARSE_ASSERTIONS}>:_GLIBCXX_ASSERTIONS>)

if(GRAPHSPARSE_SANITIZE)
  target_compile_options(
    graphsparse_compile_options INTERFACE -fsanitize=${GRAPHSPARSE_SANITIZE}
                                          -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(graphsparse_compile_options INTERFACE -fsanitize=${GRAPHSPARSE_SANITIZE})
endif()

# What makes a mistake in memory end the program instead of being of use to whoever made the file that
# was read. docs/reliability.md says what each costs. The sanitizers check more by themselves.
set(GRAPHSPARSE_HARDENING
    "fortify;stack-protector;assertions;relro"
    CACHE STRING "Checks in release builds (the last in all): any of the default's words")
mark_as_advanced(GRAPHSPARSE_HARDENING)
if(NOT GRAPHSPARSE_SANITIZE)
  if("fortify" IN_LIST GRAPHSPARSE_HARDENING)
    target_compile_options(graphsparse_compile_options
                           INTERFACE $<$<CONFIG:Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
  endif()
  if("stack-protector" IN_LIST GRAPHSPARSE_HARDENING)
    target_compile_options(graphsparse_compile_options
                           INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong>)
  endif()
  if("assertions" IN_LIST GRAPHSPARSE_HARDENING)
    target_compile_definitions(graphsparse_compile_options
                               INTERFACE $<$<CONFIG:Release>:_GLIBCXX_ASSERTIONS>)
  endif()
  if("relro" IN_LIST GRAPHSPARSE_HARDENING AND LINUX)
    target_link_options(graphsparse_compile_options INTERFACE -Wl,-z,relro,-z,now)
  endif()
endif()

# Gives a target the options above and turns compiler extensions off.
function(graphsparse_set_up target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:graphsparse_compile_options>)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  get_target_property(type ${target} TYPE)
  if("${GRAPHSPARSE_SANITIZE}" MATCHES address AND type STREQUAL EXECUTABLE)
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sanitizer_suppressions.cpp")
  endif()
endfunction()

# The same for what waits for the library or the user. Unoptimized it compiles in half the time,
# which is what counts while working on the code.
function(graphsparse_set_up_outside_library target)
  graphsparse_set_up(${target})
  if(GRAPHSPARSE_QUICK_COMPILE)
    target_compile_options(${target} PRIVATE -O0 -g1)
  endif()
endfunction()

# For what does no work that anybody waits for: compiling the experiments with -O3 takes half as long
# again. Not without any optimization, which the checks of a release need.
function(graphsparse_optimize_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
