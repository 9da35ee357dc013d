#include "gallium/kernels/library.h"

#include <mux/extensions.h>

#include <cstring>

#include "gallium/kernels/source.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {

KernelProgram::KernelProgram(const Screen &screen, const char *source,
                             std::span<const char *const> names)
    : device_(screen.device()), allocator_(screen.allocator()), kernels_(names.size()) {
  mux_compile_info_t info{};
  info.source = source;
  info.source_length = std::strlen(source);
  info.source_name = "gallium.cl";
  info.options = "-cl-std=CL3.0";
  info.language = mux_compile_language_opencl_c;
  Compilation compilation(allocator_);
  check(compilation.compile(info));
  try {
    load(compilation.binary(), compilation.size(), names);
  } catch (...) {
    // The destructor does not run.
    destroy();
    throw;
  }
}

KernelProgram::~KernelProgram() {
  destroy();
}

void KernelProgram::load(const void *binary, uint64_t size, std::span<const char *const> names) {
  check(muxCreateExecutable(device_, binary, size, allocator_, &executable_));
  for (size_t index = 0; index < names.size(); ++index) {
    check(muxCreateKernel(device_, executable_, names[index], std::strlen(names[index]), allocator_,
                          &kernels_[index].kernel));
  }
}

void KernelProgram::destroy() noexcept {
  for (const Kernel &kernel : kernels_) {
    if (kernel.kernel != nullptr) {
      muxDestroyKernel(device_, kernel.kernel, allocator_);
    }
  }
  if (executable_ != nullptr) {
    muxDestroyExecutable(device_, executable_, allocator_);
  }
}

KernelLibrary &KernelLibrary::of(Screen &screen) {
  return static_cast<KernelLibrary &>(
      screen.shared_object([&] { return Ref<RefCounted>(make_ref<KernelLibrary>(screen)); }));
}

KernelLibrary &KernelLibrary::with(Screen &screen, KernelName name) {
  KernelLibrary &library = of(screen);
  library.find(name);
  return library;
}

KernelProgram::Kernel &KernelLibrary::find(KernelName name) {
  static constexpr const char *texel_kernels[] = {"pack_value", "fill_blocks", "blit"};
  static constexpr const char *decoder_kernels[] = {"decompress_s3tc", "decompress_rgtc",
                                                    "decompress_etc", "decompress_bptc"};
  const auto index = static_cast<size_t>(name);
  const bool decodes = index >= std::size(texel_kernels);
  const std::lock_guard guard(lock_);
  std::unique_ptr<KernelProgram> &program = programs_.at(decodes ? 1 : 0);
  if (!program) {
    program = decodes
                  ? std::make_unique<KernelProgram>(screen_, decompression_source, decoder_kernels)
                  : std::make_unique<KernelProgram>(screen_, kernel_source, texel_kernels);
  }
  return program->kernel(decodes ? index - std::size(texel_kernels) : index);
}

mux_result_t KernelLibrary::record(client::Recording &recording, KernelName name,
                                   std::span<mux_descriptor_info_t> arguments,
                                   const std::array<size_t, 3> &range) {
  KernelProgram::Kernel &of = find(name);
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
