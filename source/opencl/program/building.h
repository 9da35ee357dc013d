/// @file
/// A build, compilation or link in progress, for some devices of a program.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/program/program.h"

namespace mux::opencl {

/// Marks the devices as CL_BUILD_IN_PROGRESS while it lives. Devices without a result when it is
/// destroyed get their previous build back.
class Building {
 public:
  /// Fails with CL_INVALID_OPERATION, as Program::begin() does.
  Building(Program &program, std::vector<size_t> devices, std::string options);
  ~Building();
  Building(const Building &) = delete;
  Building &operator=(const Building &) = delete;

  Program &program() const { return *program_; }
  std::span<const size_t> devices() const { return devices_; }
  const std::string &options() const { return options_; }
  /// The previous build of a device, by its position in the list.
  const Build &before(size_t position) const { return *before_[position]; }

  /// Records a failure for all devices that have no result yet.
  void fail_all(std::string_view log);
  /// Records the binary of a device, by its position in the list, and loads it if it is an
  /// executable. Returns false, and records the error, if mux rejects it.
  bool succeed(size_t position, std::shared_ptr<const Binary> binary, std::string_view log);
  /// Records a binary whose executable was already loaded.
  void succeed(size_t position, std::shared_ptr<const Binary> binary, Ref<Executable> executable);

 private:
  void finish(size_t position, Build build);

  Ref<Program> program_;
  std::vector<size_t> devices_;
  std::string options_;
  /// NULL for devices that have a result.
  std::vector<BuildResult> before_;
};

using BuildNotify = void(CL_CALLBACK *)(cl_program program, void *user_data);

/// The callback for the end of a build.
struct BuildListener {
  BuildNotify function;
  void *user_data;
};

/// Performs a build: on the calling thread, or in the background if there is a listener. `work`
/// returns CL_SUCCESS or the result of the entry point; with a listener the entry point returns
/// CL_SUCCESS, because the build has begun.
cl_int carry_out(std::shared_ptr<Building> building, const BuildListener &listener,
                 std::function<cl_int(Building &)> work);

}  // namespace mux::opencl
