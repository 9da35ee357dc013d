#include "muxbench/spirv_command.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mux/mux.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/command_line.h"
#include "common/files.h"
#include "common/shell_word.h"
#include "muxbench/kernels_command.h"
#include "muxbench/kernels_runner.h"
#include "muxbench/measure.h"
#include "muxbench/scratch_folder.h"

namespace mux::bench {
namespace {

constexpr const char *version = "CL1.2";

void run_command(const std::string &command) {
  if (std::system(command.c_str()) != 0) {
    throw mux::tools::UsageError(
        "clang-15 and llvm-spirv-15 are needed, or the programs of --clang and --translator "
        "name; this failed: " +
        command);
  }
}

// Without optimization, as for OpenCL C: both are optimized by Mux alone.
std::string translate(const std::string &source, const SpirvOptions &options) {
  const ScratchFolder scratch("spirv");
  mux::tools::write_file(scratch.path("kernel.cl"), std::as_bytes(std::span(source)));
  run_command(mux::tools::shell_word(options.clang) +
              " -cc1 -triple spir64 -no-opaque-pointers -finclude-default-header "
              "-fdeclare-opencl-builtins -O1 -disable-llvm-passes -emit-llvm-bc -cl-std=" +
              version + " " + mux::tools::shell_word(scratch.path("kernel.cl")) + " -o " +
              mux::tools::shell_word(scratch.path("kernel.bc")));
  run_command(mux::tools::shell_word(options.translator) + " " +
              mux::tools::shell_word(scratch.path("kernel.bc")) + " -o " +
              mux::tools::shell_word(scratch.path("kernel.spv")));
  return mux::tools::read_file(scratch.path("kernel.spv"));
}

// Measurements from OpenCL C and from SPIR-V.
struct Pair {
  double source = std::numeric_limits<double>::infinity();
  double module = std::numeric_limits<double>::infinity();

  double ratio() const { return module / source; }
};

// The minima of all repetitions, in each of which both are measured in turn; disturbances of caches
// and clocks only add time.
Pair measure_pair(const std::function<double()> &source, const std::function<double()> &module,
                  const Effort &effort) {
  Pair least;
  for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
    const double start = processor_seconds();
    do {
      least.source = std::min(least.source, source());
      least.module = std::min(least.module, module());
    } while (processor_seconds() - start < effort.seconds);
  }
  return least;
}

double run_once(Runner &runner, bool restored) {
  if (restored) {
    runner.restore();
  }
  const double start = processor_seconds();
  runner.run();
  return processor_seconds() - start;
}

double compile_once(const std::string &text) {
  const double start = processor_seconds();
  const Compilation compilation(text, std::string("-cl-std=") + version);
  return processor_seconds() - start;
}

bool have_equal_results(const Workload &workload, Runner &source, Runner &module) {
  bool equal = true;
  for (Runner *runner : {&source, &module}) {
    runner->restore();
    runner->run();
  }
  for (size_t i = 0; i < workload.arrays.size(); ++i) {
    equal = equal && (!workload.arrays[i].tolerance || source.read(i) == module.read(i));
  }
  return equal;
}

struct Figures {
  std::string name;
  Pair run;
  Pair compile;
  bool equal;
};

Figures measure_kernel(const KernelClass &kernel, const SpirvOptions &options) {
  const Workload workload = kernel.make(Scale::full);
  const std::string source = kernel_class_source(kernel.name);
  const std::string module = translate(source, options);
  const auto from_source = make_mux_runner(source, version, kernel.name, workload);
  const auto from_module = make_mux_runner(module, version, kernel.name, workload);
  Figures figures{kernel.name, {}, {}, have_equal_results(workload, *from_source, *from_module)};
  figures.run =
      measure_pair([&] { return run_once(*from_source, workload.restored); },
                   [&] { return run_once(*from_module, workload.restored); }, options.effort);
  figures.compile = measure_pair([&] { return compile_once(source); },
                                 [&] { return compile_once(module); }, options.effort);
  return figures;
}

void print_json(const std::vector<Figures> &all) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Figures &each : all) {
    list.push_back({{"name", each.name},
                    {"source_ns", each.run.source * 1e9},
                    {"module_ns", each.run.module * 1e9},
                    {"ratio", each.run.ratio()},
                    {"compile_source_ns", each.compile.source * 1e9},
                    {"read_module_ns", each.compile.module * 1e9},
                    {"equal", each.equal}});
  }
  std::printf("%s\n", list.dump(2).c_str());
}

}  // namespace

tools::ArgumentParser add_spirv_command(tools::ArgumentParser &program, SpirvOptions &options) {
  tools::ArgumentParser command = program.add_command(
      "spirv", "Compare the kernels of `kernels` from SPIR-V and from OpenCL C, on one thread");
  command.add("filter", options.filter, "A regular expression: the kernels to measure");
  command.add("--clang", options.clang, "The Clang of the translator's LLVM version");
  command.add("--translator", options.translator, "The translator from LLVM bitcode to SPIR-V");
  return command;
}

int run_spirv(const SpirvOptions &options) {
  setenv("MUX_COMPUTE_UNITS", "1", 1);
  // Background compilation would finish at different times.
  setenv("MUX_SPECIALIZE", "0", 1);
  std::FILE *const table = options.json ? stderr : stdout;
  std::fprintf(table, "%-14s %10s %10s %8s %10s %10s %8s\n", "ms a run", "OpenCL C", "SPIR-V",
               "ratio", "compile", "read", "ratio");
  std::vector<Figures> all;
  for (const KernelClass &kernel : wanted_kernel_classes(options.filter)) {
    const Figures figures = measure_kernel(kernel, options);
    std::fprintf(table, "%-14s %10.3f %10.3f %8.3f %10.3f %10.3f %8.3f  %s\n", figures.name.c_str(),
                 figures.run.source * 1e3, figures.run.module * 1e3, figures.run.ratio(),
                 figures.compile.source * 1e3, figures.compile.module * 1e3,
                 figures.compile.ratio(), figures.equal ? "results are equal" : "results differ");
    std::fflush(table);
    all.push_back(figures);
  }
  if (options.json) {
    print_json(all);
  }
  return mux::tools::exit_success;
}

}  // namespace mux::bench
