/// @file
/// Samplers in the representation of kernels.
///
/// There are no sampler objects: the program passes a mux_sampler_t by value.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

/// Returns the compiler::sampler_bits of a sampler. Its modes must be valid enumerators.
uint64_t sampler_bits_of(const mux_sampler_t &sampler);

}  // namespace mux::host
