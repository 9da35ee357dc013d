#include "host/objects/sampler.h"

#include "compiler/abi/kernel_abi.h"

namespace mux::host {
namespace {

uint32_t address_bits(mux_address_mode_e mode) {
  switch (mode) {
    case mux_address_mode_repeat:
      return compiler::sampler_bits::address_repeat;
    case mux_address_mode_repeat_mirror:
      return compiler::sampler_bits::address_mirrored_repeat;
    case mux_address_mode_clamp:
      return compiler::sampler_bits::address_clamp;
    case mux_address_mode_clamp_edge:
      return compiler::sampler_bits::address_clamp_to_edge;
    case mux_address_mode_none:
      break;
  }
  return compiler::sampler_bits::address_none;
}

}  // namespace

uint64_t sampler_bits_of(const mux_sampler_t &sampler) {
  return address_bits(sampler.address_mode) |
         (sampler.filter_mode == mux_filter_mode_linear ? compiler::sampler_bits::filter_linear
                                                        : compiler::sampler_bits::filter_nearest) |
         (sampler.normalize_coords ? compiler::sampler_bits::normalized_coordinates : 0);
}

}  // namespace mux::host
