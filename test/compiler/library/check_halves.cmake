# Fails when COMPILER exports anything but its entry point, or when MUX has what only the compiler should.

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${COMPILER}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "^mux_open_compiler [^\n]+\n$")
  message(FATAL_ERROR "${COMPILER} exports something else than its entry point: ${symbols}")
endif()

execute_process(COMMAND ${NM} --defined-only --format=posix ${MUX}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(symbols MATCHES "_ZN(4llvm11LLVMContext|4llvm6Module|5clang)[A-Za-z0-9_]*")
  message(FATAL_ERROR "${MUX} has a part of the compiler: ${CMAKE_MATCH_0}")
endif()
