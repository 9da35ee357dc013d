/// The code generator of programs and libraries that are linked with it.

#include "codegen/generate/code_generator.h"
#include "compiler/interface/opening.h"

namespace mux::compiler {

void open_compiler_in_background() {}

void set_compiler_problem_reporter(CompilerProblemReporter) {}

const CodeGenerator *find_code_generator(std::string & /*error*/) {
  return &code_generator();
}

}  // namespace mux::compiler
