// When code that was quick to compile is optimized, with programs that only record what they are
// asked for.

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>

#include "variants_fixture.h"

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;

namespace {

class QuickCodeFixture : public VariantsFixture {
 public:
  void prepare_quick(KernelDescription kernel,
                     Specializing specializing = Specializing::in_background) {
    prepare(std::move(kernel), specializing);
    program->has_quick_code = true;
    program->time_to_compile = std::chrono::milliseconds(20);
  }
  std::chrono::nanoseconds enough() const {
    return program->time_to_compile * tuning::work_before_optimizing_factor;
  }
};

}  // namespace

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: commands begin with it") {
  prepare_quick(no_numbers());
  const ChosenCode chosen = choose(linear(640, 64));
  CHECK(chosen.code.function == code_made_quickly);
  CHECK(chosen.variant != nullptr);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
}

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: what works for long is optimized") {
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

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: what comes back often is optimized") {
  prepare_quick(no_numbers());
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  for (uint32_t i = 0; i + 1 < tuning::uses_before_optimizing; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  CHECK(program->asked().empty());
  CHECK(runs_in_the_end(*variant, packed, special_code, 1));
}

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: code for values of arguments comes after that") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  packed.second = 3;
  for (uint32_t i = 0; i < tuning::repeats_of_fixed_arguments + 1; ++i) {
    packed.first = i;
    CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  }
  CHECK(program->asked().empty());
  variant->note_work(enough());
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 0));
  // Whoever publishes code begins to watch a moment later.
  REQUIRE(
      runs_in_the_end(*variant, packed, code_for_values, tuning::repeats_of_fixed_arguments, true));
  for (const Specialization &asked : program->asked()) {
    CHECK(asked.tier == CodeTier::optimized);
  }
}

TEST_CASE_METHOD(QuickCodeFixture,
                 "Quick code: uses of it do not count towards giving up, or as code for values") {
  prepare_quick(four_numbers(false));
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  // Everything changes until the last moment.
  for (uint32_t i = 0; i + 1 < tuning::uses_before_optimizing; ++i) {
    packed = {i, i, i, static_cast<uint16_t>(i)};
    variant->code(packed.bytes(), true);
  }
  REQUIRE(runs_in_the_end(*variant, packed, general_code, 1));
  for (int values = 0; values < tuning::codes_of_a_variant; ++values) {
    packed.second = 1000 + static_cast<uint64_t>(values);
    REQUIRE(runs_in_the_end(*variant, packed, code_for_values,
                            tuning::repeats_of_fixed_arguments + 1, true));
  }
}

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: another local size begins with it") {
  prepare_quick(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  CHECK(variant->code(packed.bytes(), true).function() == code_made_quickly);
  variant->note_work(program->time_to_compile / tuning::work_before_compiling_divisor);
  CHECK(runs_in_the_end(*variant, packed, special_code, 0));
}

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: it stays where it cannot be optimized") {
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

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: what was optimized before is not made again") {
  prepare_quick(no_numbers());
  program->has_quick_code = false;
  const ChosenCode chosen = choose(linear(640, 64));
  CHECK(chosen.code.function == special_code);
  CHECK(chosen.variant == nullptr);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
}

TEST_CASE_METHOD(QuickCodeFixture, "Quick code: there is none where all is to be made at once") {
  prepare_quick(no_numbers(), Specializing::at_once);
  CHECK(choose(linear(640, 64)).code.function == special_code);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::optimized);
}
