#include "opencl/program/program.h"

#include <algorithm>

namespace mux::opencl {

Program::Program(Context &context, std::vector<size_t> devices, Origin origin, std::string source)
    : _cl_program(Kind::program),
      context_(context),
      devices_(std::move(devices)),
      origin_(origin),
      source_(std::move(source)),
      builds_(context.devices().size(), std::make_shared<const Build>()),
      inherited_(context.devices().size()) {}

bool Program::has(size_t device) const {
  return std::ranges::find(devices_, device) != devices_.end();
}

BuildResult Program::build(size_t device) const {
  const std::lock_guard guard(lock_);
  return builds_[device];
}

void Program::set(size_t device, BuildResult build) {
  const std::lock_guard guard(lock_);
  // The previous build is destroyed after the lock is released.
  builds_[device].swap(build);
}

void Program::specialize(cl_uint id, std::string value) {
  const std::lock_guard guard(lock_);
  specialization_[id] = std::move(value);
}

Program::Specialization Program::specialization() const {
  const std::lock_guard guard(lock_);
  return specialization_;
}

std::vector<BuildResult> Program::begin(std::span<const size_t> devices, const BuildResult &mark) {
  std::vector<BuildResult> before;
  before.reserve(devices.size());
  std::vector<Ref<Executable>> dropped(inherited_.size());
  const std::lock_guard guard(lock_);
  require(kernels_ == 0, CL_INVALID_OPERATION, "the program has kernel objects");
  for (const size_t device : devices) {
    require(builds_[device]->status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
            "a build of the program has not finished");
  }
  for (const size_t device : devices) {
    before.push_back(std::exchange(builds_[device], mark));
  }
  inherited_.swap(dropped);
  return before;
}

void Program::attach_kernel() {
  const std::lock_guard guard(lock_);
  for (const BuildResult &build : builds_) {
    require(build->status != CL_BUILD_IN_PROGRESS, CL_INVALID_PROGRAM_EXECUTABLE,
            "a build of the program has not finished");
  }
  require(std::ranges::any_of(builds_,
                              [](const BuildResult &build) { return bool(build->executable); }),
          CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
  ++kernels_;
}

void Program::detach_kernel() noexcept {
  const std::lock_guard guard(lock_);
  --kernels_;
}

size_t Program::owner_of_executable(size_t device) const {
  for (const Device *part = &this->device(device); part != nullptr; part = part->parent()) {
    const size_t index = context_->index_of(*part);
    if (index < builds_.size() && builds_[index]->executable) {
      return index;
    }
  }
  return builds_.size();
}

BuildResult Program::build_used_on(size_t device) const {
  const std::lock_guard guard(lock_);
  const size_t owner = owner_of_executable(device);
  return builds_[device]->status == CL_BUILD_NONE && owner != builds_.size() ? builds_[owner]
                                                                             : builds_[device];
}

Ref<Executable> Program::executable_on(size_t device) {
  const std::lock_guard guard(lock_);
  const size_t owner = owner_of_executable(device);
  if (owner == device) {
    return builds_[device]->executable;
  }
  if (owner == builds_.size() || builds_[owner]->binary == nullptr) {
    return {};
  }
  if (!inherited_[device]) {
    const New<Executable> made(this->device(device), builds_[owner]->binary->code,
                               context().initialized_memory());
    inherited_[device] = Ref<Executable>(made.get());
  }
  return inherited_[device];
}

std::string Program::log(size_t device) const {
  const BuildResult build = build_used_on(device);
  Ref<Executable> inherited;
  {
    const std::lock_guard guard(lock_);
    inherited = inherited_[device];
  }
  return build->log + (build->executable ? build->executable->log() : "") +
         (inherited ? inherited->log() : "");
}

Ref<Executable> Program::any_executable() const {
  const std::lock_guard guard(lock_);
  for (const BuildResult &build : builds_) {
    if (build->executable) {
      return build->executable;
    }
  }
  return {};
}

bool Program::same_on_all_devices() const {
  const std::lock_guard guard(lock_);
  const Binary *binary = nullptr;
  for (const BuildResult &build : builds_) {
    if (build->executable && binary != nullptr && build->binary.get() != binary) {
      return false;
    }
    binary = build->executable ? build->binary.get() : binary;
  }
  return true;
}

bool Program::uniform_groups(size_t device) const {
  const std::lock_guard guard(lock_);
  const size_t owner = owner_of_executable(device);
  return owner < builds_.size() && builds_[owner]->binary != nullptr &&
         builds_[owner]->binary->uniform_groups;
}

bool Program::has_argument_info() const {
  const std::lock_guard guard(lock_);
  return std::ranges::any_of(builds_, [](const BuildResult &build) {
    return build->executable && build->binary != nullptr && build->binary->argument_info;
  });
}

}  // namespace mux::opencl
