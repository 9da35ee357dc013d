# Writes OUTPUT, a C++ source with the build id of LIBRARY, which OBJCOPY extracts.

execute_process(COMMAND ${OBJCOPY} -O binary --only-section=.note.gnu.build-id ${LIBRARY} ${OUTPUT}.note
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUTPUT}.note note HEX)
# The note's type and its owner, GNU, followed by the build id.
if(NOT note MATCHES "03000000474e5500([0-9a-f]+)$" OR CMAKE_MATCH_1 STREQUAL "")
  message(FATAL_ERROR "${LIBRARY} has no build id")
endif()
set(identity ${CMAKE_MATCH_1})
string(LENGTH "${identity}" length)
math(EXPR bytes "${length} / 2")
string(REGEX REPLACE "(..)" "\\\\x\\1" identity "${identity}")
file(WRITE ${OUTPUT} "#include \"compiler/library/compiler_identity.h\"\n
std::string_view mux::compiler::compiler_identity() {
  return {\"${identity}\", ${bytes}};
}\n")
