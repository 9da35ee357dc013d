#include "window.h"

namespace gallium_test::set_sample_mask {

TEST_CASE("F12 set_sample_mask: bit 0 is the sample of a surface with one, with multisampling") {
  Picture picture(2, 1);
  const std::vector<std::string> none{".."};
  const std::vector<std::string> all{"##"};
  for (const bool multisample : {false, true}) {
    picture.rasterize([&](auto &state) { state.multisample = multisample; });
    for (const uint32_t mask : {0U, 1U, 0xfffffffeU, 0xffffffffU}) {
      succeed(muxGalliumSetSampleMask(picture.context(), mask));
      picture.clear(black);
      fill(picture);
      INFO(multisample << ", " << mask);
      CHECK(rows_of(picture) == (multisample && (mask & 1) == 0 ? none : all));
    }
  }
}

TEST_CASE("F12, F17 set_min_samples: all samples are written at first, and there is one") {
  Picture picture(2, 1);
  picture.rasterize([](auto &state) { state.multisample = true; });
  for (const uint32_t samples : {0U, 1U, 4U, 0xffffffffU}) {
    succeed(muxGalliumSetMinSamples(picture.context(), samples));
    picture.clear(black);
    fill(picture);
    CHECK(rows_of(picture) == std::vector<std::string>{"##"});
  }
}

}  // namespace gallium_test::set_sample_mask
