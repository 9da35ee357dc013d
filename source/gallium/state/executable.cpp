#include "gallium/state/executable.h"

#include <algorithm>
#include <cstring>

namespace mux::gallium {

Executable::Executable(const Screen &screen, std::span<const std::byte> binary,
                       std::span<const mux_constant_value_t> constants)
    : screen_(screen) {
  mux_executable_options_t options{};
  options.constants = constants.data();
  options.constant_count = constants.size();
  check(muxCreateExecutableWithOptions(screen.device(), binary.data(), binary.size(), &options,
                                       screen.allocator(), &executable_));
  try {
    load();
  } catch (...) {
    // The destructor does not run.
    destroy();
    throw;
  }
}

Executable::~Executable() {
  destroy();
}

void Executable::destroy() noexcept {
  for (const std::unique_ptr<EntryPoint> &entry_point : entry_points_) {
    if (entry_point->kernel != nullptr) {
      muxDestroyKernel(screen_.device(), entry_point->kernel, screen_.allocator());
    }
  }
  muxDestroyExecutable(screen_.device(), executable_, screen_.allocator());
}

void Executable::load() {
  uint64_t count = 0;
  check(muxGetExecutableKernelCount(executable_, &count));
  for (uint64_t index = 0; index < count; ++index) {
    add_entry_point(index);
  }
}

void Executable::add_entry_point(uint64_t index) {
  const char *name = nullptr;
  check(muxGetExecutableKernelName(executable_, index, &name));
  EntryPoint &made = *entry_points_.emplace_back(std::make_unique<EntryPoint>());
  made.name = name;
  check(muxCreateKernel(screen_.device(), executable_, name, made.name.size(), screen_.allocator(),
                        &made.kernel));
  check(muxGetKernelInfo(made.kernel, &made.info));
  uint64_t count = 0;
  check(muxGetKernelArgumentCount(made.kernel, &count));
  for (uint64_t argument = 0; argument < count; ++argument) {
    mux_kernel_argument_info_t info{};
    check(muxGetKernelArgumentInfo(made.kernel, argument, &info));
    made.parameters.push_back(match_parameter(screen_.info(), made.name, info));
  }
}

EntryPoint &Executable::entry_point(uint32_t index) const {
  require_valid(index < entry_points_.size(), "there is no such entry point");
  return *entry_points_[index];
}

uint32_t Executable::find(const char *name) const {
  const auto found = std::ranges::find_if(
      entry_points_, [&](const std::unique_ptr<EntryPoint> &entry) { return entry->name == name; });
  require(found != entry_points_.end(), mux_error_missing_kernel,
          "the program has no entry point of this name");
  return static_cast<uint32_t>(found - entry_points_.begin());
}

}  // namespace mux::gallium
