// Specialization constants: listed, and set.

#include <catch2/catch.hpp>

#include <array>

#include "compile.h"
#include "counting_allocator.h"
#include "modules.h"

using namespace mux::test;

namespace {

/// (number + wide) * (truth ? 12 : 3) + small
struct Values {
  uint32_t number = 10;
  uint64_t wide = 200;
  uint8_t truth = 0;
  uint8_t small = 3;

  uint32_t expected() const {
    return (number + static_cast<uint32_t>(wide)) * (truth != 0 ? 12 : 3) + small;
  }
};

CompileResult specialize(const std::vector<mux_specialization_value_t> &values) {
  const std::string module = read_module("specialized");
  mux_compile_info_t info = {};
  info.source = module.data();
  info.source_length = module.size();
  info.specialization_values = values.data();
  info.specialization_value_count = values.size();
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator.info(), &compilation);
  return take_result(result, compilation, allocator);
}

}  // namespace

TEST_CASE("specialization constants have default values, or the program's", "[muxCompile]") {
  Values values;
  std::vector<mux_specialization_value_t> given;
  SECTION("default values only") {}
  SECTION("one value of the program") {
    values.number = 77;
    given = {{1, 4, &values.number}};
  }
  SECTION("all values of the program, and one for an unknown constant") {
    values = {5, 1000, 1, 250};
    given = {{4, 1, &values.small},
             {3, 1, &values.truth},
             {2, 8, &values.wide},
             {9, 2, &values.wide},
             {1, 4, &values.number}};
  }
  const CompileResult outcome = specialize(given);
  INFO(outcome.log);
  REQUIRE(outcome.result == mux_success);
  for (const uint32_t value : run_kernel(outcome.binary, test_input(1))) {
    REQUIRE(value == values.expected());
  }
}

TEST_CASE("a value of another size than the constant's is rejected", "[muxCompile]") {
  const uint64_t value = 1;
  const CompileResult outcome = specialize({{1, 8, &value}});
  REQUIRE(outcome.result == mux_error_failure);
  REQUIRE(contains(outcome.log, "the specialization constant 1 has 4 bytes"));
}

TEST_CASE("muxCompile rejects NULL values", "[muxCompile]") {
  REQUIRE(specialize({{1, 4, nullptr}}).result == mux_error_invalid_value);
  const std::string module = read_module("specialized");
  mux_compile_info_t info = {};
  info.source = module.data();
  info.source_length = module.size();
  info.specialization_value_count = 1;
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  REQUIRE(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
}

TEST_CASE("muxGetSpecializationConstants lists constants in order",
          "[muxGetSpecializationConstants]") {
  const std::string module = read_module("specialized");
  std::array<mux_specialization_constant_t, 6> constants = {};
  uint64_t count = 0;
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size(), 0, nullptr, &count) ==
          mux_success);
  REQUIRE(count == 4);
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size(), 2, constants.data(),
                                        &count) == mux_success);
  REQUIRE(count == 4);
  REQUIRE(constants[2].size == 0);
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size(), constants.size(),
                                        constants.data(), &count) == mux_success);
  REQUIRE(constants[0].id == 1);
  REQUIRE(constants[0].size == 4);
  REQUIRE(constants[0].default_value == 10);
  REQUIRE(constants[1].size == 8);
  REQUIRE(constants[1].default_value == 200);
  REQUIRE(constants[2].size == 1);
  REQUIRE(constants[2].default_value == 0);
  REQUIRE(constants[3].size == 1);
}

TEST_CASE("muxGetSpecializationConstants reports errors", "[muxGetSpecializationConstants]") {
  const std::string module = read_module("specialized");
  uint64_t count = 1;
  REQUIRE(muxGetSpecializationConstants(nullptr, 4, 0, nullptr, &count) == mux_error_invalid_value);
  REQUIRE(count == 0);
  REQUIRE(muxGetSpecializationConstants(module.data(), 0, 0, nullptr, &count) ==
          mux_error_invalid_value);
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size(), 1, nullptr, &count) ==
          mux_error_invalid_value);
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size(), 0, nullptr, nullptr) ==
          mux_error_null_out_parameter);
  REQUIRE(muxGetSpecializationConstants(module.data(), module.size() - 4, 0, nullptr, &count) ==
          mux_error_invalid_binary);
  REQUIRE(muxGetSpecializationConstants("kernel void k() {}", 18, 0, nullptr, &count) ==
          mux_error_invalid_binary);
}
