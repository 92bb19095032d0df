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
            $<$<BOOL:${GRAPHSPARSE_WERROR}>:-Werror>)
target_compile_definitions(graphsparse_compile_options
                           INTERFACE $<$<BOOL:${GRAPHSPARSE_ASSERTIONS}>:_GLIBCXX_ASSERTIONS>)

if(GRAPHSPARSE_SANITIZE)
  target_compile_options(
    graphsparse_compile_options INTERFACE -fsanitize=${GRAPHSPARSE_SANITIZE}
                                          -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(graphsparse_compile_options INTERFACE -fsanitize=${GRAPHSPARSE_SANITIZE})
endif()

# Gives a target the options above and turns compiler extensions off.
function(graphsparse_set_up target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:graphsparse_compile_options>)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()

# The same for what waits for the library or the user. Unoptimised it compiles in half the time,
# which is what counts while working on the code.
function(graphsparse_set_up_outside_library target)
  graphsparse_set_up(${target})
  if(GRAPHSPARSE_QUICK_COMPILE)
    target_compile_options(${target} PRIVATE -O0 -g1)
  endif()
endfunction()
