/// @file
/// What kernels are made for and with.
#pragma once

#include <mux/mux.h>

#include "gallium/screen/screen.h"

namespace mux::gallium {

struct KernelDevice {
  mux_device_t device;
  mux_allocator_info_t allocator;

  explicit KernelDevice(const Screen &screen)
      : device(screen.device()), allocator(screen.allocator()) {}
  bool operator==(const KernelDevice &other) const {
    return device == other.device && allocator.alloc == other.allocator.alloc &&
           allocator.free == other.allocator.free &&
           allocator.user_data == other.allocator.user_data;
  }
};

}  // namespace mux::gallium
