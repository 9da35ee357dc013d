# Writes a C++ file with the bytes of INPUT: cmake -DINPUT=... -DOUTPUT=... -P embed.cmake

file(READ ${INPUT} bytes HEX)
# Words of 8 bytes: a compiler parses them several times as fast as single bytes.
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
math(EXPR missing "(16 - ${digits} % 16) % 16")
string(REPEAT "0" ${missing} padding)
string(APPEND bytes ${padding})
string(REGEX REPLACE "(..)(..)(..)(..)(..)(..)(..)(..)" "0x\\8\\7\\6\\5\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUTPUT} "#include \"codegen/builtins/library_bitcode.h\"

#include <cstdint>

namespace mux::compiler::builtins {
namespace {

const uint64_t words[] = {
${words}};

}  // namespace

std::string_view library_bitcode() { return {reinterpret_cast<const char *>(words), ${size}}; }

}  // namespace mux::compiler::builtins
")
