// With -g, OpLine is translated to debug information in the bitcode.

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <catch2/catch.hpp>

#include <memory>

#include "compile.h"
#include "compiler/container/container.h"
#include "compiler/spirv/grammar/grammar.h"
#include "module_text.h"
#include "modules.h"

namespace mux::test::debug_lines {
namespace {

namespace spirv = compiler::spirv;

using Lines = std::vector<std::string>;

/// The bitcode in a container.
class Program {
 public:
  explicit Program(const std::string &binary) {
    compiler::Container container;
    std::string error;
    REQUIRE(compiler::read_container(binary, container, error));
    auto module = llvm::parseBitcodeFile({container.code, "program"}, context_);
    REQUIRE(static_cast<bool>(module));
    module_ = std::move(*module);
    llvm::raw_string_ostream stream(error);
    const bool is_broken = llvm::verifyModule(*module_, &stream);
    INFO(error);
    REQUIRE_FALSE(is_broken);
  }

  llvm::Module &module() { return *module_; }
  llvm::Function &function(const std::string &name) {
    llvm::Function *function = module_->getFunction(name);
    REQUIRE(function != nullptr);
    return *function;
  }
  /// "kernel.cl:7:3 add" for each instruction of a function, "add" for one without a line.
  Lines lines_of(const std::string &name);

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

std::string place_of(const llvm::Function &function, const llvm::DILocation &location) {
  REQUIRE(location.getScope()->getSubprogram() == function.getSubprogram());
  return location.getFilename().str() + ":" + std::to_string(location.getLine()) + ":" +
         std::to_string(location.getColumn()) + " ";
}

Lines Program::lines_of(const std::string &name) {
  Lines lines;
  for (const llvm::Instruction &instruction : llvm::instructions(function(name))) {
    const llvm::DILocation *location = instruction.getDebugLoc().get();
    lines.push_back((location == nullptr ? "" : place_of(function(name), *location)) +
                    instruction.getOpcodeName());
  }
  return lines;
}

CompileResult compile_words(const std::vector<uint32_t> &words, const std::string &options,
                            uint32_t output = mux_compile_output_portable) {
  return compile(bytes_of(words), options, "module.spv", output);
}

std::string binary_of(const ModuleText &text, const std::string &options = "-g",
                      uint32_t output = mux_compile_output_portable) {
  const CompileResult compiled = compile_words(text.assemble(), options, output);
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  return compiled.binary;
}

/// A kernel with the given lines in its body.
ModuleText kernel_of(const std::string &body) {
  ModuleText text;
  text.file("%header", "include/header.h");
  text.kernel("test", {"global_uint out", "uint x"}, body);
  return text;
}

Lines lines_of_kernel(const std::string &body) {
  return Program(binary_of(kernel_of(body))).lines_of("test");
}

/// A function that adds 1 to a number. Lines may precede OpFunction and be inside.
std::string add_one(ModuleText &text, const std::string &before, const std::string &inside) {
  const std::string type = text.function_type("uint", {"uint"});
  return before + "%add_one = OpFunction %uint None " + type +
         "\n%add_one_x = OpFunctionParameter %uint\n%add_one_entry = OpLabel\n" + inside +
         "%add_one_sum = OpIAdd %uint %add_one_x %uint_1\nOpReturnValue %add_one_sum\n"
         "OpFunctionEnd";
}

/// The offset of the first instruction of the opcode.
size_t find(const std::vector<uint32_t> &words, spirv::Op opcode) {
  size_t at = 5;
  while (static_cast<spirv::Op>(words.at(at) & 0xffff) != opcode) {
    at += words[at] >> 16;
  }
  return at;
}

constexpr const char *two_lines =
    "OpLine %source_file 7 3\n"
    "%sum = OpIAdd %uint %x %uint_5\n"
    "%product = OpIMul %uint %sum %uint_3\n"
    "OpLine %source_file 8 12\n"
    "OpStore %out %product\n";

}  // namespace

TEST_CASE("instructions have the line and the column of the OpLine before them", "[muxCompile]") {
  Program program(binary_of(kernel_of(two_lines)));
  REQUIRE(program.lines_of("test") == Lines{"kernel.cl:7:3 add", "kernel.cl:7:3 mul",
                                            "kernel.cl:8:12 store", "kernel.cl:8:12 ret"});
  const llvm::DISubprogram *subprogram = program.function("test").getSubprogram();
  REQUIRE(subprogram->getName() == "test");
  REQUIRE(subprogram->getLine() == 7);
  REQUIRE(subprogram->getFilename() == "kernel.cl");
  const llvm::NamedMDNode *units = program.module().getNamedMetadata("llvm.dbg.cu");
  REQUIRE(units->getNumOperands() == 1);
  REQUIRE(subprogram->getUnit() == units->getOperand(0));
}

TEST_CASE("all code of an instruction has its line", "[muxCompile]") {
  ModuleText text;
  text.decorate("%add_one LinkageAttributes \"add_one\" Export");
  text.function(add_one(text, "",
                        "OpLine %source_file 2 1\n"
                        "%first = OpVariable %private_uint Function %uint_5\n"
                        "OpLine %source_file 3 1\n"
                        "%second = OpVariable %private_uint Function\n"
                        "OpLine %source_file 4 1\n"
                        "%rest = OpSMod %uint %add_one_x %add_one_x\n"
                        "OpNoLine\n"));
  Program program(binary_of(text, "-g", mux_compile_output_object));
  REQUIRE(program.lines_of("add_one") ==
          Lines{"kernel.cl:2:1 alloca", "kernel.cl:3:1 alloca", "kernel.cl:2:1 store",
                "kernel.cl:4:1 srem", "kernel.cl:4:1 xor", "kernel.cl:4:1 icmp",
                "kernel.cl:4:1 icmp", "kernel.cl:4:1 and", "kernel.cl:4:1 add",
                "kernel.cl:4:1 select", "add", "ret"});
}

TEST_CASE("lines of another file", "[muxCompile]") {
  Program program(
      binary_of(kernel_of("OpLine %source_file 7 3\n"
                          "%sum = OpIAdd %uint %x %uint_5\n"
                          "OpLine %header 70 4\n"
                          "%product = OpIMul %uint %sum %uint_3\n"
                          "OpLine %source_file 8 1\n"
                          "OpStore %out %product\n")));
  REQUIRE(program.lines_of("test") == Lines{"kernel.cl:7:3 add", "include/header.h:70:4 mul",
                                            "kernel.cl:8:1 store", "kernel.cl:8:1 ret"});
}

TEST_CASE("a file without a name has lines, too", "[muxCompile]") {
  ModuleText text;
  text.file("%nameless", "");
  text.kernel("test", {"global_uint out"}, "OpLine %nameless 7 3\nOpStore %out %uint_5\n");
  REQUIRE(Program(binary_of(text)).lines_of("test") ==
          Lines{"unknown:7:3 store", "unknown:7:3 ret"});
}

TEST_CASE("OpNoLine ends a line", "[muxCompile]") {
  REQUIRE(lines_of_kernel("OpLine %source_file 7 3\n"
                          "%sum = OpIAdd %uint %x %uint_5\n"
                          "OpNoLine\n"
                          "%product = OpIMul %uint %sum %uint_3\n"
                          "OpLine %source_file 8 1\n"
                          "OpStore %out %product\n") ==
          Lines{"kernel.cl:7:3 add", "mul", "kernel.cl:8:1 store", "kernel.cl:8:1 ret"});
}

TEST_CASE("the end of a block ends a line, and its beginning does not", "[muxCompile]") {
  REQUIRE(lines_of_kernel("OpLine %source_file 7 3\n"
                          "%sum = OpIAdd %uint %x %uint_5\n"
                          "OpBranch %second\n"
                          "%second = OpLabel\n"
                          "%product = OpIMul %uint %sum %uint_3\n"
                          "OpBranch %third\n"
                          "OpLine %source_file 8 1\n"
                          "%third = OpLabel\n"
                          "OpStore %out %product\n") ==
          Lines{"kernel.cl:7:3 add", "kernel.cl:7:3 br", "mul", "br", "kernel.cl:8:1 store",
                "kernel.cl:8:1 ret"});
}

TEST_CASE("a line before a function is that of the function and of its first block",
          "[muxCompile]") {
  ModuleText text;
  text.decorate("%add_one LinkageAttributes \"add_one\" Export");
  text.file("%header", "include/header.h");
  if (GENERATE(false, true)) {
    text.kernel("other", {}, "");
  }
  text.function(add_one(text, "OpLine %header 4 0\n", ""));
  Program program(binary_of(text, "-g", mux_compile_output_object));
  REQUIRE(program.lines_of("add_one") ==
          Lines{"include/header.h:4:0 add", "include/header.h:4:0 ret"});
  REQUIRE(program.function("add_one").getSubprogram()->getLine() == 4);
}

TEST_CASE("a function without lines has no debug information, another with lines has",
          "[muxCompile]") {
  const auto calling = [](const std::string &inside, const std::string &body) {
    ModuleText text;
    text.decorate("%add_one LinkageAttributes \"add_one\" Export");
    text.function(add_one(text, "", inside));
    text.kernel("test", {"global_uint out", "uint x"}, body);
    return binary_of(text);
  };
  const std::string call = "%sum = OpFunctionCall %uint %add_one %x\n";
  SECTION("the kernel has lines") {
    Program program(calling("", "OpLine %source_file 7 3\n" + call));
    REQUIRE(program.lines_of("add_one") == Lines{"add", "ret"});
    REQUIRE(program.function("add_one").getSubprogram() == nullptr);
    REQUIRE(program.lines_of("test") == Lines{"kernel.cl:7:3 call", "kernel.cl:7:3 ret"});
  }
  SECTION("the other function has lines") {
    Program program(calling("OpLine %source_file 7 3\n", call));
    REQUIRE(program.lines_of("add_one") == Lines{"kernel.cl:7:3 add", "kernel.cl:7:3 ret"});
    REQUIRE(program.function("test").getSubprogram() == nullptr);
    REQUIRE(program.lines_of("test") == Lines{"call", "ret"});
  }
  SECTION("both have lines, but not the call") {
    Program program(calling("OpLine %source_file 7 3\n",
                            call + "OpLine %source_file 9 1\nOpStore %out %sum\n"));
    REQUIRE(program.lines_of("test") ==
            Lines{"kernel.cl:0:0 call", "kernel.cl:9:1 store", "kernel.cl:9:1 ret"});
  }
}

TEST_CASE("loads of ND-range built-ins have their line", "[muxCompile]") {
  REQUIRE(lines_of_kernel("OpLine %source_file 7 3\n"
                          "%dimensions = OpLoad %uint %WorkDim\n"
                          "OpStore %out %dimensions\n") ==
          Lines{"kernel.cl:7:3 call", "kernel.cl:7:3 store", "kernel.cl:7:3 ret"});
}

TEST_CASE("a module with OpenCL.DebugInfo.100 has the lines of its source", "[muxCompile]") {
  const CompileResult compiled = compile(read_module("debug_info"), "-g", "debug_info.spv");
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  Program program(compiled.binary);
  // The translator puts the code into a function that the kernel calls.
  Lines sums;
  for (const llvm::Function &function : program.module()) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (instruction.getOpcode() == llvm::Instruction::Add) {
        REQUIRE(instruction.getDebugLoc());
        sums.push_back(place_of(function, *instruction.getDebugLoc()));
      }
    }
  }
  CHECK(sums == Lines{"./debug_info.cl:5:18 "});
  const CompileResult native =
      compile(read_module("debug_info"), "-g", "debug_info.spv", mux_compile_output_native);
  INFO(native.log);
  CHECK(native.result == mux_success);
}

TEST_CASE("a function with two entry points has its lines once", "[muxCompile]") {
  ModuleText text = kernel_of(two_lines);
  text.entry_point("test", "again");
  Program program(binary_of(text));
  REQUIRE(program.lines_of("test")[0] == "kernel.cl:7:3 add");
  REQUIRE(program.lines_of("again") == Lines{"call", "ret"});
}

TEST_CASE("without -g, or without lines, there is no debug information", "[muxCompile]") {
  const auto check = [](Program program, Lines expected) {
    REQUIRE(program.lines_of("test") == expected);
    REQUIRE(program.function("test").getSubprogram() == nullptr);
    REQUIRE(program.module().getNamedMetadata("llvm.dbg.cu") == nullptr);
    REQUIRE(program.module().getNamedMetadata("llvm.module.flags") == nullptr);
  };
  check(Program(binary_of(kernel_of(two_lines), "")), {"add", "mul", "store", "ret"});
  check(Program(binary_of(kernel_of("OpStore %out %x\n"))), {"store", "ret"});
}

TEST_CASE("a module with lines has the same results", "[muxCompile]") {
  const std::string module = read_module("lines");
  const std::vector<uint32_t> input = test_input(7);
  const auto check = [&](const std::string &options, uint32_t output) {
    const CompileResult compiled = compile(module, options, "lines.spv", output);
    INFO(compiled.log);
    REQUIRE(compiled.result == mux_success);
    const std::vector<uint32_t> actual = run_kernel(compiled.binary, input);
    for (size_t i = 0; i < test_items; ++i) {
      REQUIRE(actual[i] == (input[i] > 9 ? input[i] + 1 : 9));
    }
  };
  check("", mux_compile_output_portable);
  check("-g", mux_compile_output_portable);
  check("-g", mux_compile_output_native);
}

TEST_CASE("lines and columns may have any value", "[muxCompile]") {
  // The limit of LLVM's columns.
  REQUIRE(lines_of_kernel("OpLine %source_file 4294967295 65535\nOpStore %out %x\n"
                          "OpLine %source_file 0 65536\n") ==
          Lines{"kernel.cl:4294967295:65535 store", "kernel.cl:0:0 ret"});
}

TEST_CASE("a module with lines is linked with OpenCL C with lines", "[muxLink][source]") {
  ModuleText text;
  text.decorate("%add_one LinkageAttributes \"add_one\" Export");
  text.function(add_one(text, "OpLine %source_file 2 0\n", ""));
  const CompileResult program = compile(
      "uint add_one(uint x);\n"
      "kernel void test(global uint *out, global const uint *in) {\n"
      "  const size_t i = get_global_id(0);\n"
      "  out[i] = add_one(in[i]);\n"
      "}",
      "-g", "test.cl", mux_compile_output_object);
  REQUIRE(program.result == mux_success);
  REQUIRE(Program(program.binary).function("test").getSubprogram() != nullptr);
  const CompileResult linked =
      link(binary_of(text, "-g", mux_compile_output_object), program.binary);
  INFO(linked.log);
  REQUIRE(linked.result == mux_success);
  const std::vector<uint32_t> input = test_input(8);
  const std::vector<uint32_t> actual = run_kernel(linked.binary, input);
  for (size_t i = 0; i < test_items; ++i) {
    REQUIRE(actual[i] == input[i] + 1);
  }
}

TEST_CASE("a line with an invalid file is rejected", "[muxCompile]") {
  const std::string before =
      GENERATE("in a function", "before it", "between functions", "among declarations");
  INFO(before);
  ModuleText text;
  const std::string line = "OpLine %source_file 7 3\n";
  if (before == "among declarations") {
    text.declare(line + "%late = OpConstant %uint 1234");
  } else if (before == "between functions") {
    text.kernel("other", {}, "");
  }
  const bool is_inside = before == "in a function";
  const bool is_before = before == "before it" || before == "between functions";
  text.function(add_one(text, is_before ? line : "", is_inside ? line : ""));
  std::vector<uint32_t> words = text.assemble();
  const size_t at = find(words, spirv::Op::Line);
  const auto options = GENERATE("", "-g");
  REQUIRE(compile_words(words, options, mux_compile_output_object).result == mux_success);
  const auto check = [&](uint32_t id, const std::string &expected) {
    words[at + 1] = id;
    const CompileResult compiled = compile_words(words, options, mux_compile_output_object);
    REQUIRE(compiled.result == mux_error_failure);
    REQUIRE(contains(compiled.log, "word " + std::to_string(at) + ": OpLine: the id " +
                                       std::to_string(id) + expected));
  };
  // The set of OpenCL's instructions, which every module imports.
  check(words[find(words, spirv::Op::ExtInstImport) + 1], " of the file is no OpString");
  const uint32_t bound = words[3]++;
  check(bound, " of the file is no OpString");
  check(bound + 1, " of the operand 'File' is not below the bound");
}

}  // namespace mux::test::debug_lines
