#include "gallium/kernels/library.h"

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <cstring>

#include "gallium/kernels/source.h"

namespace mux::gallium {

KernelLibrary &KernelLibrary::of(Screen &screen) {
  return static_cast<KernelLibrary &>(
      screen.shared_object([&] { return Ref<RefCounted>(make_ref<KernelLibrary>(screen)); }));
}

KernelLibrary::KernelLibrary(const Screen &screen)
    : device_(screen.device()), allocator_(screen.allocator()) {
  mux_compile_info_t info{};
  info.source = kernel_source;
  info.source_length = std::strlen(kernel_source);
  info.source_name = "gallium.cl";
  info.options = "-cl-std=CL3.0";
  info.language = mux_compile_language_opencl_c;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator_, &compilation);
  try {
    check(result);
    load(muxGetCompilationBinary(compilation), muxGetCompilationBinaryLength(compilation));
  } catch (...) {
    muxDestroyCompilation(compilation, allocator_);
    destroy();
    throw;
  }
  muxDestroyCompilation(compilation, allocator_);
}

KernelLibrary::~KernelLibrary() {
  destroy();
}

void KernelLibrary::load(const void *binary, uint64_t size) {
  constexpr std::array<const char *, kernel_count> names = {"pack_value", "fill_blocks", "blit"};
  check(muxCreateExecutable(device_, binary, size, allocator_, &executable_));
  for (size_t index = 0; index < kernel_count; ++index) {
    check(muxCreateKernel(device_, executable_, names.at(index), std::strlen(names.at(index)),
                          allocator_, &kernels_.at(index).kernel));
  }
}

void KernelLibrary::destroy() noexcept {
  for (const Kernel &kernel : kernels_) {
    if (kernel.kernel != nullptr) {
      muxDestroyKernel(device_, kernel.kernel, allocator_);
    }
  }
  if (executable_ != nullptr) {
    muxDestroyExecutable(device_, executable_, allocator_);
  }
}

mux_result_t KernelLibrary::record(client::Recording &recording, KernelName name,
                                   std::span<mux_descriptor_info_t> arguments,
                                   const std::array<size_t, 3> &range) {
  Kernel &of = kernels_.at(static_cast<size_t>(name));
  constexpr std::array<size_t, 3> no_offset = {0, 0, 0};
  mux_ndrange_options_t options{};
  options.descriptors = arguments.data();
  options.descriptors_length = arguments.size();
  options.global_offset = no_offset.data();
  options.global_size = range.data();
  options.dimensions = range.size();
  check(muxSuggestLocalSize(of.kernel, range.size(), range.data(), mux_local_size_fit_any,
                            &options.local_size[0], &options.local_size[1],
                            &options.local_size[2]));
  recording.cost = &of.cost;
  recording.work_items = uint64_t{range[0]} * range[1] * range[2];
  recording.expected = of.cost.expected(recording.work_items);
  return muxCommandNDRange(recording.commands, of.kernel, options, recording.wait_count,
                           recording.waits, recording.sync_point);
}

}  // namespace mux::gallium
