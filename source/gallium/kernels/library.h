/// @file
/// The compiled kernels of a screen, in two programs: clears and blits, and decoders of compressed
/// textures. Each is compiled when the first command needs it, and cached on disk by the compiler.
#pragma once

#include <mux/mux.h>

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "client/kernel_cost.h"
#include "client/recording.h"
#include "gallium/draw/program/draw_library.h"
#include "gallium/screen/screen.h"

namespace mux::gallium {

enum class KernelName : uint8_t {
  pack_value,
  fill_blocks,
  blit,
  decompress_s3tc,
  decompress_rgtc,
  decompress_etc,
  decompress_bptc,
};

/// A compiled program, and its kernels.
class KernelProgram {
 public:
  /// Fails with mux_error_feature_unsupported if there is no compiler.
  KernelProgram(const KernelDevice &device, const char *source, std::span<const char *const> names);
  ~KernelProgram();
  KernelProgram(const KernelProgram &) = delete;
  KernelProgram &operator=(const KernelProgram &) = delete;

  struct Kernel {
    mux_kernel_t kernel = nullptr;
    client::KernelCost cost;
  };
  /// By the place of its name.
  Kernel &kernel(size_t index) { return kernels_[index]; }

 private:
  void load(const void *binary, uint64_t size, std::span<const char *const> names);
  void destroy() noexcept;

  KernelDevice device_;
  mux_executable_t executable_ = nullptr;
  std::vector<Kernel> kernels_;
};

class KernelLibrary final : public RefCounted {
 public:
  /// The library of a screen's device, which all its screens share, with the program of a kernel
  /// compiled.
  static KernelLibrary &with(Screen &screen, KernelName name);
  /// The kernels of draws of a screen.
  static DrawLibrary &draws(Screen &screen) { return of(screen).draws_; }

  explicit KernelLibrary(const KernelDevice &device) : device_(device), draws_(device) {}
  ~KernelLibrary() override;

  /// Records a kernel over a range of three dimensions, none of which is 0.
  mux_result_t record(client::Recording &recording, KernelName name,
                      std::span<mux_descriptor_info_t> arguments,
                      const std::array<size_t, 3> &range);

 private:
  static KernelLibrary &of(Screen &screen);
  static Ref<KernelLibrary> shared(const KernelDevice &device);
  KernelProgram::Kernel &find(KernelName name);

  KernelDevice device_;
  std::mutex lock_;
  std::array<std::unique_ptr<KernelProgram>, 2> programs_;
  DrawLibrary draws_;
};

}  // namespace mux::gallium
