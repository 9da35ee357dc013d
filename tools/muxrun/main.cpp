/// @file
/// muxrun: runs an OpenCL C kernel from the command line.

#include <exception>
#include <mux/mux.hpp>

#include "common/command_line.h"
#include "muxrun/check_arguments.h"
#include "muxrun/options.h"
#include "muxrun/output.h"
#include "muxrun/program.h"
#include "muxrun/run.h"

int main(int argc, char **argv) try {
  const std::variant<mux::run::Options, int> parsed = mux::run::parse_options(argc, argv);
  if (const int *exit_code = std::get_if<int>(&parsed)) {
    return *exit_code;
  }
  const auto &options = std::get<mux::run::Options>(parsed);

  const mux::Device device;
  const mux::Executable executable = mux::run::load(device, options.file, options.defines,
                                                    options.build_options, options.constants);
  const mux::Kernel kernel = mux::run::find_kernel(executable, options.file, options.kernel);
  const auto infos = kernel.arguments();
  mux::run::check_arguments(options.kernel, infos, options.arguments);

  const mux::run::Objects objects = mux::run::create_objects(device, options.arguments, infos);
  const mux::NdRange range = mux::run::choose_range(options, *kernel.get());
  const auto times =
      mux::run::run(device, kernel, options.arguments, objects, range, options.repeat.value_or(1));
  mux::run::write_results(options, objects);
  if (options.repeat) {
    mux::tools::write_output(mux::run::timing_line(times));
  }
  return mux::tools::exit_success;
} catch (const std::exception &error) {
  return mux::tools::report("muxrun", error);
}
