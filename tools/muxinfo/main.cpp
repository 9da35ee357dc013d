/// @file
/// muxinfo: prints what every device of this machine reports.

#include <cstdio>
#include <exception>
#include <mux/mux.hpp>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "muxinfo/print.h"

namespace {

std::vector<std::vector<mux::info::Property>> query_counters(mux_device_info_t info) {
  std::vector<std::vector<mux::info::Property>> result;
  if (info->query_counter_support) {
    const mux::Device device(info);
    for (const mux::QueryCounter &counter : mux::query_counters(device)) {
      result.push_back(mux::info::describe(counter));
    }
  }
  return result;
}

}  // namespace

int main(int argc, char **argv) try {
  mux::tools::ArgumentParser parser("Prints what every device of this machine reports.", "muxinfo");
  bool as_json = false;
  parser.add_flag("--json", as_json, "Print JSON, with the members of mux_device_info_s as keys");
  if (const auto exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }

  std::vector<mux::info::DeviceDescription> devices;
  for (const mux_device_info_t info : mux::device_infos()) {
    devices.push_back({devices.size(), mux::info::describe(*info), query_counters(info)});
  }
  const std::string text = as_json ? mux::info::json(devices) : mux::info::readable(devices);
  mux::tools::write_output(text);
  return mux::tools::exit_success;
} catch (const std::exception &error) {
  return mux::tools::report("muxinfo", error);
}
