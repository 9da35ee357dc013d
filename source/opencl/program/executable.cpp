#include "opencl/program/executable.h"

#include <algorithm>

#include "client/allocator.h"

namespace mux::opencl {

namespace {

mux_executable_options_t options_of(cl_context_memory_initialize_khr initialized) {
  mux_executable_options_t options{};
  if ((initialized & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) != 0) {
    options.initialized_memory |= mux_initialized_memory_local;
  }
  if ((initialized & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) != 0) {
    options.initialized_memory |= mux_initialized_memory_private;
  }
  return options;
}

}  // namespace

Executable::Executable(Device &device, std::string_view code,
                       cl_context_memory_initialize_khr initialized)
    : device_(device) {
  const mux_executable_options_t options = options_of(initialized);
  const mux_result_t result = muxCreateExecutableWithOptions(
      device.mux(), code.data(), code.size(), &options, client::allocator(), &executable_);
  require(result != mux_error_invalid_binary && result != mux_error_invalid_value,
          CL_INVALID_BINARY, nullptr);
  require(result != mux_error_feature_unsupported, CL_COMPILER_NOT_AVAILABLE, nullptr);
  check(result);
  try {
    load_info();
  } catch (...) {
    muxDestroyExecutable(device.mux(), executable_, client::allocator());
    throw;
  }
}

Executable::Executable(Device &device, std::span<const std::string> built_in_kernels)
    : device_(device), names_(built_in_kernels.begin(), built_in_kernels.end()) {
  entries_.resize(names_.size());
}

Executable::~Executable() {
  for (const Entry &entry : entries_) {
    if (entry.code.kernel != nullptr) {
      muxDestroyKernel(device_->mux(), entry.code.kernel, client::allocator());
    }
  }
  if (executable_ != nullptr) {
    muxDestroyExecutable(device_->mux(), executable_, client::allocator());
  }
}

void Executable::load_info() {
  mux_executable_info_t info{};
  check(muxGetExecutableInfo(executable_, &info));
  global_variable_size_ = info.global_variable_size;
  uint64_t count = 0;
  check(muxGetExecutableKernelCount(executable_, &count));
  for (uint64_t index = 0; index < count; ++index) {
    const char *name = nullptr;
    check(muxGetExecutableKernelName(executable_, index, &name));
    names_.emplace_back(name);
  }
  entries_.resize(names_.size());
}

bool Executable::has(std::string_view name) const {
  return std::ranges::find(names_, name) != names_.end();
}

const KernelCode &Executable::kernel(std::string_view name) {
  const auto found = std::ranges::find(names_, name);
  Entry &entry = entries_[static_cast<size_t>(found - names_.begin())];
  if (!entry.made.load(std::memory_order_acquire)) {
    const std::lock_guard guard(entry.lock);
    try {
      make(entry, *found);
    } catch (const Failure &failure) {
      const std::lock_guard log_guard(log_lock_);
      entry.failure = failure.text;
      throw;
    }
  }
  return entry.code;
}

void Executable::make(Entry &entry, const std::string &name) {
  if (entry.code.kernel == nullptr) {
    entry.code.kernel = create(name);
  }
  if (!entry.made.load(std::memory_order_relaxed)) {
    describe(entry.code);
    entry.made.store(true, std::memory_order_release);
  }
}

std::string Executable::log() const {
  std::string text;
  const std::lock_guard guard(log_lock_);
  for (const Entry &entry : entries_) {
    text += entry.failure;
    text += entry.failure.empty() ? "" : "\n";
  }
  return text;
}

mux_kernel_t Executable::create(const std::string &name) {
  mux_kernel_t kernel = nullptr;
  check(executable_ != nullptr ? muxCreateKernel(device_->mux(), executable_, name.data(),
                                                 name.size(), client::allocator(), &kernel)
                               : muxCreateBuiltInKernel(device_->mux(), name.data(), name.size(),
                                                        client::allocator(), &kernel));
  return kernel;
}

void Executable::describe(KernelCode &code) const {
  check(muxGetKernelInfo(code.kernel, &code.info));
  uint64_t count = 0;
  check(muxGetKernelArgumentCount(code.kernel, &count));
  code.arguments.resize(count);
  for (uint64_t index = 0; index < count; ++index) {
    check(muxGetKernelArgumentInfo(code.kernel, index, &code.arguments[index]));
  }
}

}  // namespace mux::opencl
