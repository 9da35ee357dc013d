#include "gallium/kernels/library.h"

#include <mux/extensions.h>

#include <cstring>

#include "gallium/kernels/source.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {

KernelProgram::KernelProgram(const KernelDevice &device, const char *source,
                             std::span<const char *const> names)
    : device_(device), kernels_(names.size()) {
  mux_compile_info_t info{};
  info.source = source;
  info.source_length = std::strlen(source);
  info.source_name = "gallium.cl";
  info.options = "-cl-std=CL3.0";
  info.language = mux_compile_language_opencl_c;
  Compilation compilation(device_.allocator);
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
  check(muxCreateExecutable(device_.device, binary, size, device_.allocator, &executable_));
  for (size_t index = 0; index < names.size(); ++index) {
    check(muxCreateKernel(device_.device, executable_, names[index], std::strlen(names[index]),
                          device_.allocator, &kernels_[index].kernel));
  }
}

void KernelProgram::destroy() noexcept {
  for (const Kernel &kernel : kernels_) {
    if (kernel.kernel != nullptr) {
      muxDestroyKernel(device_.device, kernel.kernel, device_.allocator);
    }
  }
  if (executable_ != nullptr) {
    muxDestroyExecutable(device_.device, executable_, device_.allocator);
  }
}

namespace {

/// The libraries that exist. It does not hold them.
struct LibraryList {
  std::mutex lock;
  std::vector<KernelLibrary *> libraries;
};

LibraryList &library_list() {
  static LibraryList list;
  return list;
}

}  // namespace

KernelLibrary::~KernelLibrary() {
  const std::lock_guard guard(library_list().lock);
  std::erase(library_list().libraries, this);
}

Ref<KernelLibrary> KernelLibrary::shared(const KernelDevice &device) {
  const std::lock_guard guard(library_list().lock);
  for (KernelLibrary *library : library_list().libraries) {
    if (library->device_ == device) {
      if (const auto found = Ref<KernelLibrary>::if_alive(*library); found) {
        return found;
      }
    }
  }
  const Ref<KernelLibrary> made = make_ref<KernelLibrary>(device);
  library_list().libraries.push_back(made.get());
  return made;
}

KernelLibrary &KernelLibrary::of(Screen &screen) {
  return static_cast<KernelLibrary &>(
      screen.shared_object([&] { return Ref<RefCounted>(shared(KernelDevice(screen))); }));
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
                  ? std::make_unique<KernelProgram>(device_, decompression_source, decoder_kernels)
                  : std::make_unique<KernelProgram>(device_, kernel_source, texel_kernels);
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
