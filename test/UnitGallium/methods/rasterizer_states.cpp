#include <limits>

#include "state_triplet.h"

namespace gallium_test::rasterizer_states {

namespace {

using Template = mux_gallium_rasterizer_template_t;

constexpr Triplet<mux_gallium_rasterizer_state_t, Template> triplet{
    muxGalliumCreateRasterizerState, muxGalliumBindRasterizerState,
    muxGalliumDestroyRasterizerState};

}  // namespace

TEST_CASE("F01, F03 rasterizer_state: create, bind, destroy") {
  check_triplet(triplet, {});
}

TEST_CASE("F03 rasterizer_state: faces, fill modes and planes have limits") {
  Template changed{};
  changed.cull_face = mux_gallium_face_front_and_back;
  accept_state(triplet, changed);
  ++changed.cull_face;
  refuse_state(triplet, changed, "cull");
  for (auto member : {&Template::fill_front, &Template::fill_back}) {
    changed = {};
    changed.*member = mux_gallium_fill_rectangle;
    accept_state(triplet, changed);
    ++(changed.*member);
    refuse_state(triplet, changed, "fill mode");
  }
  changed = {};
  changed.clip_plane_enable = 0xff;
  accept_state(triplet, changed);
  changed.clip_plane_enable = 0x100;
  refuse_state(triplet, changed, "clip planes");
}

TEST_CASE("F03 rasterizer_state: numbers are finite, and sizes not negative") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
  for (auto member : {&Template::point_size, &Template::line_width, &Template::offset_units,
                      &Template::offset_scale, &Template::offset_clamp}) {
    for (const float value : {infinity, -infinity, not_a_number}) {
      Template changed{};
      changed.*member = value;
      refuse_state(triplet, changed, "finite");
    }
  }
  for (auto member : {&Template::point_size, &Template::line_width}) {
    Template changed{};
    changed.*member = -1;
    refuse_state(triplet, changed, "negative");
  }
  for (auto member : {&Template::offset_units, &Template::offset_scale, &Template::offset_clamp}) {
    Template changed{};
    changed.*member = -1;
    accept_state(triplet, changed);
  }
}

}  // namespace gallium_test::rasterizer_states
