// Sub-group functions of every type, compared with loops over the work-items of a sub-group.

#include <bit>
#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "reference.h"

namespace mux::compiler::test::sub_groups {
namespace {

/// Several sub-groups and a partial one, for every size.
constexpr size_t items = 197;

size_t size_of_sub_groups(const std::string &kernel) {
  return Call(shared_program("sub_groups"), kernel).description().sub_group_size;
}

/// Runs a kernel with `results` results for each element.
template <typename T>
std::vector<T> run(const std::string &kernel, std::vector<T> &in, size_t results) {
  std::vector<T> out(in.size() * results);
  run_over(shared_program("sub_groups"), kernel, items, in, out);
  return out;
}

/// Calls `check(values, lane, results)` for each work-item and sums its results.
template <typename T, typename Check>
size_t count_wrong(const std::string &kernel, std::vector<T> &in, size_t results,
                   const Check &check) {
  const std::vector<T> out = run(kernel, in, results);
  const size_t size = size_of_sub_groups(kernel);
  size_t wrong = 0;
  for (size_t at = 0; at < items; ++at) {
    const size_t begin = at / size * size;
    const std::vector<T> values(
        in.begin() + static_cast<std::ptrdiff_t>(begin),
        in.begin() + static_cast<std::ptrdiff_t>(std::min(begin + size, items)));
    wrong += check(values, at - begin, &out[at * results]);
  }
  return wrong;
}

template <typename T>
std::vector<T> random_integers() {
  const unsigned seed = random_seed();
  UNSCOPED_INFO("seed " << seed);
  std::mt19937_64 random(seed);
  std::vector<T> values(items);
  for (T &value : values) {
    value = static_cast<T>(random());
  }
  return values;
}

/// Numbers whose sums and products are exact in any order, even of halves.
template <typename T>
std::vector<T> random_reals() {
  const unsigned seed = random_seed();
  UNSCOPED_INFO("seed " << seed);
  std::mt19937_64 random(seed);
  std::vector<T> values(items);
  for (size_t at = 0; at < items; ++at) {
    values[at] = static_cast<T>((at % 8 == 3 ? 2.0F : 1.0F) * (random() % 2 == 0 ? 1.0F : -1.0F));
  }
  return values;
}

template <typename T>
T add(T a, T b) {
  return static_cast<T>(a + b);
}
template <typename T>
T multiply(T a, T b) {
  return static_cast<T>(a * b);
}
template <typename T>
  requires std::is_integral_v<T> && (sizeof(T) >= 4)
T add(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T>
  requires std::is_integral_v<T>
T multiply(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <typename T>
T least(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
T greatest(T a, T b) {
  return a < b ? b : a;
}

/// Combines the first values.
template <typename T>
T combine(const std::vector<T> &values, size_t count, T start, T (*operation)(T, T)) {
  for (size_t i = 0; i < count; ++i) {
    start = operation(start, values[i]);
  }
  return start;
}

template <typename T>
size_t check_values(const std::string &type, std::vector<T> in, T lowest, T highest) {
  const size_t max_size = size_of_sub_groups("values_" + type);
  return count_wrong(
      "values_" + type, in, 22, [&](const std::vector<T> &v, size_t lane, const T *o) {
        const size_t size = v.size();
        const auto sum = [&](size_t count) { return combine<T>(v, count, T(0), add<T>); };
        const auto product = [&](size_t count) { return combine<T>(v, count, T(1), multiply<T>); };
        const auto low = [&](size_t count) { return combine<T>(v, count, highest, least<T>); };
        const auto high = [&](size_t count) { return combine<T>(v, count, lowest, greatest<T>); };
        const T expected[] = {v[size - 1],
                              v[0],
                              v[0],
                              v[size - 1 - lane],
                              v[size % 2 == 0 ? lane ^ 1 : lane],
                              v[lane - lane / 2],
                              v[size - 1],
                              v[size == max_size ? (lane + 1) % size : lane],
                              v[lane],
                              sum(size),
                              low(size),
                              high(size),
                              sum(lane + 1),
                              low(lane + 1),
                              high(lane + 1),
                              product(size),
                              v[lane],
                              product(lane + 1),
                              sum(lane),
                              low(lane),
                              high(lane),
                              product(lane)};
        size_t wrong = 0;
        for (size_t i = 0; i < 22; ++i) {
          wrong += o[i] != expected[i] ? 1 : 0;
        }
        return wrong;
      });
}

template <typename T>
void check_integer(const std::string &type) {
  CAPTURE(type);
  using Limits = std::numeric_limits<T>;
  CHECK(check_values<T>(type, random_integers<T>(), Limits::min(), Limits::max()) == 0);
}

template <typename T>
void check_real(const std::string &type) {
  CAPTURE(type);
  const auto infinity = static_cast<T>(std::numeric_limits<float>::infinity());
  CHECK(check_values<T>(type, random_reals<T>(), -infinity, infinity) == 0);
}

template <typename T>
void check_bits(const std::string &type) {
  CAPTURE(type);
  std::vector<T> in = random_integers<T>();
  const auto every = static_cast<T>(-1);
  const auto both = [](T a, T b) { return static_cast<T>(a & b); };
  const auto either = [](T a, T b) { return static_cast<T>(a | b); };
  const auto one = [](T a, T b) { return static_cast<T>(a ^ b); };
  CHECK(count_wrong("bits_" + type, in, 10, [&](const std::vector<T> &v, size_t lane, const T *o) {
          const size_t counts[] = {v.size(), lane + 1, lane};
          const size_t places[] = {0, 3, 7};
          size_t wrong = o[6] != v[lane] ? 1 : 0;
          for (size_t i = 0; i < 3; ++i) {
            wrong += o[places[i]] != combine<T>(v, counts[i], every, both) ? 1 : 0;
            wrong += o[places[i] + 1] != combine<T>(v, counts[i], T(0), either) ? 1 : 0;
            wrong += o[places[i] + 2] != combine<T>(v, counts[i], T(0), one) ? 1 : 0;
          }
          return wrong;
        }) == 0);
}

template <typename T>
void check_vector(const std::string &type, size_t lanes) {
  CAPTURE(type, lanes);
  std::vector<T> in(items * lanes);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<T>(i * 3 + 1);
  }
  std::vector<T> out(in.size() * 2);
  const std::string kernel = "vector_" + type + std::to_string(lanes);
  run_over(shared_program("sub_groups"), kernel, items, in, out);
  const size_t size = size_of_sub_groups(kernel);
  size_t wrong = 0;
  for (size_t at = 0; at < items; ++at) {
    for (size_t lane = 0; lane < lanes; ++lane) {
      for (size_t copy = 0; copy < 2; ++copy) {
        wrong += out[(at * 2 + copy) * lanes + lane] != in[at / size * size * lanes + lane] ? 1 : 0;
      }
    }
  }
  CHECK(wrong == 0);
}

/// A mask of the first work-items.
uint64_t lower_bits(size_t count) {
  return count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

}  // namespace

TEST_CASE("sub-group functions of every scalar type", "[sub_groups]") {
  check_integer<int8_t>("char");
  check_integer<uint8_t>("uchar");
  check_integer<int16_t>("short");
  check_integer<uint16_t>("ushort");
  check_integer<int32_t>("int");
  check_integer<uint32_t>("uint");
  check_integer<int64_t>("long");
  check_integer<uint64_t>("ulong");
  check_real<_Float16>("half");
  check_real<float>("float");
  check_real<double>("double");
}

TEST_CASE("bitwise sub-group functions", "[sub_groups]") {
  check_bits<int8_t>("char");
  check_bits<uint16_t>("ushort");
  check_bits<int32_t>("int");
  check_bits<uint64_t>("ulong");
}

TEST_CASE("sub-group broadcasts of vectors", "[sub_groups]") {
  check_vector<int8_t>("char", 2);
  check_vector<uint16_t>("ushort", 3);
  check_vector<int32_t>("int", 4);
  check_vector<uint64_t>("ulong", 8);
  check_vector<float>("float", 16);
  check_vector<double>("double", 3);
}

TEST_CASE("logical sub-group functions give 0 or 1", "[sub_groups]") {
  std::vector<int32_t> in(items);
  for (size_t at = 0; at < items; ++at) {
    in[at] = at % 3 == 0 ? 0 : static_cast<int32_t>(at * 256);
  }
  const size_t wrong = count_wrong(
      "logic", in, 14, [](const std::vector<int32_t> &v, size_t lane, const int32_t *o) {
        std::vector<int32_t> truths;
        uint32_t ballot = 0;
        for (size_t i = 0; i < v.size(); ++i) {
          truths.push_back(v[i] != 0 ? 1 : 0);
          ballot |= i < 32 && v[i] != 0 ? uint32_t{1} << i : 0;
        }
        const auto all = [&](size_t count) {
          return combine<int32_t>(truths, count, 1, least<int32_t>);
        };
        const auto any = [&](size_t count) {
          return combine<int32_t>(truths, count, 0, greatest<int32_t>);
        };
        const auto odd = [&](size_t count) {
          return combine<int32_t>(truths, count, 0, add<int32_t>) % 2;
        };
        const size_t size = v.size();
        const int32_t expected[] = {
            all(size),    any(size), all(size),     any(size),    all(size),
            any(size),    odd(size), all(lane + 1), truths[lane], static_cast<int32_t>(ballot),
            truths[lane], all(lane), any(lane),     odd(lane)};
        size_t different = 0;
        for (size_t i = 0; i < 14; ++i) {
          different += o[i] != expected[i] ? 1 : 0;
        }
        return different;
      });
  CHECK(wrong == 0);
}

TEST_CASE("ballots of sub-groups", "[sub_groups]") {
  const unsigned seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::vector<uint32_t> in(items * 4);
  for (uint32_t &word : in) {
    word = static_cast<uint32_t>(random());
  }
  std::vector<uint32_t> out(items * 136);
  run_over(shared_program("sub_groups"), "ballots", items, in, out);
  const size_t size = size_of_sub_groups("ballots");
  size_t wrong = 0;
  for (size_t at = 0; at < items; ++at) {
    const uint32_t *o = &out[at * 136];
    const uint32_t *bits = &in[at * 4];
    const size_t first = at / size * size;
    const size_t lane = at - first;
    const size_t members = std::min(size, items - first);
    for (size_t i = 0; i < 128; ++i) {
      wrong += o[i] != (bits[i / 32] >> (i % 32) & 1) ? 1 : 0;
    }
    const uint64_t set = bits[0] | uint64_t{bits[1]} << 32;
    const auto count = [&](uint64_t considered) {
      return static_cast<uint32_t>(std::popcount(set & considered));
    };
    // Also of the last, partial sub-group.
    const uint64_t all = lower_bits(size);
    const uint64_t before = lower_bits(lane);
    const uint64_t own = uint64_t{1} << lane;
    wrong += o[128] != count(all) ? 1 : 0;
    wrong += o[129] != count(before | own) ? 1 : 0;
    wrong += o[130] != count(before) ? 1 : 0;
    wrong += o[131] != (set >> lane & 1) ? 1 : 0;
    wrong +=
        o[132] != static_cast<uint32_t>(own + 3 * (all & ~before) + 5 * (all & ~before & ~own) +
                                        7 * (before | own) + 11 * before)
            ? 1
            : 0;
    if ((set & all) != 0) {
      wrong += o[134] != static_cast<uint32_t>(std::countr_zero(set & all)) ? 1 : 0;
      wrong += o[135] != 63 - static_cast<uint32_t>(std::countl_zero(set & all)) ? 1 : 0;
    }
    bool equal = true;
    for (size_t i = first; i < first + members; ++i) {
      equal &= in[i * 4] == in[first * 4];
    }
    wrong += o[133] != (lane == 0 ? 1U : 0U) + (equal ? 2U : 0U) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("sub-group barriers preserve the order of a work-item", "[sub_groups]") {
  std::vector<int32_t> data(items);
  for (size_t at = 0; at < items; ++at) {
    data[at] = static_cast<int32_t>(at);
  }
  run_over(shared_program("sub_groups"), "fenced", items, data);
  for (size_t at = 0; at < items; ++at) {
    CHECK(data[at] == (static_cast<int32_t>(at) + 1) * 2 + 3);
  }
}

}  // namespace mux::compiler::test::sub_groups
