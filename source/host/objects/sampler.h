/// @file
/// A sampler as kernels see it.
///
/// There are no sampler objects: the program fills in a mux_sampler_t and hands it over by value.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

/// The compiler::sampler_bits of a sampler. Its modes must be enumerators.
uint64_t sampler_bits_of(const mux_sampler_t &sampler);

}  // namespace mux::host
