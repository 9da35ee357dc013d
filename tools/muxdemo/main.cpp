/// @file
/// muxdemo: develops a photograph with a pipeline of OpenCL C kernels, checks every stage against
/// plain C++ and writes the result.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mux/mux.hpp>

#include "common/command_line.h"
#include "muxdemo/difference.h"
#include "muxdemo/picture.h"
#include "muxdemo/pipeline.h"
#include "muxdemo/progress.h"
#include "muxdemo/reference.h"
#include "muxdemo/report.h"

namespace {

struct Options {
  std::string input;
  std::string output = "demo.png";
  unsigned repeat = 5;
};

int demonstrate(const Options &options) {
  using Clock = std::chrono::steady_clock;
  mux::demo::Progress progress(4);

  progress.step("reading " + options.input);
  std::string warning;
  const mux::demo::Picture picture = mux::demo::read_picture(options.input, warning);
  if (!warning.empty()) {
    progress.clear();
    std::fprintf(stderr, "muxdemo: warning: '%s': %s\n", options.input.c_str(), warning.c_str());
  }

  progress.step("developing");
  const mux::Device device;
  mux::demo::Timings timings = {};
  const mux::demo::Developed developed = mux::demo::develop(
      device, picture, options.repeat,
      [&](unsigned run) {
        progress.detail("run " + std::to_string(run + 1) + " of " + std::to_string(options.repeat));
      },
      timings);

  progress.step("checking against plain C++");
  const Clock::time_point start = Clock::now();
  const mux::demo::Developed expected = mux::demo::develop_plainly(picture);
  const std::chrono::nanoseconds plain_time = Clock::now() - start;
  const mux::demo::Difference difference = mux::demo::compare(developed, expected);

  progress.step("writing " + options.output);
  mux::tools::write_png(options.output, developed.picture);
  progress.clear();

  mux::tools::write_output(
      mux::demo::report_text({options.input, options.output, picture, device.info(), options.repeat,
                              timings, plain_time, difference}));
  return difference.within_tolerance() ? mux::tools::exit_success : mux::tools::exit_failure;
}

}  // namespace

int main(int argc, char **argv) try {
  CLI::App app("Develops a photograph with OpenCL C kernels and checks the result.", "muxdemo");
  app.footer("Exit codes: 0 success, 1 the run failed or the result differs, 2 wrong arguments.");
  Options options;
  app.add_option("picture", options.input, "The photograph, PNG or JPEG")->required();
  app.add_option("-o,--output", options.output, "The PNG file to write")->capture_default_str();
  app.add_option("--repeat", options.repeat, "Runs to take the fastest of")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1000000u));
  if (const std::optional<int> exit_code = mux::tools::parse_command_line(app, argc, argv)) {
    return *exit_code;
  }
  return demonstrate(options);
} catch (const std::exception &error) {
  return mux::tools::report("muxdemo", error);
}
