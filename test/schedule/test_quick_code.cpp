// When baseline code is optimized, with programs that only record requests.

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>

#include "variants_fixture.h"

namespace mux::test::quick_code {

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;

namespace {

class QuickCodeFixture : public VariantsFixture {
 public:
  void prepare_quick(KernelDescription kernel,
                     SpecializationMode specializing = SpecializationMode::in_background) {
    prepare(std::move(kernel), specializing);
    program->has_quick_code = true;
    program->time_to_compile = std::chrono::milliseconds(20);
  }
  std::chrono::nanoseconds enough() const {
    return program->time_to_compile * tuning::work_before_optimizing_factor;
  }
  std::chrono::nanoseconds enough_for_many_uses() const {
    return program->time_to_compile / tuning::work_of_many_uses_divisor;
  }
};

}  // namespace

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: commands begin with it") {
  prepare_quick(no_numbers());
  const ChosenCode chosen = choose(linear(640, 64));
  CHECK(chosen.code.function == code_made_quickly);
  CHECK(chosen.variant != nullptr);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: long commands are optimized") {
  prepare_quick(no_numbers());
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->code(packed.bytes(), true);
  variant->note_work(enough() - std::chrono::nanoseconds(1));
  CHECK(variant->counts_work());
  CHECK(program->asked().empty());
  variant->note_work(std::chrono::nanoseconds(1));
  REQUIRE(runs_in_the_end(*variant, packed, special_code, 0));
  CHECK_FALSE(variant->counts_work());
  REQUIRE(program->asked().size() == 1);
  const Specialization asked = program->asked().front();
  CHECK(asked.tier == CodeTier::optimized);
  CHECK(asked.range == FixedRange{{64, 1, 1}, true});
  CHECK(choose(linear(640, 64)).code.function == special_code);
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: frequent commands are optimized") {
  prepare_quick(no_numbers());
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  for (uint32_t i = 0; i + 1 < tuning::uses_before_optimizing; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  variant->note_work(enough_for_many_uses());
  CHECK(program->asked().empty());
  CHECK(runs_in_the_end(*variant, packed, special_code, 1));
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Baseline code: short commands are optimized when there are many") {
  prepare_quick(no_numbers());
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->note_work(enough_for_many_uses() - std::chrono::nanoseconds(1));
  for (uint32_t i = 0; i + 1 < tuning::uses_before_optimizing * tuning::short_uses_factor; ++i) {
    variant->code(packed.bytes(), true);
  }
  CHECK(program->asked().empty());
  CHECK(variant->counts_work());
  CHECK(runs_in_the_end(*variant, packed, special_code, 1));
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Baseline code: with constant values it is optimized for these") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  // All uses while there are few; then as many as make a value constant.
  const uint32_t changed_before = GENERATE(0, 1);
  const uint32_t same =
      changed_before == 0 ? GENERATE(2, 3) : tuning::constant_argument_repeats + 1;
  Packed packed;
  packed.second = 2;
  for (uint32_t i = 0; i < changed_before + same; ++i) {
    packed.second += i == changed_before ? 1 : 0;
    packed.first = i;
    packed.third = static_cast<uint16_t>(i);
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  CHECK(program->asked().empty());
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0));
  REQUIRE(program->asked().size() == 1);
  const Specialization asked = program->asked().front();
  CHECK(asked.tier == CodeTier::optimized);
  CHECK_FALSE(asked.only_cached);
  REQUIRE(asked.arguments.size() == 1);
  CHECK(asked.arguments.front().index == 2);
  CHECK(asked.arguments.front().bits == 3);
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Baseline code: optimized for constant values sooner than for all values") {
  prepare_quick(four_numbers(false));
  const bool stay_the_same = GENERATE(true, false);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  variant->code(packed.bytes(), true);
  variant->note_work(program->time_to_compile * tuning::work_before_values_factor);
  CHECK(program->asked().empty());
  if (!stay_the_same) {
    packed = {1, 1, 1, 1};
  }
  variant->code(packed.bytes(), true);
  if (stay_the_same) {
    CHECK(runs_in_the_end(*variant, packed, code_for_values, 0));
  } else {
    CHECK(program->asked().empty());
  }
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: a single use does not determine values") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->code(packed.bytes(), true);
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 0));
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: optimized for all values after values change") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  variant->code(packed.bytes(), true);
  variant->code(packed.bytes(), true);
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0));
  const Packed same = packed;
  REQUIRE(watches_again(*variant));
  CHECK_FALSE(variant->counts_work_of(variant->code(same.bytes(), true)));
  packed = {1, 1, 1, 1};
  CHECK(variant->counts_work_of(variant->code(packed.bytes(), true)));
  CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 0));
  CHECK(variant->code(same.bytes(), true).function() == code_for_values);
  REQUIRE(program->asked().size() == 2);
  CHECK(program->asked().back().arguments.empty());
  CHECK(program->asked().back().tier == CodeTier::optimized);
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Baseline code: optimized for all values if specialization fails") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  program->refuses_values = true;
  const Packed packed;
  variant->code(packed.bytes(), true);
  variant->code(packed.bytes(), true);
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 0));
  REQUIRE(program->asked().size() == 2);
  CHECK_FALSE(program->asked().front().arguments.empty());
  CHECK(program->asked().back().arguments.empty());
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: code for values follows code for all values") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  for (uint32_t i = 0; i < tuning::constant_argument_repeats + 1; ++i) {
    packed = {i, i, i, static_cast<uint16_t>(i)};
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  CHECK(program->asked().empty());
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 0));
  // Observation begins shortly after code is published.
  REQUIRE(
      runs_in_the_end(*variant, packed, code_for_values, tuning::constant_argument_repeats, true));
  for (const Specialization &asked : program->asked()) {
    CHECK(asked.tier == CodeTier::optimized);
  }
}

TEST_CASE_METHOD(QuickCodeFixture, "Cached code: code for values is used from the second use on") {
  const bool has_quick_code = GENERATE(false, true);
  prepare_quick(four_numbers(false));
  program->has_quick_code = has_quick_code;
  program->is_kept = true;
  program->keeps_values = true;
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  const KernelFunction before = has_quick_code ? code_made_quickly : general_code;
  CHECK(variant->code(packed.bytes(), true).function() == before);
  CHECK(program->asked().empty());
  variant->code(packed.bytes(), true);
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0));
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().only_cached);
  CHECK(program->asked().front().arguments.size() == 3);
}

TEST_CASE_METHOD(QuickCodeFixture, "Cached code: no effect without code for the values") {
  prepare_quick(four_numbers(false));
  program->is_kept = true;
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->code(packed.bytes(), true);
  variant->code(packed.bytes(), true);
  REQUIRE(program->was_asked(1));
  REQUIRE(watches_again(*variant));
  CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  REQUIRE(program->asked().size() == 1);
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0));
  CHECK_FALSE(program->asked().back().only_cached);
}

TEST_CASE_METHOD(QuickCodeFixture, "Cached code: work that ends during the lookup counts") {
  prepare_quick(four_numbers(false));
  program->is_kept = true;
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const bool stay_the_same = GENERATE(true, false);
  Packed packed;
  variant->code(packed.bytes(), true);
  variant->code(packed.bytes(), true);
  if (!stay_the_same) {
    packed = {1, 1, 1, 1};
    variant->code(packed.bytes(), true);
  }
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, stay_the_same ? code_for_values : general_code, 0));
  // A lookup happens depending on which thread is first.
  CHECK(program->asked().size() <= 2);
}

TEST_CASE_METHOD(QuickCodeFixture, "Cached code: no lookup for changing values") {
  prepare_quick(four_numbers(false));
  program->is_kept = true;
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  for (uint32_t i = 0; i < tuning::constant_argument_repeats; ++i) {
    packed = {i, i, i, static_cast<uint16_t>(i)};
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Baseline code: its uses do not count towards giving up, or as code for values") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  // All values change until the last use.
  for (uint32_t i = 0; i + 1 < tuning::uses_before_optimizing; ++i) {
    packed = {i, i, i, static_cast<uint16_t>(i)};
    variant->code(packed.bytes(), true);
  }
  variant->note_work(enough_for_many_uses());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 1));
  for (int values = 0; values < tuning::max_codes_of_variant; ++values) {
    packed.second = 1000 + static_cast<uint64_t>(values);
    REQUIRE(runs_in_the_end(*variant, packed, code_for_values,
                            tuning::constant_argument_repeats + 1, true));
  }
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: another local size begins with it") {
  prepare_quick(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  variant->note_work(program->time_to_compile / tuning::work_before_compiling_divisor);
  CHECK(runs_in_the_end(*variant, packed, special_code, 0));
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: kept if optimization fails") {
  prepare_quick(no_numbers());
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  program->refuses = true;
  const Packed packed;
  variant->code(packed.bytes(), true);
  variant->note_work(enough());
  REQUIRE(program->was_asked(1));
  CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  CHECK_FALSE(variant->counts_work());
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: not compiled again after optimization") {
  prepare_quick(no_numbers());
  program->has_quick_code = false;
  const ChosenCode chosen = choose(linear(640, 64));
  CHECK(chosen.code.function == special_code);
  CHECK(chosen.variant == nullptr);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
}

TEST_CASE_METHOD(QuickCodeFixture, "Baseline code: none with at-once") {
  prepare_quick(no_numbers(), SpecializationMode::at_once);
  CHECK(choose(linear(640, 64)).code.function == special_code);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::optimized);
}

}  // namespace mux::test::quick_code
