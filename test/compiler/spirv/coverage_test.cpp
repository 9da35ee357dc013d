// Every instruction that the reader translates is run by some test of this program. Reads the
// records of the other tests, so it runs after them.

#include <catch2/catch.hpp>

#include <set>
#include <string>

#include "compile.h"
#include "compiler/spirv/grammar/grammar.h"
#include "instruction_record.h"
#include "modules.h"
#include "one_instruction.h"

namespace mux::test {
namespace {

using compiler::spirv::InstructionGrammar;

bool is_refused_by_name(const InstructionGrammar &instruction) {
  const CompileResult compiled = compile(bytes_of(module_with(instruction)));
  return compiled.result == mux_error_failure &&
         contains(compiled.log, std::string(instruction.name) + ": is not supported");
}

}  // namespace

TEST_CASE("every supported instruction is run", "[.coverage]") {
  const std::set<std::string> run = noted_runs();
  for (const InstructionGrammar &instruction : compiler::spirv::all_instructions()) {
    if (belongs_into_function(instruction)) {
      INFO(instruction.name);
      CHECK((run.contains(std::string(instruction.name)) || is_refused_by_name(instruction)));
    }
  }
}

TEST_CASE("every function of OpenCL.std is run", "[.coverage]") {
  const std::set<std::string> run = noted_runs();
  for (const InstructionGrammar &function : compiler::spirv::opencl_functions()) {
    INFO(function.name);
    CHECK(run.contains("OpenCL.std " + std::string(function.name)));
  }
}

}  // namespace mux::test
