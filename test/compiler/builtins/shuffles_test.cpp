// shuffle and shuffle2 with masks known only at run time.

#include <catch2/catch.hpp>

#include "reference.h"

namespace mux::compiler::test {
namespace {

template <typename T, typename Mask>
void check_shuffles(const std::string &type) {
  const Program &program = shared_program("shuffles");
  std::mt19937_64 random(random_seed());
  struct Shape {
    size_t from;
    size_t to;
  };
  for (const Shape shape : {Shape{2, 2}, {2, 16}, {4, 4}, {4, 8}, {8, 2}, {16, 4}, {16, 16}}) {
    for (const size_t tables : {1, 2}) {
      constexpr size_t vectors = 64;
      std::vector<T> in(2 * shape.from);
      std::vector<Mask> masks(vectors * shape.to);
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<T>(i + 1);
      }
      // Only the low bits of a mask count.
      for (Mask &mask : masks) {
        mask = static_cast<Mask>(random());
      }
      std::vector<T> out(masks.size());
      const std::string kernel = (tables == 1 ? "shuffle_" : "shuffle2_") + type + "_" +
                                 std::to_string(shape.from) + "_" + std::to_string(shape.to);
      run_over(program, kernel, vectors, in, masks, out);
      size_t wrong = 0;
      for (size_t i = 0; i < out.size(); ++i) {
        wrong += out[i] == in[masks[i] % (tables * shape.from)] ? 0 : 1;
      }
      INFO(kernel << ", seed " << random_seed());
      CHECK(wrong == 0);
    }
  }
}

}  // namespace

TEST_CASE("shuffle and shuffle2 pick lanes by the low bits of the mask", "[shuffles]") {
  check_shuffles<uint8_t, uint8_t>("uchar");
  check_shuffles<int16_t, uint16_t>("short");
  check_shuffles<float, uint32_t>("float");
  check_shuffles<double, uint64_t>("double");
}

}  // namespace mux::compiler::test
