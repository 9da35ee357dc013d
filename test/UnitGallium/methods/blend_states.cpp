#include "state_triplet.h"

namespace gallium_test::blend_states {

namespace {

using Template = mux_gallium_blend_template_t;

constexpr Triplet<mux_gallium_blend_state_t, Template> triplet{
    muxGalliumCreateBlendState, muxGalliumBindBlendState, muxGalliumDestroyBlendState};

/// A state whose targets all blend.
Template blending() {
  Template made{};
  for (mux_gallium_blend_target_t &target : made.targets) {
    target.blend_enable = true;
    target.rgb_src_factor = target.alpha_src_factor = mux_gallium_blend_factor_one;
    target.rgb_dst_factor = target.alpha_dst_factor = mux_gallium_blend_factor_zero;
    target.colormask = 15;
  }
  return made;
}

}  // namespace

TEST_CASE("F01, F02 blend_state: create, bind, destroy") {
  check_triplet(triplet, blending());
}

TEST_CASE("F02 blend_state: each factor that there is, and no other") {
  for (uint32_t factor = 0; factor < 40; ++factor) {
    const bool exists = (factor >= 1 && factor <= 10) || (factor >= 17 && factor <= 21) ||
                        (factor >= 23 && factor <= 26);
    for (auto member :
         {&mux_gallium_blend_target_t::rgb_src_factor, &mux_gallium_blend_target_t::rgb_dst_factor,
          &mux_gallium_blend_target_t::alpha_src_factor,
          &mux_gallium_blend_target_t::alpha_dst_factor}) {
      Template changed = blending();
      changed.targets[0].*member = factor;
      INFO(factor);
      if (exists) {
        accept_state(triplet, changed);
      } else {
        refuse_state(triplet, changed, "blend factor");
      }
    }
  }
}

TEST_CASE("F02 blend_state: functions, logic operations and masks have limits") {
  for (auto member :
       {&mux_gallium_blend_target_t::rgb_func, &mux_gallium_blend_target_t::alpha_func}) {
    Template changed = blending();
    changed.targets[0].*member = mux_gallium_blend_function_max;
    accept_state(triplet, changed);
    ++(changed.targets[0].*member);
    refuse_state(triplet, changed, "blend function");
  }
  Template changed = blending();
  changed.logicop_func = mux_gallium_logic_op_set;
  accept_state(triplet, changed);
  ++changed.logicop_func;
  refuse_state(triplet, changed, "logic operation");
  changed = blending();
  changed.targets[0].colormask = 16;
  refuse_state(triplet, changed, "color mask");
}

TEST_CASE("F02 blend_state: what is not used is not looked at") {
  Template changed = blending();
  changed.targets[0].blend_enable = false;
  changed.targets[0].rgb_func = 99;
  changed.targets[0].alpha_dst_factor = 0;
  accept_state(triplet, changed);
  changed.targets[7].rgb_src_factor = 0;
  accept_state(triplet, changed);
  changed.independent_blend_enable = true;
  refuse_state(triplet, changed, "blend factor");
}

}  // namespace gallium_test::blend_states
