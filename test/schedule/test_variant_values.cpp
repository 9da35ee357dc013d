// Code specialized for argument values, and the code of commands recorded later.

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "variants_fixture.h"

namespace mux::test::variant_values {

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;

TEST_CASE_METHOD(VariantsFixture, "Variants: constant numbers become part of the code") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  // One variant for all ranges, unless the code depends on the local size.
  CHECK((find(linear(650, 64)) == variant) == !local_size_matters);

  Packed packed;
  packed.first = 0xFFFFFFFF;
  packed.second = 5;
  const KernelFunction code_for_others = local_size_matters ? special_code : general_code;
  if (local_size_matters) {
    REQUIRE(runs_in_the_end(*variant, packed, special_code, tuning::uses_before_compiling));
    CHECK(program->asked().size() == 1);
    CHECK(program->asked().front().arguments.empty());
  }
  const size_t asked_before = program->asked().size();
  const uint32_t uses_to_come =
      tuning::constant_argument_repeats - (local_size_matters ? tuning::uses_before_compiling : 0);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (uint32_t i = 0; variant->code(packed.bytes(), true).function() != code_for_values; ++i) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    if (i + 1 < uses_to_come) {
      CHECK(program->asked().size() == asked_before);
    }
    packed.free = i;
    packed.third = static_cast<uint16_t>(i);
    std::this_thread::yield();
  }
  REQUIRE(program->asked().size() == asked_before + 1);
  const Specialization asked = program->asked().back();
  CHECK(asked.range.has_value() == local_size_matters);
  REQUIRE(asked.arguments.size() == 2);
  CHECK(asked.arguments[0].index == 1);
  CHECK(asked.arguments[0].bits == 0xFFFFFFFF);
  CHECK(asked.arguments[1].index == 2);
  CHECK(asked.arguments[1].bits == 5);

  // Arguments outside of the specialization may have any value; others must match.
  packed.free = 0xABCDEF01;
  packed.third = 0xFFFF;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_values);
  packed.second += uint64_t{1} << 63;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_others);
  packed.second = 5;
  packed.first = 0x7FFFFFFF;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_others);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: changing numbers are not specialized") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  for (uint32_t i = 0; i < tuning::uses_before_giving_up; ++i) {
    // Constant for a while, but not long enough.
    packed.first = i / (tuning::constant_argument_repeats - 1);
    packed.second = i;
    packed.third = static_cast<uint16_t>(i);
    variant->code(packed.bytes(), true);
  }
  if (local_size_matters) {
    REQUIRE(runs_in_the_end(*variant, packed, special_code, 0));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked().front().arguments.empty());
    return;
  }
  // No requests any more, whatever is constant from now on.
  for (uint32_t i = 0; i < 2 * tuning::uses_before_giving_up; ++i) {
    variant->code(packed.bytes(), true);
  }
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: the number of codes for changing values is bounded") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  // The first one is for all values, if it is specialized in other ways.
  const int codes_for_all = local_size_matters ? 1 : 0;
  const KernelFunction code_for_others = local_size_matters ? special_code : general_code;
  packed.first = 100;
  if (local_size_matters) {
    REQUIRE(runs_in_the_end(*variant, packed, special_code, tuning::uses_before_compiling));
    CHECK(program->asked().front().arguments.empty());
  }
  const int values = tuning::max_codes_of_variant - codes_for_all;
  for (int value = 0; value < values; ++value) {
    packed.first = 100 + value;
    CAPTURE(value);
    // Uses do not count before requested code is available.
    REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0, true));
    CHECK(program->was_asked(codes_for_all + value + 1));
  }
  for (int value = 0; value < values; ++value) {
    CAPTURE(value);
    packed.first = 100 + value;
    CHECK(variant->code(packed.bytes(), true).function() == code_for_values);
    CHECK_FALSE(program->asked()[codes_for_all + value].arguments.empty());
  }
  packed.first = 99;
  for (uint32_t i = 0; i < 2 * tuning::uses_before_giving_up; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == code_for_others);
  }
  CHECK(program->was_asked(tuning::max_codes_of_variant));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: failed code is requested once") {
  prepare(four_numbers(true));
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  // It cannot be compiled, or existing commands have too little memory for it.
  if (GENERATE(false, true)) {
    program->refuses = true;
  } else {
    program->more_storage = 8;
  }
  const Packed packed;
  for (uint32_t i = 0; i < 4 * tuning::uses_before_giving_up; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == general_code);
    std::this_thread::yield();
  }
  CHECK(program->was_asked(1));
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: a kernel that requires its local size has it already") {
  KernelDescription kernel = four_numbers(false);
  kernel.required_local_size[0] = 64;
  kernel.required_local_size[1] = 1;
  kernel.required_local_size[2] = 1;
  prepare(kernel);
  CHECK(choose(linear(650, 64)).code.function == general_code);
  CHECK(choose(linear(640, 64)).code.function == special_code);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  REQUIRE(runs_in_the_end(*variant, Packed(), code_for_values, tuning::constant_argument_repeats));
  REQUIRE(program->asked().size() == 1);
  // Keeps the specialization of the previous code.
  CHECK(program->asked().front().range.has_value());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: a kernel that gains nothing keeps its first code") {
  KernelDescription kernel = four_numbers(false);
  for (KernelArgument &argument : kernel.arguments) {
    argument.is_specialization_candidate = false;
  }
  prepare(kernel);
  CHECK(choose(linear(640, 64)).code.function == general_code);
  CHECK(find(linear(640, 64)) == nullptr);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: commands recorded later run the code for their size") {
  prepare(no_numbers());
  use_local_sizes();
  const CommandRange range = linear(640, 64);
  KernelVariant *variant = find(range);
  REQUIRE(variant != nullptr);
  CHECK(choose(range).code.function == general_code);
  REQUIRE(runs_in_the_end(*variant, Packed(), special_code, tuning::uses_before_compiling));
  // Eventually no decision is pending.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (choose(range).variant != nullptr) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(choose(range).code.function == special_code);
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: commands recorded later run code for values after observation ends") {
  prepare(four_numbers(false));
  const CommandRange range = linear(640, 64);
  KernelVariant *variant = find(range);
  REQUIRE(variant != nullptr);
  const Packed packed;
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, tuning::constant_argument_repeats));
  // Specialization for changing values is given up.
  for (uint32_t i = 1; i <= 4 * tuning::uses_before_giving_up; ++i) {
    Packed other;
    other.first = i;
    other.second = i;
    other.third = static_cast<uint16_t>(i);
    variant->code(other.bytes(), true);
  }
  REQUIRE_FALSE(variant->counts_work());
  KernelVariant *chosen = choose(range).variant;
  REQUIRE(chosen != nullptr);
  CHECK(chosen->code(packed.bytes(), true).function() == code_for_values);
}

namespace {

int32_t work_for(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
  return 0;
}

int32_t slow_code(const void *, const NdRange *, uint64_t first, uint64_t last, void *) {
  return work_for((last - first) * std::chrono::microseconds(40));
}

int32_t quick_code(const void *, const NdRange *, uint64_t first, uint64_t last, void *) {
  return work_for((last - first) * std::chrono::microseconds(10));
}

/// Code for a local size fails; work-items may run in loops.
class ProgramInLoops final : public AskedProgram {
 public:
  using AskedProgram::AskedProgram;

 private:
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    if (wanted.strategy == VectorizationStrategy::loops) {
      return std::make_unique<ProgramInLoops>(kernel(0), quick_code, time_to_compile);
    }
    return wanted.range.has_value()
               ? nullptr
               : std::make_unique<ProgramInLoops>(kernel(0), slow_code, time_to_compile);
  }
};

}  // namespace

TEST_CASE("Variants: commands recorded later run the winner of a comparison") {
  KernelDescription kernel;
  // In both cases the first code is final: code for the local size fails, or is not needed.
  kernel.local_size_matters = GENERATE(false, true);
  kernel.alternative_strategies = {VectorizationStrategy::loops};
  ProgramInLoops program(kernel, slow_code, std::chrono::microseconds(10));
  CountingAllocator counting;
  KernelVariants variants(program, Allocator(counting.info()), SpecializationMode::in_background);
  KernelVariant *first = nullptr;
  REQUIRE(variants.prepare(0, first));
  std::string error;
  for (int i = 0; i < tuning::local_sizes_at_once; ++i) {
    variants.choose(0, first, linear(12, 2 + i), error);
  }
  const CommandRange range = linear(640, 64);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (;;) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    const ChosenCode chosen = variants.choose(0, first, range, error);
    REQUIRE(chosen.code.function != nullptr);
    if (chosen.variant == nullptr) {
      CHECK(chosen.code.function == quick_code);
      break;
    }
    const Packed packed;
    chosen.variant->run({packed.bytes(), &range, 0, 8, nullptr}, true);
  }
}

}  // namespace mux::test::variant_values
