// Functions of sub-groups, which are one work-item each: every type gives its own value, and an
// exclusive scan the identity.

#include "compiler/sub_groups.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "reference.h"

namespace mux::compiler::test {
namespace {

static_assert(sub_group_size == 1, "these tests know no neighbours");

constexpr size_t items = 37;

template <typename T>
std::vector<T> random_values() {
  const unsigned seed = random_seed();
  UNSCOPED_INFO("seed " << seed);
  std::mt19937_64 random(seed);
  std::vector<T> values(items);
  for (T &value : values) {
    value = static_cast<T>(static_cast<int64_t>(random() % 20001) - 10000);
  }
  return values;
}

/// Runs a kernel with `results` results for each element.
template <typename T>
std::vector<T> run(const std::string &kernel, std::vector<T> &in, size_t results) {
  std::vector<T> out(in.size() * results);
  run_over(shared_program("sub_groups"), kernel, items, in, out);
  return out;
}

/// Counts the results of each work-item that are not its own value, but for the last ones, which
/// are those of exclusive scans.
template <typename T>
size_t count_wrong(const std::string &kernel, const std::vector<T> &identities, size_t own) {
  std::vector<T> in = random_values<T>();
  const size_t results = own + identities.size();
  const std::vector<T> out = run(kernel, in, results);
  size_t wrong = 0;
  for (size_t at = 0; at < items; ++at) {
    for (size_t i = 0; i < results; ++i) {
      const T expected = i < own ? in[at] : identities[i - own];
      wrong += out[at * results + i] != expected ? 1 : 0;
    }
  }
  return wrong;
}

template <typename T>
void check_integer(const std::string &type) {
  CAPTURE(type);
  using Limits = std::numeric_limits<T>;
  CHECK(count_wrong<T>("values_" + type, {0, Limits::max(), Limits::min(), 1}, 18) == 0);
}

template <typename T>
void check_real(const std::string &type) {
  CAPTURE(type);
  const auto infinity = static_cast<T>(std::numeric_limits<float>::infinity());
  CHECK(count_wrong<T>("values_" + type, {0, infinity, -infinity, 1}, 18) == 0);
}

template <typename T>
void check_bits(const std::string &type) {
  CAPTURE(type);
  CHECK(count_wrong<T>("bits_" + type, {static_cast<T>(-1), 0, 0}, 7) == 0);
}

template <typename T>
void check_vector(const std::string &type, size_t lanes) {
  CAPTURE(type, lanes);
  std::vector<T> in(items * lanes);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<T>(i * 3 + 1);
  }
  std::vector<T> out(in.size() * 2);
  run_over(shared_program("sub_groups"), "vector_" + type + std::to_string(lanes), items, in, out);
  size_t wrong = 0;
  for (size_t at = 0; at < items; ++at) {
    for (size_t lane = 0; lane < lanes; ++lane) {
      for (size_t copy = 0; copy < 2; ++copy) {
        wrong += out[(at * 2 + copy) * lanes + lane] != in[at * lanes + lane] ? 1 : 0;
      }
    }
  }
  CHECK(wrong == 0);
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
  const std::vector<int32_t> out = run("logic", in, 14);
  for (size_t at = 0; at < items; ++at) {
    CAPTURE(at);
    for (size_t i = 0; i < 11; ++i) {
      CAPTURE(i);
      CHECK(out[at * 14 + i] == (in[at] != 0 ? 1 : 0));
    }
    CHECK(out[at * 14 + 11] == 1);
    CHECK(out[at * 14 + 12] == 0);
    CHECK(out[at * 14 + 13] == 0);
  }
}

TEST_CASE("ballots of sub-groups", "[sub_groups]") {
  const unsigned seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::vector<uint32_t> in(items * 4);
  for (uint32_t &word : in) {
    word = static_cast<uint32_t>(random());
  }
  std::vector<uint32_t> out(items * 134);
  run_over(shared_program("sub_groups"), "ballots", items, in, out);
  for (size_t at = 0; at < items; ++at) {
    CAPTURE(at);
    const uint32_t *o = &out[at * 134];
    const uint32_t *bits = &in[at * 4];
    size_t wrong = 0;
    for (size_t i = 0; i < 128; ++i) {
      wrong += o[i] != (bits[i / 32] >> (i % 32) & 1) ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(o[128] == (bits[0] & 1));
    CHECK(o[129] == (bits[0] & 1));
    CHECK(o[130] == 0);
    CHECK(o[131] == (bits[0] & 1));
    CHECK(o[132] == 1 + 2 + 8);
    CHECK(o[133] == 1 + 2);
  }
}

TEST_CASE("sub-group barriers keep the order of one work-item", "[sub_groups]") {
  std::vector<int32_t> data(items);
  for (size_t at = 0; at < items; ++at) {
    data[at] = static_cast<int32_t>(at);
  }
  run_over(shared_program("sub_groups"), "fenced", items, data);
  for (size_t at = 0; at < items; ++at) {
    CHECK(data[at] == (static_cast<int32_t>(at) + 1) * 2 + 3);
  }
}

}  // namespace mux::compiler::test
