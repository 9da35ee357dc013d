# Fails if COMPILER exports other symbols than its entry point, or if MUX contains LLVM or Clang.

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${COMPILER}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "^mux_open_compiler [^\n]+\n$")
  message(FATAL_ERROR "${COMPILER} exports other symbols than its entry point: ${symbols}")
endif()

execute_process(COMMAND ${NM} --defined-only --format=posix ${MUX}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(symbols MATCHES "_ZN(4llvm11LLVMContext|4llvm6Module|5clang)[A-Za-z0-9_]*")
  message(FATAL_ERROR "${MUX} contains a part of LLVM or Clang: ${CMAKE_MATCH_0}")
endif()
