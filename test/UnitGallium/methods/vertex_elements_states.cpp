#include "pictures/picture.h"
#include "state_triplet.h"

namespace gallium_test::vertex_elements_states {

namespace {

using Template = mux_gallium_vertex_elements_template_t;

constexpr Triplet<mux_gallium_vertex_elements_state_t, Template> triplet{
    muxGalliumCreateVertexElementsState, muxGalliumBindVertexElementsState,
    muxGalliumDestroyVertexElementsState};

Template one_element(uint32_t format, uint32_t buffer = 0) {
  Template made{};
  made.count = 1;
  made.elements[0] = {0, 0, buffer, format};
  return made;
}

}  // namespace

TEST_CASE("F01, F07 vertex_elements_state: create, bind, destroy") {
  check_triplet(triplet, one_element(mux_gallium_format_r32g32b32a32_float));
}

TEST_CASE("F07 vertex_elements_state: there is a limit of elements and of buffers") {
  Template changed = one_element(mux_gallium_format_r32_float);
  std::fill_n(changed.elements, MUX_GALLIUM_MAX_VERTEX_ELEMENTS, changed.elements[0]);
  for (const uint32_t count : {0U, 1U, uint32_t{MUX_GALLIUM_MAX_VERTEX_ELEMENTS}}) {
    changed.count = count;
    accept_state(triplet, changed);
  }
  ++changed.count;
  refuse_state(triplet, changed, "too many vertex elements");
  accept_state(triplet, one_element(mux_gallium_format_r32_float, 31));
  refuse_state(triplet, one_element(mux_gallium_format_r32_float, 32), "vertex buffer");
}

TEST_CASE("F07 vertex_elements_state: formats whose elements can be read one by one") {
  for (const auto format :
       {mux_gallium_format_r8_unorm, mux_gallium_format_r64g64b64a64_float,
        mux_gallium_format_r10g10b10a2_sscaled, mux_gallium_format_r11g11b10_float,
        mux_gallium_format_r16g16b16_float}) {
    accept_state(triplet, one_element(format));
  }
  for (const uint32_t format :
       {uint32_t{mux_gallium_format_none}, 511U, uint32_t{mux_gallium_format_z24_unorm_s8_uint},
        uint32_t{mux_gallium_format_dxt1_rgb}}) {
    const Context context;
    const Template description = one_element(format);
    mux_gallium_vertex_elements_state_t made = nullptr;
    INFO(format);
    CHECK(muxGalliumCreateVertexElementsState(context, &description, &made) ==
          mux_error_invalid_value);
  }
}

}  // namespace gallium_test::vertex_elements_states
