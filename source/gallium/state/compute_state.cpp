#include "gallium/state/compute_state.h"

#include <algorithm>
#include <cstdio>

#include "gallium/state/parameters.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

/// Fails with the first error of a log.
[[noreturn]] void fail_with_log(const std::string &log) {
  thread_local std::array<char, 400> text;
  const size_t error = log.find("error");
  const size_t line = error == std::string::npos ? 0 : log.rfind('\n', error);
  const size_t begin = line == std::string::npos ? 0 : line;
  const std::string first = log.substr(begin, log.find('\n', begin + 1) - begin);
  std::snprintf(text.data(), text.size(), "the program has errors: %s", first.c_str());
  fail(mux_error_failure, text.data());
}

uint32_t mux_language(uint32_t language) {
  switch (language) {
    case mux_gallium_language_tgsi:
      return mux_compile_language_tgsi;
    case mux_gallium_language_spirv:
      return mux_compile_language_spirv;
    default:
      return mux_compile_language_opencl_c;
  }
}

std::string options_of(const mux_gallium_compute_template_t &description) {
  const std::string given = description.options != nullptr ? description.options : "";
  const bool has_version = given.find("-cl-std=") != std::string::npos;
  return has_version || description.language != mux_gallium_language_opencl_c
             ? given
             : "-cl-std=CL3.0 " + given;
}

void check_description(const mux_gallium_compute_template_t &description,
                       const mux_gallium_screen_info_t &limits) {
  require_valid(description.language <= mux_gallium_language_binary, "an unknown language");
  require_valid(description.source != nullptr && description.source_length != 0,
                "there is no source");
  require_valid(description.input_size <= limits.max_compute_input_size, "INPUT is too large");
  require_valid(description.static_shared_memory <= limits.max_compute_shared_memory_size,
                "too much local memory");
  require_valid(description.inlinable_constant_count <= limits.max_inlinable_constants,
                "too many inlinable constants");
  for (uint32_t index = 0; index < description.inlinable_constant_count; ++index) {
    require_valid(
        description.inlinable_offsets[index] < limits.max_constant_buffer_size / sizeof(uint32_t),
        "an inlinable constant is beyond the constant buffer");
  }
}

}  // namespace

ComputeState::ComputeState(const void *context, Screen &screen,
                           const mux_gallium_compute_template_t &description, std::string &log)
    : OfContext(context),
      screen_(screen),
      static_shared_memory_(description.static_shared_memory),
      input_size_(description.input_size) {
  check_description(description, screen.info());
  if (description.language == mux_gallium_language_binary) {
    load(description.source, description.source_length);
    return;
  }
  const std::string options = options_of(description);
  mux_compile_info_t info{};
  info.source = static_cast<const char *>(description.source);
  info.source_length = description.source_length;
  info.options = options.c_str();
  info.language = mux_language(description.language);
  Compilation compilation(screen.allocator());
  const mux_result_t result = compilation.compile(info);
  log = compilation.log();
  if (result == mux_error_failure) {
    fail_with_log(log);
  }
  check(result);
  load(compilation.binary(), compilation.size());
}

ComputeState::~ComputeState() {
  destroy();
}

void ComputeState::destroy() noexcept {
  for (const std::unique_ptr<EntryPoint> &entry_point : entry_points_) {
    if (entry_point->kernel != nullptr) {
      muxDestroyKernel(screen_->device(), entry_point->kernel, screen_->allocator());
    }
  }
  muxDestroyExecutable(screen_->device(), executable_, screen_->allocator());
}

void ComputeState::load(const void *binary, uint64_t size) {
  check(muxCreateExecutable(screen_->device(), binary, size, screen_->allocator(), &executable_));
  try {
    uint64_t count = 0;
    check(muxGetExecutableKernelCount(executable_, &count));
    for (uint64_t index = 0; index < count; ++index) {
      add_entry_point(index);
    }
  } catch (...) {
    // The destructor does not run.
    destroy();
    throw;
  }
}

void ComputeState::add_entry_point(uint64_t index) {
  const char *name = nullptr;
  check(muxGetExecutableKernelName(executable_, index, &name));
  EntryPoint &made = *entry_points_.emplace_back(std::make_unique<EntryPoint>());
  made.name = name;
  check(muxCreateKernel(screen_->device(), executable_, name, made.name.size(),
                        screen_->allocator(), &made.kernel));
  check(muxGetKernelInfo(made.kernel, &made.info));
  uint64_t count = 0;
  check(muxGetKernelArgumentCount(made.kernel, &count));
  for (uint64_t argument = 0; argument < count; ++argument) {
    mux_kernel_argument_info_t info{};
    check(muxGetKernelArgumentInfo(made.kernel, argument, &info));
    made.parameters.push_back(match_parameter(screen_->info(), made.name, info));
  }
}

EntryPoint &ComputeState::entry_point(uint32_t index) const {
  require_valid(index < entry_points_.size(), "there is no such entry point");
  return *entry_points_[index];
}

uint32_t ComputeState::find(const char *name) const {
  const auto found = std::ranges::find_if(
      entry_points_, [&](const std::unique_ptr<EntryPoint> &entry) { return entry->name == name; });
  require(found != entry_points_.end(), mux_error_missing_kernel,
          "the program has no entry point of this name");
  return static_cast<uint32_t>(found - entry_points_.begin());
}

}  // namespace mux::gallium
