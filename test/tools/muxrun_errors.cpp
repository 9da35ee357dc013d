#include <algorithm>
#include <catch2/catch.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

// Exit code 2, a message on stderr and no other output.
ProcessResult check_refused(const std::vector<std::string> &arguments, const std::string &message) {
  std::vector<std::string> command = {MUX_TEST_MUXRUN};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ProcessResult result = run_process(command);
  INFO(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(result.output.empty());
  CHECK_THAT(result.errors, Catch::StartsWith("muxrun: ") && Catch::Contains(message));
  return result;
}

// The same for a kernel of the tests, whose source is valid, so the message is a single line.
void check_kernel_refused(const std::vector<std::string> &arguments, const std::string &message) {
  std::vector<std::string> all = {MUX_TEST_KERNELS};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const ProcessResult result = check_refused(all, message);
  INFO(result.errors);
  CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
}

std::vector<std::string> triad_with(const std::string &s) {
  return {"-k", "triad",           "-g", "16", "-a", "buffer:float:16", "-a", "buffer:float:16",
          "-a", "buffer:float:16", "-a", s};
}

}  // namespace

TEST_CASE("muxrun rejects an invalid command line", "[muxrun-errors]") {
  check_refused({}, "file is required");
  check_refused({"--nonsense"}, "argument was not expected: --nonsense");
  check_kernel_refused({"-g", "1"}, "--kernel is required");
  check_kernel_refused({"-k", "no_arguments"}, "--global is required");
  check_kernel_refused({"-k", "no_arguments", "-g", "1", "--fast"}, "--fast");
  check_kernel_refused({"-k", "no_arguments", "-g", "0"}, "-g 0: a size must be at least 1");
  check_kernel_refused({"-k", "no_arguments", "-g", "four"}, "'four' is not a -g number");
  check_kernel_refused({"-k", "no_arguments", "-g", "1,"}, "'' is not a -g number");
  check_kernel_refused({"-k", "no_arguments", "-g", "18446744073709551616"},
                       "'18446744073709551616' is too large for a -g number: at most "
                       "18446744073709551615");
  check_kernel_refused({"-k", "no_arguments", "-g", "1,1,1,1"}, "more than three dimensions");
  check_kernel_refused({"-k", "no_arguments", "-g", "8", "-l", "2,2"},
                       "-l 2,2 has more dimensions than -g");
  check_kernel_refused({"-k", "no_arguments", "-g", "8", "-l", "0"},
                       "-l 0: a size must be at least 1");
  check_kernel_refused({"-k", "no_arguments", "-g", "8", "-o", "-1"}, "'-1' is not a -o number");
  check_kernel_refused({"-k", "no_arguments", "-g", "1", "--repeat", "0"}, "at least 1");
  check_kernel_refused({"-k", "no_arguments", "-g", "1", "--repeat", "x"},
                       "'x' is not a number of runs");
}

TEST_CASE("muxrun rejects arguments it cannot parse", "[muxrun-errors]") {
  const auto refused = [](const std::string &argument, const std::string &message) {
    check_kernel_refused(triad_with(argument), "argument '" + argument + "': " + message);
  };
  refused("float:3", "an argument is buffer:TYPE:COUNT");
  refused("null:1", "an argument is buffer:TYPE:COUNT");
  refused("scalar:real:3", "'real' is not a type; types are char, uchar");
  refused("scalar:float5:3", "'float5' is not a type");
  refused("scalar:float:", "'' is not a float value");
  refused("scalar:float:3x", "'3x' is not a float value");
  refused("scalar:float:1e39", "'1e39' does not fit in a float");
  refused("scalar:half:65520", "'65520' does not fit in a half");
  refused("scalar:half:1e999", "'1e999' does not fit in a half");
  refused("scalar:half:1f", "'1f' is not a half value");
  refused("scalar:uchar:256", "'256' does not fit in a uchar");
  refused("scalar:uchar:-1", "'-1' does not fit in a uchar");
  refused("scalar:char:-129", "'-129' does not fit in a char");
  refused("scalar:ulong:18446744073709551616", "'18446744073709551616' does not fit in a ulong");
  refused("scalar:float4:1,2", "'1,2' has 2 values; a float4 takes 1 or 4");
  refused("scalar:float2:1,2,3", "'1,2,3' has more values than a float2");
  refused("buffer:float", "'' is not a number of elements");
  refused("buffer:float:0", "a buffer needs at least one element");
  refused("buffer:float:-5", "'-5' is not a number of elements");
  refused("buffer:float:18446744073709551615", "the size of the buffer exceeds the address space");
  refused("buffer:float:16:ones", "'ones' is not a content");
  refused("buffer:float:16:random=x", "'x' is not a seed");
  refused("local:0", "local memory needs at least one byte");
  refused("local:many", "'many' is not a number of bytes");
}

TEST_CASE("muxrun rejects arguments that do not match the kernel", "[muxrun-errors]") {
  check_kernel_refused({"-k", "triad", "-g", "16", "-a", "buffer:float:16"},
                       "kernel 'triad' has 4 arguments (a: a buffer (float*), ");
  check_kernel_refused({"-k", "triad", "-g", "16", "-a", "buffer:float:16"}, ", but 1 was given");
  check_kernel_refused({"-k", "no_arguments", "-g", "16", "-a", "null"},
                       "kernel 'no_arguments' has 0 arguments, but 1 was given");
  check_kernel_refused(
      triad_with("buffer:float:16"),
      "argument 3 ('s') of kernel 'triad' is a value of 4 bytes (float); 'buffer:float:16' is a "
      "buffer");
  check_kernel_refused(triad_with("scalar:double:3"),
                       "argument 3 ('s') of kernel 'triad' is a value of 4 bytes (float); "
                       "'scalar:double:3' is a value of 8 bytes");
  check_kernel_refused(triad_with("scalar:int:3"),
                       "argument 3 ('s') of kernel 'triad' is a value of 4 bytes (float); "
                       "'scalar:int:3' has another type");
  check_kernel_refused(triad_with("local:16"), "'local:16' is local memory");
  check_kernel_refused(triad_with("null"), "'null' is a null buffer");
  check_kernel_refused({"-k", "reverse", "-g", "4", "-a", "buffer:int:4", "-a", "buffer:int:4"},
                       "argument 1 ('tile') of kernel 'reverse' is local memory (int*); "
                       "'buffer:int:4' is a buffer");
  check_kernel_refused({"-k", "where", "-g", "4", "-a", "buffer:float:4"},
                       "argument 0 ('out') of kernel 'where' is a buffer (int*); 'buffer:float:4' "
                       "has another type");
  check_kernel_refused(
      {"-k", "takes_struct", "-g", "1", "-a", "buffer:int:1", "-a", "scalar:int:4"},
      "argument 1 ('pair') of kernel 'takes_struct' is a value of 8 bytes (Pair); "
      "'scalar:int:4' is a value of 4 bytes");
}

TEST_CASE("muxrun rejects sizes that the device does not support", "[muxrun-errors]") {
  check_kernel_refused({"-k", "count_runs", "-g", "1", "-a", "buffer:int:1000000000000000"},
                       "argument 'buffer:int:1000000000000000': ");
  check_kernel_refused({"-k", "count_runs", "-g", "1000000", "-l", "1000000", "-a", "buffer:int:1"},
                       "1000000");
  check_kernel_refused(
      {"-k", "reverse", "-g", "4", "-a", "buffer:int:4", "-a", "local:1000000000000"},
      "1000000000000 bytes of local memory");
}

TEST_CASE("muxrun rejects saving or printing other arguments than buffers", "[muxrun-errors]") {
  std::vector<std::string> triad = triad_with("scalar:float:3");
  const auto with = [&](const std::string &option, const std::string &value) {
    std::vector<std::string> arguments = triad;
    arguments.insert(arguments.end(), {option, value});
    return arguments;
  };
  check_kernel_refused(with("--print", "3"), "'scalar:float:3' is not a buffer");
  check_kernel_refused(with("--print", "4"), "no such argument; the 4 arguments");
  check_kernel_refused(with("--print", "x"), "'x' is not a --print argument number");
  check_kernel_refused(with("--print", "0:17"), "the buffer has only 16 elements");
  check_kernel_refused(with("--save", "0"), "expected N=FILE");
  check_kernel_refused(with("--save", "9=x"), "no such argument");
  check_kernel_refused(with("--save", "0=/nowhere/at/all"),
                       "cannot create '/nowhere/at/all': No such file or directory");
}

TEST_CASE("muxrun lists the kernels", "[muxrun-errors]") {
  check_kernel_refused({"-k", "missing", "-g", "1"}, "has no kernel 'missing'; it has ");
  check_kernel_refused({"-k", "missing", "-g", "1"}, "triad");
  check_kernel_refused({"-k", "tria", "-g", "1"}, "has no kernel 'tria'");
}

TEST_CASE("muxrun reports missing files and wrong sizes", "[muxrun-errors]") {
  const ScratchDirectory scratch;
  check_refused({"/nowhere/at/all.cl", "-k", "k", "-g", "1"},
                "cannot open '/nowhere/at/all.cl': No such file or directory");
  check_refused({scratch.path(""), "-k", "k", "-g", "1"}, "Is a directory");
  check_refused({scratch.write("empty.cl", ""), "-k", "k", "-g", "1"}, "is empty");
  check_kernel_refused({"-k", "count_runs", "-g", "1", "-a", "buffer:int:1:file=/nowhere"},
                       "cannot open '/nowhere': No such file or directory");
  const std::string file = scratch.write("five", "12345");
  check_kernel_refused({"-k", "count_runs", "-g", "1", "-a", "buffer:int:1:file=" + file},
                       "has 5 bytes, but the buffer has 4");
}

TEST_CASE("muxrun prints the log of source that does not compile", "[muxrun-errors]") {
  const ScratchDirectory scratch;
  const std::string source =
      scratch.write("broken.cl", "kernel void broken(global int *out) {\n  out[0] = nothing;\n}\n");
  check_refused({source, "-k", "broken", "-g", "1", "-a", "buffer:int:1"}, "does not compile");
  check_refused({source, "-k", "broken", "-g", "1", "-a", "buffer:int:1"},
                "broken.cl:2:12: error:");
  check_refused({MUX_TEST_KERNELS, "-k", "no_arguments", "-g", "1", "--options", "-cl-std=CL9.9"},
                "CL9.9");
}

TEST_CASE("muxrun refuses a damaged binary", "[muxrun-errors]") {
  const ScratchDirectory scratch;
  const std::string noise(100, '\0');
  for (const char *name : {"noise.mux", "noise.bc", "noise"}) {
    check_refused({scratch.write(name, noise), "-k", "k", "-g", "1"}, "cannot be loaded");
  }
  check_refused({scratch.path("noise.mux"), "-k", "k", "-g", "1", "--define", "A=1"},
                "--define and --options are for source");
}
