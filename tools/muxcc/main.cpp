/// @file
/// muxcc: compiles and links OpenCL C ahead of time, and lists the contents of a binary.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mux/mux.hpp>
#include <span>
#include <string_view>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "common/files.h"
#include "muxcc/build_options.h"
#include "muxcc/link.h"
#include "muxcc/list.h"
#include "muxcc/replace_file.h"

namespace mux::cc {
namespace {

/// Debugging options of the kernel compiler, passed as environment variables of similar names.
struct PassOptions {
  std::string print_before;
  std::string print_after;
  std::string stop_after;
  bool time_passes = false;

  bool is_empty() const {
    return print_before.empty() && print_after.empty() && stop_after.empty() && !time_passes;
  }
};

struct CommandLine {
  std::string source;
  std::string output;
  std::string binary_to_list;
  std::vector<std::string> objects_to_link;
  bool object = false;
  bool native = false;
  bool open_constants = false;
  std::string cpu;
  /// `decisions`, `accesses`, or empty.
  std::string explain;
  PassOptions passes;
  BuildOptions build;
};

std::optional<int> read_command_line(int argc, char **argv, CommandLine &command_line) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  command_line.build.words = take_build_words(arguments);

  tools::ArgumentParser parser(
      "Compiles OpenCL C, SPIR-V or TGSI to a binary for muxCreateExecutable() and muxrun.",
      "muxcc");
  parser.footer(
      "  muxcc FILE.cl -o FILE.mux [options]\n"
      "  muxcc FILE.cl --explain [options]\n"
      "  muxcc FILE.cl --print-after PASS [options]\n"
      "  muxcc -c FILE.cl -o FILE.obj [options]\n"
      "  muxcc --link FILE.obj... -o FILE.mux [options]\n"
      "  muxcc --list FILE\n\n"
      "The options of clBuildProgram, and with --link those of clLinkProgram, are also accepted "
      "alone: -cl-std=CL3.0, -Werror, -w, -g, ...\n"
      "#include searches the folder of FILE.cl and the folders of -I.");
  parser.add("FILE.cl", command_line.source,
             "OpenCL C source, a SPIR-V module or a compute shader in TGSI (FILE.tgsi); - reads "
             "standard input");
  parser.add("-o,--output", command_line.output, "The binary; - writes standard output")
      .placeholder("FILE");
  parser.add("-D,--define", command_line.build.definitions, "Define a macro")
      .placeholder("NAME[=VALUE]")
      .one_value();
  parser
      .add("-I,--include", command_line.build.include_folders,
           "Add a folder to search for includes")
      .placeholder("FOLDER")
      .one_value();
  parser
      .add("--options", command_line.build.text,
           "Build options of clBuildProgram, with shell quoting")
      .placeholder("\"...\"");
  parser.add_flag("-c,--object", command_line.object, "Compile to an object for --link");
  parser
      .add("--link", command_line.objects_to_link,
           "Link objects and libraries to a program, or with -create-library to a library")
      .placeholder("FILE...");
  parser.add_flag(
      "--native", command_line.native,
      "Generate native code for this CPU: no compilation at load time, but not portable");
  parser.add_flag(
      "--open-constants", command_line.open_constants,
      "Values for specialization constants of SPIR-V can be given when the binary is loaded "
      "(those of weak constants of OpenCL C always can)");
  parser
      .add("--cpu", command_line.cpu,
           "The target processor of --native and --explain, as the environment variable "
           "MUX_CPU: native, x86-64-v2, x86-64-v3 or x86-64-v4")
      .placeholder("NAME");
  parser
      .add_flag(
          "--explain{decisions}", command_line.explain,
          "Print for each kernel how its work-items are executed on this CPU, and what was "
          "considered: estimated costs per work-item, vectorization factors, and reasons against "
          "vectorization. With --explain=accesses also the form of each memory access, why it has "
          "that form, and its estimated cost")
      .one_of({"decisions", "accesses"});
  parser
      .add("--print-before", command_line.passes.print_before,
           "Print each kernel's LLVM IR to standard error before a pass of the kernel compiler")
      .placeholder("NAME[,NAME...]|all");
  parser
      .add("--print-after", command_line.passes.print_after,
           "Print each kernel's LLVM IR to standard error after a pass of the kernel compiler")
      .placeholder("NAME[,NAME...]|all");
  parser
      .add("--stop-after", command_line.passes.stop_after,
           "Stop compiling after the first run of this pass")
      .placeholder("NAME");
  parser.add_flag("--time-passes", command_line.passes.time_passes,
                  "Print the time of each pass to standard error, for each kernel");
  parser
      .add("--list", command_line.binary_to_list,
           "List the constants and kernels of a binary: a container of muxcc, LLVM bitcode, "
           "or an object with "
           "kernels in C or C++")
      .placeholder("FILE");

  std::vector<const char *> pointers{argv[0]};
  std::transform(arguments.begin(), arguments.end(), std::back_inserter(pointers),
                 [](const std::string &argument) { return argument.c_str(); });
  return parser.parse(static_cast<int>(pointers.size()), pointers.data());
}

/// Compiles all kernels for this CPU. The compiler stops after the pass of --stop-after.
std::string explain(std::span<const std::byte> binary, const PassOptions &passes) {
  try {
    return explain_kernels(binary);
  } catch (const Error &error) {
    const auto says = [text = std::string_view(error.what())](std::string_view part) {
      return text.find(part) != std::string_view::npos;
    };
    if (!passes.is_empty() && says("which is no pass")) {
      throw tools::UsageError(error.what());
    }
    if (passes.stop_after.empty() || !says("stopped after the pass")) {
      throw;
    }
    return {};
  }
}

/// Prints the explanation, and writes the output file.
void use(const Compilation &compilation, const CommandLine &command_line) {
  std::fputs(compilation.log(), stderr);
  const bool explains = !command_line.explain.empty();
  if (explains || !command_line.passes.is_empty()) {
    const std::string text = explain(compilation.binary(), command_line.passes);
    tools::write_output(explains ? text : "");
  }
  if (command_line.output.empty()) {
    return;
  }
  if (command_line.output == "-") {
    tools::write_output(
        {reinterpret_cast<const char *>(compilation.binary().data()), compilation.binary().size()});
  } else {
    replace_file(command_line.output, compilation.binary());
  }
}

mux_compile_output_e output_of(const CommandLine &command_line) {
  if (command_line.object) {
    return mux_compile_output_object;
  }
  return command_line.native ? mux_compile_output_native : mux_compile_output_portable;
}

void link(const CommandLine &command_line) {
  try {
    use(link_files(command_line.objects_to_link, command_line.build, command_line.native),
        command_line);
  } catch (const CompileError &error) {
    std::fputs(error.what(), stderr);
    throw tools::UsageError("the objects cannot be linked");
  } catch (const Error &error) {
    if (error.result() == mux_error_invalid_binary) {
      std::string names;
      for (const std::string &file : command_line.objects_to_link) {
        names += (names.empty() ? "'" : ", '") + file + "'";
      }
      throw tools::UsageError("cannot link " + names + ": " + error.what());
    }
    throw;
  }
}

/// Throws if the library has rejected the processor of --cpu.
void refuse_cpu(const CommandLine &command_line, std::string_view error) {
  const size_t refusal = error.find("MUX_CPU is ");
  if (!command_line.cpu.empty() && refusal != std::string_view::npos) {
    throw tools::UsageError("--cpu " + command_line.cpu + ": " +
                            std::string(error.substr(refusal)));
  }
}

/// TGSI by the extension of the file's name, so that errors are those of its parser whatever the
/// text is. Other languages are detected.
mux_compile_language_e language_of(const std::string &source) {
  return std::filesystem::path(source).extension() == ".tgsi" ? mux_compile_language_tgsi
                                                              : mux_compile_language_detect;
}

void compile(const CommandLine &command_line) {
  const bool from_standard_input = command_line.source == "-";
  const std::string source =
      tools::read_file(from_standard_input ? "/dev/stdin" : command_line.source);
  const std::string name = from_standard_input ? "<stdin>" : command_line.source;
  if (source.empty()) {
    throw tools::UsageError("'" + name + "' is empty");
  }
  const std::string folder = std::filesystem::path(command_line.source).parent_path().string();
  try {
    const Compilation compilation(source,
                                  build_line(command_line.build, folder.empty() ? "." : folder),
                                  name, output_of(command_line), default_allocator(), {},
                                  language_of(command_line.source), command_line.open_constants);
    use(compilation, command_line);
  } catch (const CompileError &error) {
    refuse_cpu(command_line, error.what());
    std::fputs(error.what(), stderr);
    throw tools::UsageError("'" + name + "' does not compile");
  }
}

void set_pass_options(const PassOptions &passes, const std::string &explain) {
  const auto set = [](const char *variable, const std::string &value) {
    if (!value.empty()) {
      setenv(variable, value.c_str(), 1);
    }
  };
  set("MUX_PRINT_BEFORE", passes.print_before);
  set("MUX_PRINT_AFTER", passes.print_after);
  set("MUX_STOP_AFTER", passes.stop_after);
  set("MUX_TIME_PASSES", passes.time_passes ? "1" : "");
  set("MUX_EXPLAIN", explain == "decisions" ? "1" : explain);
}

/// Exactly one of source, objects to link, and binary to list is needed.
void check_task(const CommandLine &command_line) {
  const bool compiles = !command_line.source.empty();
  const bool links = !command_line.objects_to_link.empty();
  const bool lists = !command_line.binary_to_list.empty();
  if (!compiles && !links && !lists) {
    throw tools::UsageError(
        "nothing to do: name a source to compile, objects with --link, or a binary with --list"
        " (see muxcc --help)");
  }
  if (compiles + links + lists > 1) {
    throw tools::UsageError(links ? "--link cannot be combined with a source or with --list"
                                  : "a source cannot be combined with --list");
  }
}

/// Native code and explanations need a linked program.
void check_object(const CommandLine &command_line) {
  if (!command_line.object) {
    return;
  }
  if (command_line.source.empty()) {
    throw tools::UsageError("-c needs a source");
  }
  if (command_line.native || !command_line.explain.empty() || !command_line.passes.is_empty()) {
    throw tools::UsageError(
        "-c makes an object: --native, --explain and the options for passes need a linked "
        "program (see --link)");
  }
}

void run(const CommandLine &command_line) {
  const bool lists = !command_line.binary_to_list.empty();
  check_task(command_line);
  check_object(command_line);
  if (lists) {
    tools::write_output(list_kernels(command_line.binary_to_list));
    return;
  }
  if (!command_line.cpu.empty()) {
    if (!command_line.native && command_line.explain.empty()) {
      throw tools::UsageError("--cpu needs --native or --explain: other binaries are portable");
    }
    // The environment must be set before compilation, while there is a single thread.
    setenv("MUX_CPU", command_line.cpu.c_str(), 1);
  }
  // As for MUX_CPU.
  set_pass_options(command_line.passes, command_line.explain);
  if (command_line.output.empty() && command_line.explain.empty() &&
      command_line.passes.is_empty()) {
    throw tools::UsageError("no output file: use -o FILE");
  }
  try {
    command_line.objects_to_link.empty() ? compile(command_line) : link(command_line);
  } catch (const Error &error) {
    refuse_cpu(command_line, error.what());
    throw;
  }
}

}  // namespace
}  // namespace mux::cc

int main(int argc, char **argv) try {
  mux::cc::CommandLine command_line;
  if (const auto exit_code = mux::cc::read_command_line(argc, argv, command_line)) {
    return *exit_code;
  }
  mux::cc::run(command_line);
  return mux::tools::exit_success;
} catch (const std::exception &error) {
  return mux::tools::report("muxcc", error);
}
