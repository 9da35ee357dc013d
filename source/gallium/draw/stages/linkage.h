/// @file
/// Which registers of a vertex a draw and its fragments use.
#pragma once

#include <mux/gallium/shader_interface.h>

#include <array>
#include <cstdint>

#include "gallium/draw/kernels/draw_abi.h"

namespace mux::gallium {

/// What of the rasterizer's state decides where a fragment's inputs come from.
struct LinkRules {
  bool has_flat_colors;
  bool is_two_sided;
  bool draws_points;
  /// Bit k: TEXCOORD[k]; bit 8: PCOORD. Also of GENERIC[k], for clients without TEXCOORD.
  uint32_t sprite_coordinates;
};

/// The inputs of a fragment shader: kinds, and registers for front and back faces.
struct FragmentInputs {
  uint32_t count = 0;
  std::array<uint32_t, DRAW_MAX_REGISTERS> kinds{};
  std::array<uint32_t, DRAW_MAX_REGISTERS> front{};
  std::array<uint32_t, DRAW_MAX_REGISTERS> back{};
};

/// The register of an output, DRAW_NO_REGISTER if there is none.
uint32_t find_output(const mux_shader_interface_t &shader, mux_shader_semantic_e semantic,
                     uint32_t index = 0);

/// The number of registers of an output array: one more than the highest number.
uint32_t output_registers(const mux_shader_interface_t &shader);

/// Connects the outputs of the last stage before rasterization with a fragment shader's inputs.
FragmentInputs link(const mux_shader_interface_t &vertex, const mux_shader_interface_t &fragment,
                    const LinkRules &rules);

}  // namespace mux::gallium
