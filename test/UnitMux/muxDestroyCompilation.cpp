#include <mux/compiler.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "fixtures.h"

namespace mux::test::mux_destroy_compilation {

TEST_CASE("muxDestroyCompilation: null does nothing", "[muxDestroyCompilation]") {
  CountingAllocator counter;
  muxDestroyCompilation(nullptr, counter.info());
  CHECK(counter.misuses() == 0);
}

TEST_CASE("muxDestroyCompilation: a null compilation has an empty log and no binary",
          "[muxDestroyCompilation]") {
  CHECK(std::strlen(muxGetCompilationLog(nullptr)) == 0);
  CHECK(muxGetCompilationBinary(nullptr) == nullptr);
  CHECK(muxGetCompilationBinaryLength(nullptr) == 0);
}

}  // namespace mux::test::mux_destroy_compilation
