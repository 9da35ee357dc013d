# Fails if LIBRARY exports other symbols than the C API, or depends on a shared LLVM or Clang:
# another OpenCL implementation in the same process may load its own.

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
list(LENGTH symbols count)
if(count EQUAL 0)
  message(FATAL_ERROR "${LIBRARY} exports no symbols")
endif()
foreach(symbol IN LISTS symbols)
  if(NOT symbol MATCHES "^mux[A-Z][A-Za-z]* ")
    message(FATAL_ERROR "${LIBRARY} exports a symbol that is not part of the C API: ${symbol}")
  endif()
endforeach()

execute_process(COMMAND ${READELF} --dynamic --wide ${LIBRARY} OUTPUT_VARIABLE dynamic
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "Shared library: [^\n]+" libraries "${dynamic}")
foreach(library IN LISTS libraries)
  if(library MATCHES "LLVM|clang|z3")
    message(FATAL_ERROR "${LIBRARY} depends on a shared library that must be linked statically: ${library}")
  endif()
endforeach()
message(STATUS "${count} symbols, all of the C API")
