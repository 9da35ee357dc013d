// Copies with non-temporal stores copy exactly the given bytes, at every alignment.

#include <algorithm>
#include <numeric>

#include "host/schedule/stream_copy.h"
#include "support.h"

namespace mux::test::stream_copy {

TEST_CASE("Schedule: a streamed copy moves every byte, at every alignment") {
  constexpr size_t longest = 3 * 4 * 4096 + 200;
  std::vector<std::byte> source(longest + 256);
  for (size_t index = 0; index < source.size(); ++index) {
    source[index] = static_cast<std::byte>(index * 7 + index / 253);
  }
  size_t wrong = 0;
  for (const size_t size :
       {0UL, 1UL, 63UL, 64UL, 65UL, 4095UL, 16383UL, 16384UL, 16447UL, 33000UL, longest}) {
    for (const size_t to : {0UL, 1UL, 15UL, 16UL, 63UL}) {
      for (const size_t from : {0UL, 3UL, 64UL}) {
        std::vector<std::byte> destination(longest + 256, std::byte{0xEE});
        mux::host::stream_copy(destination.data() + to, source.data() + from, size);
        const auto begin = destination.begin() + static_cast<std::ptrdiff_t>(to);
        const auto end = begin + static_cast<std::ptrdiff_t>(size);
        const bool right =
            std::equal(begin, end, source.begin() + static_cast<std::ptrdiff_t>(from)) &&
            static_cast<size_t>(std::count(destination.begin(), begin, std::byte{0xEE})) == to &&
            std::all_of(end, destination.end(),
                        [](std::byte byte) { return byte == std::byte{0xEE}; });
        wrong += right ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Schedule: a copy larger than the caches moves every byte", "[slow]") {
  Fixture fixture;
  const size_t size = (size_t{257} << 20) + 77;
  std::vector<unsigned char> first(size);
  std::vector<unsigned char> second(size, 0);
  std::iota(first.begin(), first.end(), static_cast<unsigned char>(3));
  mux_buffer_t from = fixture.buffer_over(first.data(), size);
  mux_buffer_t to = fixture.buffer_over(second.data(), size);
  Commands commands(fixture);
  REQUIRE(muxCommandCopyBuffer(commands, from, 3, to, 5, size - 5, 0, nullptr, nullptr) ==
          mux_success);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  CHECK(std::equal(second.begin() + 5, second.end(), first.begin() + 3));
  CHECK(std::count(second.begin(), second.begin() + 5, 0) == 5);
}

}  // namespace mux::test::stream_copy
