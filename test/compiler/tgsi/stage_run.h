/// @file
/// Runs shaders of stages of the pipeline: linked with a kernel that calls them.

#pragma once

#include <mux/gallium/shader_abi.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "shader_run.h"

namespace mux::test {

/// Registers of IN and of OUT that the calling kernels have.
inline constexpr size_t stage_registers = 4;

/// The words of a register.
using StageRegister = std::array<uint32_t, 4>;
using StageRegisters = std::array<StageRegister, stage_registers>;

struct StageResult {
  /// OUT of each work-item; before the call all words are `unwritten`.
  std::vector<StageRegisters> outputs;
  /// Of fragments: mux_gallium_fragment_values_s::is_discarded.
  std::vector<uint32_t> discarded;
  /// The contents of the memory afterwards.
  Words memory;
};

inline constexpr uint32_t unwritten = 0xdeadbeef;

/// SAMP[0] and SVIEW[0].
struct StageTexture {
  Words texels;
  mux_gallium_view_layout_t layout = {};
  mux_gallium_sampler_layout_t sampler = {};
};

/// Calls a vertex or fragment shader for each element of `inputs`, a multiple of 16. Work-item i
/// has VERTEXID 100 + i, VERTEXID_NOBASE i, INSTANCEID 200 + i, BASEVERTEX 100, BASEINSTANCE 7,
/// DRAWID 9; or SAMPLEID 1, SAMPLEMASK 3, SAMPLEPOS (0.25, 0.75), and is a helper where `is_helper`
/// is not 0. The plane of IN[i] has in component c the value of IN, the derivative i + 1 along x
/// and 16 * (c + 1) along y; that of 1/w is (2, 0.5, -0.25). The centroid is at (0.25, 0.125) for
/// odd work-items and (0, 0.125) for others, samples at (6, 2), (14, 6), (2, 10) and (10, 14)
/// sixteenths. Colors are flat from work-item 16 on.
/// @param memory is CONST[0], CONST[2], BUFFER[0] and HWATOMIC[1].
StageResult run_stage(const std::string &text, const std::vector<StageRegisters> &inputs,
                      const Words &memory = {}, const std::vector<uint32_t> &is_helper = {},
                      const StageTexture &texture = {});

/// A program of a shader and of source in OpenCL C 3.0 that calls it and includes stage_abi.h.
/// Fails the test if either is refused.
std::string link_stage(const std::string &text, const std::string &source,
                       const std::string &options = {});

/// Compiles to an object, and fails the test if it is refused.
std::string stage_object(const std::string &text);

}  // namespace mux::test
