#include "contents.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "random.h"

namespace mux::random_kernels {
namespace {

uint64_t random_integer(Random &random, unsigned size) {
  const uint64_t edges[] = {0, 1, ~uint64_t{0}, uint64_t{1} << (8 * size - 1),
                            (uint64_t{1} << (8 * size - 1)) - 1};
  switch (random.below(4)) {
    case 0:
      return random.next();
    case 1:
      return edges[random.below(5)];
    default:
      // Small ones, of either sign.
      return static_cast<uint64_t>(static_cast<int64_t>(random.below(200)) - 60);
  }
}

template <class T>
T random_real(Random &random) {
  const T edges[] = {T(0),
                     -T(0),
                     T(1),
                     std::numeric_limits<T>::infinity(),
                     -std::numeric_limits<T>::infinity(),
                     std::numeric_limits<T>::max(),
                     std::numeric_limits<T>::min(),
                     std::numeric_limits<T>::denorm_min(),
                     T(2147483648.0),
                     T(0.5)};
  switch (random.below(4)) {
    case 0:
      return edges[random.below(10)];
    case 1:
      return std::ldexp(T(static_cast<int64_t>(random.next() >> 8)),
                        static_cast<int>(random.below(100)) - 90);
    default:
      return T(static_cast<int64_t>(random.below(4000)) - 1500) / T(16);
  }
}

template <class T>
void put(std::vector<uint8_t> &bytes, size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

void put_integer(std::vector<uint8_t> &bytes, size_t index, unsigned size, uint64_t value) {
  // Little-endian, as all supported machines.
  std::memcpy(bytes.data() + index * size, &value, size);
}

void shuffle_numbers(std::vector<uint8_t> &bytes, const Argument &buffer, Random &random) {
  std::vector<uint64_t> numbers(buffer.count);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = i;
  }
  for (size_t i = numbers.size(); i > 1; --i) {
    std::swap(numbers[i - 1], numbers[random.below(static_cast<unsigned>(i))]);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    put_integer(bytes, i, size_of(buffer.element), numbers[i]);
  }
}

}  // namespace

std::vector<uint8_t> initial_bytes(const Argument &buffer) {
  const unsigned size = size_of(buffer.element);
  std::vector<uint8_t> bytes(buffer.count * size);
  Random random(buffer.number);
  if (buffer.content == Content::permutation) {
    shuffle_numbers(bytes, buffer, random);
    return bytes;
  }
  for (size_t i = 0; i < buffer.count; ++i) {
    if (buffer.content == Content::fill) {
      put_integer(bytes, i, size, buffer.number);
    } else if (buffer.content == Content::scattered) {
      put_integer(bytes, i, size, static_cast<uint32_t>((i + buffer.number) * 2654435761U) >> 7);
    } else if (buffer.element == Element::f32) {
      put(bytes, i, random_real<float>(random));
    } else if (buffer.element == Element::f64) {
      put(bytes, i, random_real<double>(random));
    } else {
      put_integer(bytes, i, size, random_integer(random, size));
    }
  }
  return bytes;
}

}  // namespace mux::random_kernels
