#include <catch2/catch.hpp>

#include "object_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

TEST_CASE_METHOD(ImageFixture, "muxDestroyImage.vu04 to vu06: invalid arguments have no effect",
                 "[muxDestroyImage]") {
  check_destroy_arguments(*this, &image, muxDestroyImage);
}
