// Binaries compiled ahead of time by muxcc and by Clang's OpenCL frontend.

#include <catch2/catch.hpp>
#include <fstream>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

void check_kernels(const std::string &binary) {
  const ProcessResult triad = run_process(
      {MUX_TEST_MUXRUN, binary, "-k", "triad", "-g", "5", "-a", "buffer:float:5", "-a",
       "buffer:float:5:iota", "-a", "buffer:float:5:iota", "-a", "scalar:float:2", "--print", "0"});
  INFO(triad.errors);
  CHECK(triad.exit_code == 0);
  CHECK(triad.output == "0: 0 3 6 9 12\n");

  const ProcessResult reverse =
      run_process({MUX_TEST_MUXRUN, binary, "-k", "reverse", "-g", "6", "-l", "3", "-a",
                   "buffer:int:6:iota", "-a", "local:12", "--print", "0"});
  INFO(reverse.errors);
  CHECK(reverse.exit_code == 0);
  CHECK(reverse.output == "0: 2 1 0 5 4 3\n");

  const ProcessResult wrong =
      run_process({MUX_TEST_MUXRUN, binary, "-k", "triad", "-g", "5", "-a", "buffer:float:5", "-a",
                   "buffer:float:5", "-a", "buffer:float:5", "-a", "scalar:double:2"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.errors, Catch::Contains("is a value of 4 bytes"));
}

}  // namespace

TEST_CASE("muxrun runs what muxcc wrote", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("kernels.mux");
  const std::vector<std::string> ways[] = {
      {}, {"--native"}, {"-cl-std=CL1.2"}, {"--options", "-cl-std=CL3.0"}};
  for (const std::vector<std::string> &way : ways) {
    std::vector<std::string> command = {MUX_TEST_MUXCC, MUX_TEST_KERNELS};
    command.insert(command.end(), way.begin(), way.end());
    command.insert(command.end(), {"-o", binary});
    const ProcessResult result = run_process(command);
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    check_kernels(binary);
  }
}

TEST_CASE("muxcc lists the constants of a program, and muxrun gives them", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string source = scratch.path("constants.cl");
  const std::string binary = scratch.path("constants.mux");
  std::ofstream(source) << "__attribute__((weak)) constant int factor = 18;\n"
                           "__attribute__((weak)) constant float4 add = 0;\n"
                           "kernel void k(global int *out) {\n"
                           "  out[get_global_id(0)] = (int)get_global_id(0) * factor + add.y;\n"
                           "}\n";
  REQUIRE(run_process({MUX_TEST_MUXCC, source, "-o", binary}).exit_code == 0);
  CHECK(run_process({MUX_TEST_MUXCC, "--list", binary}).output ==
        "constant factor: 4 bytes, default 0x00000012\n"
        "constant add: 16 bytes\n"
        "kernel k(int* out)\n");
  const auto run = [](const std::string &file, const std::vector<std::string> &constants) {
    std::vector<std::string> command = {MUX_TEST_MUXRUN, file,      "-k", "k", "-g", "4", "-a",
                                        "buffer:int:4",  "--print", "0"};
    for (const std::string &constant : constants) {
      command.insert(command.end(), {"--constant", constant});
    }
    return run_process(command);
  };
  for (const std::string &file : {source, binary}) {
    CHECK(run(file, {}).output == "0: 0 18 36 54\n");
    CHECK(run(file, {"factor=int:-2", "add=float4:0,1,0,0"}).output == "0: 1 -1 -3 -5\n");
  }
  for (const auto &[constant, reason] :
       {std::pair("factor=long:1", "constant 'factor' has 4 bytes, and the value for it 8"),
        std::pair("facto=int:1", "the program has no constant 'facto'"),
        std::pair("3=int:1", "the program has no specialization constant 3"),
        std::pair("factor", "expected NAME=TYPE:VALUE"),
        std::pair("factor=int:x", "constant 'factor=int:x': ")}) {
    const ProcessResult refused = run(binary, {constant});
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.errors, Catch::Contains(reason));
  }
}

TEST_CASE("muxcc makes objects and links them", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string source = scratch.path("helper.cl");
  std::ofstream(source) << "int helper(int x) { return x; }\n";
  const std::string object = scratch.path("kernels.obj");
  const std::string helper = scratch.path("helper.obj");
  const std::string library = scratch.path("library.obj");
  const std::string binary = scratch.path("kernels.mux");
  const auto runs = [](std::vector<std::string> command) {
    command.insert(command.begin(), MUX_TEST_MUXCC);
    const ProcessResult result = run_process(command);
    INFO(result.errors);
    return result.exit_code == 0;
  };
  REQUIRE(runs({"-c", MUX_TEST_KERNELS, "-o", object}));
  REQUIRE(runs({"-c", source, "-o", helper}));
  REQUIRE(runs({"--link", object, helper, "-o", binary}));
  check_kernels(binary);
  REQUIRE(runs({"--link", object, helper, "--native", "-cl-no-signed-zeros", "-o", binary}));
  check_kernels(binary);
  REQUIRE(
      runs({"--link", object, helper, "-create-library", "-enable-link-options", "-o", library}));
  REQUIRE(runs({"--link", library, "-o", binary}));
  check_kernels(binary);
}

TEST_CASE("muxcc rejects invalid combinations with -c and --link", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string object = scratch.path("kernels.obj");
  REQUIRE(run_process({MUX_TEST_MUXCC, "-c", MUX_TEST_KERNELS, "-o", object}).exit_code == 0);
  const auto refuses = [&](std::vector<std::string> command, const std::string &reason) {
    command.insert(command.begin(), MUX_TEST_MUXCC);
    command.insert(command.end(), {"-o", scratch.path("refused")});
    const ProcessResult result = run_process(command);
    INFO(reason);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, Catch::Contains(reason));
    CHECK_FALSE(std::filesystem::exists(scratch.path("refused")));
  };
  refuses({"-c", MUX_TEST_KERNELS, "--native"}, "-c makes an object");
  refuses({"-c", MUX_TEST_KERNELS, "--explain"}, "-c makes an object");
  refuses({"-c", "--link", object}, "-c needs a source");
  refuses({MUX_TEST_KERNELS, "--link", object}, "--link cannot be combined with a source");
  refuses({"--link", object, "-DA"}, "-D and -I have no effect with --link");
  refuses({"--link", object, "-create-library", "--native"}, "exclude each other");
  refuses({"--link", object, "-enable-link-options"}, "'-enable-link-options' needs");
  refuses({"--link", object, object}, "is defined in binary 0");
  refuses({"--link", MUX_TEST_KERNELS},
          "cannot link '" MUX_TEST_KERNELS "': muxLink: link: error: binary 0 is no container");
  refuses({MUX_TEST_KERNELS, "--native", "--cpu", "i486"},
          "--cpu i486: MUX_CPU is 'i486', not native");
  refuses({MUX_TEST_KERNELS, "--explain", "--cpu", "i486"},
          "--cpu i486: MUX_CPU is 'i486', not native");
  refuses({MUX_TEST_KERNELS, "-create-library"}, "unknown option '-create-library'");
}

TEST_CASE("muxcc compiles for the processor of --cpu", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("kernels.mux");
  std::vector<std::string> codes;
  for (const char *cpu : {"native", "x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    CAPTURE(cpu);
    const ProcessResult result =
        run_process({MUX_TEST_MUXCC, MUX_TEST_KERNELS, "--native", "--cpu", cpu, "-o", binary});
    INFO(result.errors);
    // Even if this processor could not run it.
    REQUIRE(result.exit_code == 0);
    codes.push_back(mux::test::read_file(binary));
    if (std::string(cpu).starts_with("x86")) {
      CHECK(codes.back().find(cpu) != std::string::npos);
    }
    const ProcessResult list = run_process({MUX_TEST_MUXCC, "--list", binary});
    if (list.exit_code == 0) {
      check_kernels(binary);
    } else {
      CHECK_THAT(list.errors, Catch::Contains("compiled for the processor '" + std::string(cpu)) &&
                                  Catch::Contains("lacks '"));
    }
  }
  CHECK(codes[1] != codes[2]);
  CHECK(codes[2] != codes[3]);
}

TEST_CASE("muxcc rejects invalid uses of --cpu", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("kernels.mux");
  const ProcessResult unknown = run_process(
      {MUX_TEST_MUXCC, MUX_TEST_KERNELS, "--native", "--cpu", "x86-64-v9", "-o", binary});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.errors, Catch::Contains("MUX_CPU is 'x86-64-v9', not native, x86-64-v2, "
                                             "x86-64-v3 or x86-64-v4"));
  CHECK_FALSE(std::filesystem::exists(binary));
  const ProcessResult portable =
      run_process({MUX_TEST_MUXCC, MUX_TEST_KERNELS, "--cpu", "x86-64-v2", "-o", binary});
  CHECK(portable.exit_code == 2);
  CHECK_THAT(portable.errors, Catch::Contains("--cpu needs --native"));
}

TEST_CASE("an unknown processor in MUX_CPU rejects every source and binary", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("kernels.mux");
  REQUIRE(run_process({MUX_TEST_MUXCC, MUX_TEST_KERNELS, "-o", binary}).exit_code == 0);
  for (const std::string &program : {binary, std::string(MUX_TEST_KERNELS)}) {
    const ProcessResult result =
        run_process({"/usr/bin/env", "MUX_CPU=avx2", MUX_TEST_MUXRUN, program, "-k", "reverse",
                     "-g", "6", "-l", "3", "-a", "buffer:int:6:iota", "-a", "local:12"});
    CHECK(result.exit_code != 0);
    CHECK_THAT(result.errors, Catch::Contains("MUX_CPU is 'avx2', not native, x86-64-v2, "
                                              "x86-64-v3 or x86-64-v4"));
  }
  const ProcessResult plain = run_process({"/usr/bin/env", "MUX_CPU=x86-64-v2", MUX_TEST_MUXRUN,
                                           binary, "-k", "reverse", "-g", "6", "-l", "3", "-a",
                                           "buffer:int:6:iota", "-a", "local:12", "--print", "0"});
  INFO(plain.errors);
  CHECK(plain.exit_code == 0);
  CHECK(plain.output == "0: 2 1 0 5 4 3\n");
}

TEST_CASE("muxrun runs bitcode as Clang's OpenCL frontend writes it", "[binaries]") {
  const ScratchDirectory scratch;
  for (const char *level : {"-O0", "-O2"}) {
    const std::string binary = scratch.path(std::string("kernels") + level + ".bc");
    const ProcessResult result =
        run_process({MUX_TEST_CLANG, "-cl-std=CL3.0", "-target", "spir64", "-emit-llvm", "-c",
                     level, MUX_TEST_KERNELS, "-o", binary});
    INFO(level << result.errors);
    REQUIRE(result.exit_code == 0);
    check_kernels(binary);
  }
}
