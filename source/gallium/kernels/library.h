/// @file
/// The compiled kernels of a screen. They are compiled when the first clear or blit needs them, and
/// cached on disk by the compiler.
#pragma once

#include <mux/mux.h>

#include <array>
#include <span>

#include "client/kernel_cost.h"
#include "client/recording.h"
#include "gallium/screen/screen.h"

namespace mux::gallium {

enum class KernelName : uint8_t { pack_value, fill_blocks, blit };
inline constexpr size_t kernel_count = 3;

class KernelLibrary final : public RefCounted {
 public:
  /// The library of a screen, compiled on the first call. Fails with
  /// mux_error_feature_unsupported if there is no compiler.
  static KernelLibrary &of(Screen &screen);

  explicit KernelLibrary(const Screen &screen);
  ~KernelLibrary() override;

  /// Records a kernel over a range of three dimensions, none of which is 0.
  mux_result_t record(client::Recording &recording, KernelName name,
                      std::span<mux_descriptor_info_t> arguments,
                      const std::array<size_t, 3> &range);

 private:
  struct Kernel {
    mux_kernel_t kernel = nullptr;
    client::KernelCost cost;
  };

  void load(const void *binary, uint64_t size);
  void destroy() noexcept;

  mux_device_t device_;
  mux_allocator_info_t allocator_;
  mux_executable_t executable_ = nullptr;
  std::array<Kernel, kernel_count> kernels_;
};

}  // namespace mux::gallium
