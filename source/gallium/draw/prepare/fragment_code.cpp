#include "gallium/draw/prepare/fragment_code.h"

#include <algorithm>

#include "gallium/draw/prepare/vertex_input.h"

namespace mux::gallium {
namespace {

void set_flag(draw_fragment_code_s &code, uint32_t flag, bool is_set) {
  code.flags |= is_set ? flag : 0;
}

uint32_t packed_stencil(const mux_gallium_stencil_state_t &state) {
  return state.func | state.fail_op << 3U | state.zpass_op << 6U | state.zfail_op << 9U |
         state.valuemask << 12U | state.writemask << 20U;
}

void set_depth_stencil(const DrawBindings &state, const Surface *surface,
                       draw_fragment_code_s &code) {
  const mux_gallium_depth_stencil_alpha_template_t &from = state.depth_stencil_alpha();
  code.depth_function = mux_gallium_function_always;
  if (surface == nullptr) {
    return;
  }
  const FormatInfo &format = surface->format();
  code.depth_bytes = format.block_bytes;
  if (format.has_depth && from.depth_enabled) {
    code.depth_bits = format.channel_bits[0];
    code.depth_offset = format.channel_offsets[0];
    code.depth_function = from.depth_func;
    set_flag(code, draw_fragment_depth_test, true);
    set_flag(code, draw_fragment_depth_write, from.depth_writemask);
    set_flag(code, draw_fragment_depth_is_float,
             format.channel_types[0] == mux_gallium_channel_type_float);
  }
  if (format.has_stencil && from.stencil[0].enabled) {
    code.stencil_offset = format.channel_offsets[1];
    code.stencil[0] = packed_stencil(from.stencil[0]);
    code.stencil[1] = packed_stencil(from.stencil[from.stencil[1].enabled ? 1 : 0]);
    set_flag(code, draw_fragment_stencil_test, true);
  }
}

uint32_t packed_blend(const mux_gallium_blend_target_t &target) {
  const uint32_t mask = target.colormask << 27U;
  if (!target.blend_enable) {
    return mask;
  }
  return 1U | target.rgb_func << 1U | target.rgb_src_factor << 4U | target.rgb_dst_factor << 9U |
         target.alpha_func << 14U | target.alpha_src_factor << 17U |
         target.alpha_dst_factor << 22U | mask;
}

bool uses_second_source(const mux_gallium_blend_target_t &target) {
  const auto is_second = [](uint32_t factor) {
    return (factor & 15U) == mux_gallium_blend_factor_src1_color ||
           (factor & 15U) == mux_gallium_blend_factor_src1_alpha;
  };
  return target.blend_enable &&
         (is_second(target.rgb_src_factor) || is_second(target.rgb_dst_factor) ||
          is_second(target.alpha_src_factor) || is_second(target.alpha_dst_factor));
}

void set_targets(const DrawBindings &state, const Framebuffer &framebuffer,
                 const mux_shader_interface_t &fragment, draw_fragment_code_s &code) {
  const mux_gallium_blend_template_t &blend = state.blend();
  const bool is_broadcast = fragment.properties.fs_color0_writes_all_buffers != 0;
  code.second_source_output = DRAW_NO_REGISTER;
  for (uint32_t index = 0; index < framebuffer.color.size(); ++index) {
    const Ref<Surface> &surface = framebuffer.color.at(index);
    draw_color_code_s &target = code.targets[index];
    if (!surface) {
      target.output = DRAW_NO_REGISTER;
      continue;
    }
    const mux_gallium_blend_target_t &from =
        blend.targets[blend.independent_blend_enable ? index : 0];
    target.format = kernel_format(surface->format());
    target.blend = packed_blend(from);
    target.output = find_output(fragment, mux_shader_semantic_color, is_broadcast ? 0 : index);
    if (index == 0 && uses_second_source(from)) {
      code.second_source_output = find_output(fragment, mux_shader_semantic_color, 1);
    }
    code.target_count = index + 1;
  }
  const bool has_integers = framebuffer.color[0] && is_integer(framebuffer.color[0]->format());
  const mux_gallium_depth_stencil_alpha_template_t &dsa = state.depth_stencil_alpha();
  set_flag(code, draw_fragment_alpha_test,
           dsa.alpha_enabled && dsa.alpha_func != mux_gallium_function_always && !has_integers);
  // What is not used is 0, so that it makes no other code.
  if ((code.flags & draw_fragment_alpha_test) != 0) {
    code.alpha_function = dsa.alpha_func;
  }
  set_flag(code, draw_fragment_alpha_to_one, blend.alpha_to_one);
  set_flag(code, draw_fragment_logic_op, blend.logicop_enable);
  if (blend.logicop_enable) {
    code.logic_op = blend.logicop_func;
  }
}

/// Whether depth and stencil can be tested before the shader runs, without a difference.
bool can_test_early(const draw_fragment_code_s &code, const mux_shader_interface_t &fragment) {
  constexpr uint32_t late = mux_shader_use_depth_output | mux_shader_use_stencil_output |
                            mux_shader_use_sample_mask_output | mux_shader_use_memory_writes;
  if ((fragment.uses & late) != 0) {
    return false;
  }
  const bool discards =
      (fragment.uses & mux_shader_use_discard) != 0 || (code.flags & draw_fragment_alpha_test) != 0;
  const bool writes = (code.flags & (draw_fragment_depth_write | draw_fragment_stencil_test |
                                     draw_fragment_counts)) != 0;
  return !discards || !writes;
}

}  // namespace

draw_fragment_code_s fragment_code(const DrawBindings &state, const Framebuffer &framebuffer,
                                   const mux_shader_interface_t *fragment,
                                   const FragmentInputs &inputs, bool counts) {
  draw_fragment_code_s code{};
  code.depth_output = DRAW_NO_REGISTER;
  code.stencil_output = DRAW_NO_REGISTER;
  code.mask_output = DRAW_NO_REGISTER;
  code.second_source_output = DRAW_NO_REGISTER;
  set_depth_stencil(state, framebuffer.depth_stencil.get(), code);
  const mux_gallium_rasterizer_template_t &rasterizer = state.rasterizer();
  set_flag(code, draw_fragment_counts, counts);
  set_flag(code, draw_fragment_stipple, rasterizer.poly_stipple_enable);
  set_flag(code, draw_fragment_clamp_color, rasterizer.clamp_fragment_color);
  if (fragment == nullptr) {
    set_flag(code, draw_fragment_early, true);
    return code;
  }
  set_flag(code, draw_fragment_shades, true);
  set_flag(code, draw_fragment_interpolates, (fragment->uses & mux_shader_use_interpolation) != 0);
  set_targets(state, framebuffer, *fragment, code);
  code.input_count = inputs.count;
  std::ranges::copy(inputs.kinds, code.inputs);
  const auto output = [&](mux_shader_semantic_e semantic) {
    return find_output(*fragment, semantic);
  };
  code.depth_output = output(mux_shader_semantic_position);
  code.stencil_output = output(mux_shader_semantic_stencil);
  code.mask_output = output(mux_shader_semantic_sample_mask);
  set_flag(code, draw_fragment_early,
           fragment->properties.fs_early_depth_stencil != 0 || can_test_early(code, *fragment));
  return code;
}

}  // namespace mux::gallium
