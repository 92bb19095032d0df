# Files that are compiled as one, so that what they all include (the parser of the command line,
# JSON, fmt) is read once. That saves half of the work where everything is built and costs more
# after a change to one file, so releases and CI do it and the preset dev does not. Names that a file
# keeps to itself must differ from those of the others in its group. Numerical kernels stay alone.

option(GRAPHSPARSE_UNITY "Compile files that include the same large headers as one" OFF)

# graphsparse_unite(TARGET GROUP FILE...), in the CMakeLists.txt that makes the target.
function(graphsparse_unite target group)
  if(NOT GRAPHSPARSE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()
