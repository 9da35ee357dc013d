// The parts of muxrun that need no device.

#include <catch2/catch.hpp>
#include <cstring>

#include "common/command_line.h"
#include "muxrun/argument.h"
#include "muxrun/content.h"
#include "muxrun/element_type.h"
#include "muxrun/run.h"

using mux::run::ElementType;
using mux::run::format_element;
using mux::run::parse_type;
using mux::run::parse_value;

namespace {

// From text to bytes and back.
std::string round_trip(const std::string &type, const std::string &text) {
  const ElementType element = parse_type(type);
  return format_element(element, parse_value(element, text).data());
}

}  // namespace

TEST_CASE("types have the sizes of OpenCL C", "[muxrun-parts]") {
  const std::pair<const char *, size_t> sizes[] = {
      {"char", 1},    {"uchar16", 16}, {"short2", 4},     {"ushort3", 8},
      {"int", 4},     {"uint8", 32},   {"long", 8},       {"ulong3", 32},
      {"float4", 16}, {"double", 8},   {"double16", 128}, {"half3", 8}};
  for (const auto &[name, size] : sizes) {
    INFO(name);
    CHECK(parse_type(name).size() == size);
  }
  CHECK(mux::run::find_type("unsigned int")->name == "uint");
  CHECK(mux::run::find_type("const float")->name == "float");
  CHECK_FALSE(mux::run::find_type("float1"));
  CHECK_FALSE(mux::run::find_type("size_t"));
  CHECK_FALSE(mux::run::find_type(""));
}

TEST_CASE("values are converted from text to bytes and back", "[muxrun-parts]") {
  CHECK(round_trip("char", "-128") == "-128");
  CHECK(round_trip("uchar", "0xff") == "255");
  CHECK(round_trip("short", "-0x8000") == "-32768");
  CHECK(round_trip("ulong", "18446744073709551615") == "18446744073709551615");
  CHECK(round_trip("long", "-9223372036854775808") == "-9223372036854775808");
  CHECK(round_trip("float", "0.1") == "0.1");
  CHECK(round_trip("float", "1.5f") == "1.5");
  CHECK(round_trip("float", "0x1p-149") == "1e-45");
  CHECK(round_trip("float", "-inf") == "-inf");
  CHECK(round_trip("double", "0.1") == "0.1");
  CHECK(round_trip("double", "nan") == "nan");
  CHECK(round_trip("half", "0.1") == "0.1");
  CHECK(round_trip("half", "-65504") == "-65504");
  CHECK(round_trip("half", "0.33333") == "0.3333");
  CHECK(round_trip("half", "0x1p-24") == "6e-08");
  CHECK(round_trip("half", "-0.0") == "-0");
  CHECK(round_trip("half", "inf") == "inf");
  CHECK(round_trip("half", "nan") == "nan");
  CHECK(round_trip("half2", "1.5h,2") == "(1.5,2)");
  CHECK(round_trip("int3", "1,-2,3") == "(1,-2,3)");
  CHECK(round_trip("uchar4", "7") == "(7,7,7,7)");
}

TEST_CASE("a buffer counts up through the components of its vectors", "[muxrun-parts]") {
  const mux::run::Argument argument = mux::run::parse_argument("buffer:short3:2:iota");
  const auto &buffer = std::get<mux::run::BufferArgument>(argument.value);
  REQUIRE(buffer.size() == 16);
  std::vector<std::byte> bytes(buffer.size(), std::byte{0xff});
  mux::run::fill(buffer, bytes);
  int16_t values[8];
  std::memcpy(values, bytes.data(), sizeof(values));
  CHECK(std::vector<int>(values, values + 8) == std::vector<int>{0, 1, 2, 0, 3, 4, 5, 0});
}

TEST_CASE("random contents stay below 1 and fill integers", "[muxrun-parts]") {
  const mux::run::Argument argument = mux::run::parse_argument("buffer:float:10000:random=5");
  const auto &buffer = std::get<mux::run::BufferArgument>(argument.value);
  std::vector<std::byte> bytes(buffer.size());
  mux::run::fill(buffer, bytes);
  std::vector<float> values(buffer.count);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  CHECK(*least >= 0.0f);
  CHECK(*least < 0.01f);
  CHECK(*most < 1.0f);
  CHECK(*most > 0.99f);
}

TEST_CASE("every half has a text that converts back", "[muxrun-parts]") {
  const ElementType half = parse_type("half");
  size_t failures = 0;
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    std::byte bytes[2];
    mux::run::store_scalar(half, uint64_t{bits}, bytes);
    const bool is_nan = (bits & 0x7fff) > 0x7c00;
    const std::string text = format_element(half, bytes);
    failures += is_nan ? text.find("nan") == std::string::npos
                       : std::memcmp(parse_value(half, text).data(), bytes, 2) != 0;
  }
  CHECK(failures == 0);
}

TEST_CASE("halves count up and stay below 1 at random", "[muxrun-parts]") {
  const ElementType half = parse_type("half");
  const auto filled = [&](const std::string &content) {
    const mux::run::Argument argument = mux::run::parse_argument("buffer:half:4096:" + content);
    const auto &buffer = std::get<mux::run::BufferArgument>(argument.value);
    std::vector<std::byte> bytes(buffer.size());
    mux::run::fill(buffer, bytes);
    return bytes;
  };
  const std::vector<std::byte> counted = filled("iota");
  CHECK(format_element(half, counted.data() + 2 * 2047) == "2047");
  float most = 0;
  const std::vector<std::byte> random = filled("random=3");
  for (size_t i = 0; i < random.size(); i += 2) {
    most = std::max(most, std::stof(format_element(half, random.data() + i)));
  }
  CHECK(most > 0.99f);
  CHECK(most < 1.0f);
}

TEST_CASE("the median of an even number of runs is between the middle two", "[muxrun-parts]") {
  using std::chrono::microseconds;
  CHECK(mux::run::timing_line({microseconds(9), microseconds(1), microseconds(4)}) ==
        "dispatch min 1.0 us, median 4.0 us, max 9.0 us over 3\n");
  CHECK(
      mux::run::timing_line({microseconds(9), microseconds(1), microseconds(4), microseconds(5)}) ==
      "dispatch min 1.0 us, median 4.5 us, max 9.0 us over 4\n");
}
