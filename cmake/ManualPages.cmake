# Writes the manual pages and completions into FOLDER, by asking TOOL for them; the pages are
# compressed, as Debian wants them, unless GZIP is empty:
#
#   cmake -DTOOL=build/release/graphsparse -DFOLDER=build/release/pages -DGZIP=gzip -P cmake/ManualPages.cmake

function(write_page file)
  execute_process(COMMAND "${TOOL}" ${ARGN} OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE "${FOLDER}/${file}" "${page}")
endfunction()

file(REMOVE_RECURSE "${FOLDER}/man1")
write_page(man1/graphsparse.1 help man)
# The page of the tool names those of its commands.
file(READ "${FOLDER}/man1/graphsparse.1" page)
string(REGEX MATCHALL "graphsparse[\\]-[a-z]+ [(]1[)]" names "${page}")
if(NOT names)
  message(FATAL_ERROR "the manual page of graphsparse names no others")
endif()
foreach(name IN LISTS names)
  string(REGEX REPLACE "^graphsparse[\\]-([a-z]+) .*" "\\1" command "${name}")
  write_page("man1/graphsparse-${command}.1" help man ${command})
endforeach()

if(NOT GZIP STREQUAL "")
  file(GLOB pages "${FOLDER}/man1/*.1")
  # -n: no name and no time inside, so that the same sources give the same bytes.
  execute_process(COMMAND "${GZIP}" -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()

write_page(completion/graphsparse completion bash)
write_page(completion/_graphsparse completion zsh)
