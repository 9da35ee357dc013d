# Writes OUTPUT, a C++ file that defines the text of INPUT as mux::compiler::NAME, line by line.

file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REPLACE "'\\x0a'," "'\\n',\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"codegen/clang/embedded_headers.h\"

namespace mux::compiler {
namespace {
constexpr char bytes[] = {
${bytes}};
}  // namespace

const std::string_view ${NAME}(bytes, sizeof(bytes));

}  // namespace mux::compiler
")
