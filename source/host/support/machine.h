/// @file
/// Properties of the machine. Functions read them each time, and cannot fail: unknown values are 0,
/// or a default where documented.
#pragma once

#include <mux/extensions.h>

#include <cstdint>

namespace mux::host::machine {

struct Cache {
  /// Size in bytes of the last-level cache, and of a cache line.
  uint64_t size = 0;
  uint64_t line_size = 0;
  /// Total size of all second-level caches.
  uint64_t second_level_size = 0;
};

/// Returns the number of processing units in the process's affinity mask; at least 1. Also fills
/// `cache`, because both are read from the same topology, which is slow to load.
uint32_t processing_units(Cache &cache);

/// Describes the processors in the process's affinity mask, ordered by topology. Writes up to
/// `length` of them. Returns their number; 0 if it is unknown.
uint64_t processors(mux_processor_info_t *infos, uint64_t length);

/// Bytes of physical memory.
uint64_t memory_size();

/// The highest clock frequency, in MHz.
uint32_t clock_frequency();

/// Returns the name of the processor, "unknown CPU" if unknown. Writes at most `size` bytes with
/// the terminator.
void processor_name(char *name, uint64_t size);

/// Returns the PCI vendor id of the processor's manufacturer, which OpenCL uses as vendor id; 0 if
/// unknown.
uint32_t vendor_id();

/// Size of a vector register in bytes.
uint32_t vector_width();

}  // namespace mux::host::machine
