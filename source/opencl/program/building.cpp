#include "opencl/program/building.h"

#include <new>

#include "client/service.h"
#include "opencl/program/background.h"

namespace mux::opencl {
namespace {

BuildResult in_progress(const std::string &options) {
  Build build;
  build.status = CL_BUILD_IN_PROGRESS;
  build.options = options;
  return std::make_shared<const Build>(std::move(build));
}

/// Runs a background build to its end. There is no caller to catch exceptions.
void run_to_completion(Building &building, const std::function<cl_int(Building &)> &work) noexcept {
  try {
    try {
      work(building);
    } catch (const Failure &failure) {
      building.fail_all(failure.text);
    } catch (const std::bad_alloc &) {
      building.fail_all("out of memory\n");
    }
  } catch (const std::bad_alloc &) {
    // The previous results of the devices are restored.
    return;
  }
}

void tell(const Ref<Program> &program, const BuildListener &listener) noexcept {
  const auto call = [program, listener] { listener.function(program.get(), listener.user_data); };
  try {
    client::service::post(call);
  } catch (const std::bad_alloc &) {
    call();
  }
}

}  // namespace

Building::Building(Program &program, std::vector<size_t> devices, std::string options)
    : program_(program), devices_(std::move(devices)), options_(std::move(options)) {
  before_ = program_->begin(devices_, in_progress(options_));
}

Building::~Building() {
  for (size_t position = 0; position < devices_.size(); ++position) {
    if (before_[position]) {
      program_->set(devices_[position], std::move(before_[position]));
    }
  }
}

void Building::finish(size_t position, Build build) {
  build.options = options_;
  // An executable loaded from a binary can be built again.
  build.loaded = before_[position]->loaded;
  program_->set(devices_[position], std::make_shared<const Build>(std::move(build)));
  before_[position].reset();
}

void Building::fail_all(std::string_view log) {
  for (size_t position = 0; position < devices_.size(); ++position) {
    if (before_[position]) {
      Build build;
      build.status = CL_BUILD_ERROR;
      build.log = log;
      if (before_[position]->loaded) {
        build.binary = before_[position]->binary;
      }
      finish(position, std::move(build));
    }
  }
}

bool Building::succeed(size_t position, std::shared_ptr<const Binary> binary,
                       std::string_view log) {
  Build build;
  build.log = log;
  build.status = CL_BUILD_SUCCESS;
  if (binary->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    try {
      const New<Executable> made(program_->device(devices_[position]), binary->code,
                                 program_->context().initialized_memory());
      build.executable = Ref<Executable>(made.get());
    } catch (const Failure &failure) {
      build.status = CL_BUILD_ERROR;
      build.log += failure.text;
      build.log += '\n';
    }
  }
  if (build.status == CL_BUILD_SUCCESS) {
    build.binary = std::move(binary);
  }
  const bool succeeded = build.status == CL_BUILD_SUCCESS;
  finish(position, std::move(build));
  return succeeded;
}

void Building::succeed(size_t position, std::shared_ptr<const Binary> binary,
                       Ref<Executable> executable) {
  Build build;
  build.status = CL_BUILD_SUCCESS;
  build.binary = std::move(binary);
  build.executable = std::move(executable);
  finish(position, std::move(build));
}

cl_int carry_out(std::shared_ptr<Building> building, const BuildListener &listener,
                 std::function<cl_int(Building &)> work) {
  if (listener.function == nullptr) {
    return work(*building);
  }
  background::run([building = std::move(building), listener, work = std::move(work)]() mutable {
    const Ref<Program> program(building->program());
    run_to_completion(*building, work);
    // The build must not be in progress when the listener is called.
    building.reset();
    tell(program, listener);
  });
  return CL_SUCCESS;
}

}  // namespace mux::opencl
