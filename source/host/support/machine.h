/// @file
/// What the machine says about itself. Each function reads it anew; none fails: what cannot be
/// found out is 0, or a plain default where the comment says so.
#pragma once

#include <mux/extensions.h>

#include <cstdint>

namespace mux::host::machine {

struct Cache {
  /// Of the last level, and of a line.
  uint64_t size = 0;
  uint64_t line_size = 0;
  /// Of the second level, all of the machine's together.
  uint64_t second_level_size = 0;
};

/// Processing units this process may run on, as its affinity says; at least 1. Fills `cache` as
/// well, because both come from the same, slow to load, topology.
uint32_t processing_units(Cache &cache);

/// Where the processors belong that this process may run on, those next to each other that share
/// much. Writes up to `length` of them. Returns how many there are; 0 if that cannot be found out.
uint64_t processors(mux_processor_info_t *infos, uint64_t length);

/// Bytes of physical memory.
uint64_t memory_size();

/// The highest clock frequency, in MHz.
uint32_t clock_frequency();

/// The name of the processor; "unknown CPU" by default. At most `size` bytes with the terminator.
void processor_name(char *name, uint64_t size);

/// The number that the processor's maker has on the PCI bus, which is what OpenCL calls a vendor's
/// id; 0 for a maker that is not known to have one.
uint32_t vendor_id();

/// Bytes of a vector register.
uint32_t vector_width();

}  // namespace mux::host::machine
