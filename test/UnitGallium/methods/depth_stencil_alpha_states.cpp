#include "state_triplet.h"

namespace gallium_test::depth_stencil_alpha_states {

namespace {

using Template = mux_gallium_depth_stencil_alpha_template_t;
using Stencil = mux_gallium_stencil_state_t;

constexpr Triplet<mux_gallium_depth_stencil_alpha_state_t, Template> triplet{
    muxGalliumCreateDepthStencilAlphaState, muxGalliumBindDepthStencilAlphaState,
    muxGalliumDestroyDepthStencilAlphaState};

}  // namespace

TEST_CASE("F01, F04 depth_stencil_alpha_state: create, bind, destroy") {
  check_triplet(triplet, {});
}

TEST_CASE("F04 depth_stencil_alpha_state: functions of depth and alpha have limits") {
  Template changed{};
  changed.depth_func = mux_gallium_function_always;
  changed.alpha_func = mux_gallium_function_always;
  accept_state(triplet, changed);
  ++changed.depth_func;
  refuse_state(triplet, changed, "depth function");
  changed = {};
  changed.alpha_func = mux_gallium_function_always + 1;
  refuse_state(triplet, changed, "alpha function");
}

TEST_CASE("F04 depth_stencil_alpha_state: stencil functions, operations and masks have limits") {
  for (size_t face = 0; face < 2; ++face) {
    Template changed{};
    changed.stencil[face] = {true,
                             mux_gallium_function_always,
                             mux_gallium_stencil_op_invert,
                             mux_gallium_stencil_op_invert,
                             mux_gallium_stencil_op_invert,
                             0xff,
                             0xff};
    accept_state(triplet, changed);
    const Template valid = changed;
    ++changed.stencil[face].func;
    refuse_state(triplet, changed, "stencil function");
    for (auto member : {&Stencil::fail_op, &Stencil::zpass_op, &Stencil::zfail_op}) {
      changed = valid;
      ++(changed.stencil[face].*member);
      refuse_state(triplet, changed, "stencil operation");
    }
    for (auto member : {&Stencil::valuemask, &Stencil::writemask}) {
      changed = valid;
      ++(changed.stencil[face].*member);
      refuse_state(triplet, changed, "stencil mask");
    }
  }
}

}  // namespace gallium_test::depth_stencil_alpha_states
