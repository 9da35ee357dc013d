// Which code the variants of a kernel ask for, and which they run, with programs that only record
// what they are asked for.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "asked_program.h"
#include "counting_allocator.h"
#include "host/specialize/kernel_variants.h"
#include "host/specialize/tuning.h"

using namespace mux::compiler;
using namespace mux::host;
using mux::test::AskedProgram;
using mux::test::CountingAllocator;

namespace {

/// For all that there may be.
int32_t generic_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 3;
}

/// For all local sizes.
int32_t general_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 0;
}

int32_t special_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 1;
}

int32_t code_for_values(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 2;
}

/// One kernel, whose special code differs from its generic code in nothing but its address.
class RecordingProgram : public AskedProgram {
 public:
  using AskedProgram::AskedProgram;

  bool refuses = false;
  uint64_t more_storage = 0;

 private:
  static KernelFunction function_for(const Specialization &wanted) {
    if (!wanted.arguments.empty()) {
      return code_for_values;
    }
    return wanted.range.has_value() ? special_code : general_code;
  }
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    if (refuses) {
      return nullptr;
    }
    KernelDescription special = kernel(0);
    special.storage_per_work_item += more_storage;
    return std::make_unique<RecordingProgram>(std::move(special), function_for(wanted),
                                              time_to_compile);
  }
};

KernelArgument number(uint64_t size, uint64_t offset, bool is_candidate) {
  KernelArgument argument;
  argument.size = size;
  argument.alignment = size;
  argument.offset = offset;
  argument.is_specialization_candidate = is_candidate;
  return argument;
}

/// Two numbers of 4 bytes in one word, one of 8 and one of 2 bytes; the first is no candidate.
KernelDescription four_numbers(bool local_size_matters) {
  KernelDescription kernel;
  kernel.arguments = {number(4, 0, false), number(4, 4, true), number(8, 8, true),
                      number(2, 16, true)};
  kernel.packed_size = 18;
  kernel.local_size_matters = local_size_matters;
  return kernel;
}

KernelDescription no_numbers() {
  KernelDescription kernel;
  kernel.local_size_matters = true;
  return kernel;
}

struct Packed {
  uint32_t free = 0;
  uint32_t first = 0;
  uint64_t second = 0;
  uint16_t third = 0;
  uint16_t padding[3] = {};

  const std::byte *bytes() const { return reinterpret_cast<const std::byte *>(this); }
};

NdRange linear(uint64_t global, uint64_t local, uint64_t offset = 0) {
  NdRange range{};
  range.dimensions = 1;
  for (int i = 0; i < 3; ++i) {
    range.global_size[i] = i == 0 ? global : 1;
    range.local_size[i] = i == 0 ? local : 1;
    range.global_offset[i] = i == 0 ? offset : 0;
    range.group_count[i] = 1;
  }
  return range;
}

class VariantsFixture {
 public:
  void prepare(KernelDescription kernel, Specializing specializing = Specializing::in_background) {
    program = std::make_unique<RecordingProgram>(std::move(kernel), generic_code);
    variants = std::make_unique<KernelVariants>(*program, Allocator(counting.info()), specializing);
  }
  KernelVariant *first() {
    KernelVariant *variant = nullptr;
    REQUIRE(variants->prepare(0, variant));
    return variant;
  }
  ChosenCode choose(const NdRange &range) {
    std::string error;
    return variants->choose(0, first(), range, error);
  }
  /// The variant, with all forgotten that was asked for to begin with.
  KernelVariant *find(const NdRange &range) {
    KernelVariant *variant = choose(range).variant;
    program->forget();
    return variant;
  }
  /// The kernel has code for so many local sizes that another one begins with that for all of them.
  void use_local_sizes() {
    for (int i = 0; i < tuning::local_sizes_at_once; ++i) {
      REQUIRE(choose(linear(12, 2 + i)).code.function != nullptr);
    }
    program->forget();
  }

  /// Uses the variant so often, then waits until that code of it runs.
  /// @param goes_on whether waiting counts as using.
  static bool runs_in_the_end(KernelVariant &variant, const Packed &packed, KernelFunction code,
                              uint32_t uses, bool goes_on = false) {
    for (uint32_t i = 0; i < uses; ++i) {
      variant.code(packed.bytes(), true);
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline) {
      if (variant.code(packed.bytes(), goes_on).function() == code) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  CountingAllocator counting;
  std::unique_ptr<RecordingProgram> program;
  std::unique_ptr<KernelVariants> variants;
};

}  // namespace

TEST_CASE_METHOD(VariantsFixture, "Variants: a local size that stays the same gets its code") {
  prepare(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  CHECK(find(linear(1280, 64)) == variant);
  CHECK(find(linear(640, 64, 7)) != variant);
  CHECK(find(linear(640, 32)) != variant);
  // What is known of groups that are not full does not get more.
  CHECK(find(linear(650, 64)) == nullptr);

  const Packed packed;
  for (uint32_t i = 0; i + 1 < tuning::uses_before_compiling; ++i) {
    // Tiles of a command that has begun do not count.
    CHECK(variant->code(packed.bytes(), false).function() == general_code);
    CHECK(variant->code(packed.bytes(), true).function() == general_code);
  }
  CHECK(program->asked().empty());
  REQUIRE(runs_in_the_end(*variant, packed, special_code, 1));
  REQUIRE(program->asked().size() == 1);
  const Specialization asked = program->asked().front();
  CHECK(asked.arguments.empty());
  REQUIRE(asked.range.has_value());
  CHECK(*asked.range == FixedRange{{64, 1, 1}, true});
}

TEST_CASE_METHOD(VariantsFixture, "Variants: what runs for long gets its code sooner") {
  // Of a kernel that runs packets of 32, code for groups of 16 is known to be slow.
  const bool is_slow = GENERATE(false, true);
  KernelDescription kernel = no_numbers();
  kernel.packet_size[0] = 32;
  prepare(kernel);
  use_local_sizes();
  program->time_to_compile = std::chrono::milliseconds(160);
  KernelVariant *variant = find(linear(640, is_slow ? 16 : 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->code(packed.bytes(), true);
  const std::chrono::nanoseconds enough =
      program->time_to_compile /
      (is_slow ? tuning::work_of_slow_code_divisor : tuning::work_before_compiling_divisor);
  CHECK(variant->counts_work());
  variant->note_work(enough / 2);
  variant->note_work(enough / 2 - std::chrono::nanoseconds(1));
  CHECK(variant->counts_work());
  CHECK(program->asked().empty());
  variant->note_work(std::chrono::nanoseconds(1));
  // What is left of the command runs it, too.
  REQUIRE(runs_in_the_end(*variant, packed, special_code, 0));
  variant->note_work(enough);
  for (uint32_t i = 0; i < 2 * tuning::uses_before_compiling; ++i) {
    variant->code(packed.bytes(), true);
  }
  CHECK_FALSE(variant->counts_work());
  CHECK(program->asked().size() == 1);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code that runs one work-item at a time is slow") {
  KernelDescription kernel = no_numbers();
  kernel.runs_work_items_alone = true;
  prepare(kernel);
  use_local_sizes();
  program->time_to_compile = std::chrono::milliseconds(160);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  variant->note_work(program->time_to_compile / tuning::work_of_slow_code_divisor);
  CHECK(runs_in_the_end(*variant, Packed(), special_code, 0));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: what came compiled does not count its work") {
  prepare(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  variant->note_work(std::chrono::hours(1));
  CHECK(variant->counts_work());
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: numbers of long uses are trusted sooner") {
  prepare(four_numbers(false));
  program->time_to_compile = std::chrono::milliseconds(80);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  packed.second = 3;
  const bool is_long = GENERATE(false, true);
  const std::chrono::nanoseconds use = program->time_to_compile / tuning::long_use_divisor +
                                       std::chrono::nanoseconds(is_long ? 1 : 0);
  for (uint32_t i = 0; i < tuning::repeats_in_long_uses; ++i) {
    CHECK(program->asked().empty());
    packed.first = i;
    variant->code(packed.bytes(), true);
    variant->note_work(use);
  }
  if (!is_long) {
    CHECK(variant->counts_work());
    CHECK(program->asked().empty());
    return;
  }
  REQUIRE(runs_in_the_end(*variant, packed, code_for_values, 0));
  const Specialization asked = program->asked().front();
  REQUIRE(asked.arguments.size() == 2);
  CHECK(asked.arguments[0].index == 2);
  CHECK(asked.arguments[0].bits == 3);
  CHECK(asked.arguments[1].index == 3);
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: the first local sizes have their code at once, others share one") {
  prepare(no_numbers());
  for (int i = 0; i < tuning::local_sizes_at_once; ++i) {
    const uint64_t local_size = uint64_t{64} << i;
    for (int use = 0; use < 2; ++use) {
      const ChosenCode chosen = choose(linear(1024, local_size));
      CHECK(chosen.code.function == special_code);
      CHECK(chosen.variant == nullptr);
    }
    REQUIRE(program->asked().size() == static_cast<size_t>(i) + 1);
    CHECK(program->asked().back().range == FixedRange{{local_size, 1, 1}, true});
  }
  program->forget();
  for (const uint64_t local_size : {8, 16}) {
    const ChosenCode chosen = choose(linear(1024, local_size));
    CHECK(chosen.code.function == general_code);
    CHECK(chosen.variant != nullptr);
  }
  // So do groups that are not full.
  CHECK(choose(linear(1023, 64)).code.function == general_code);
  REQUIRE(program->asked().size() == 1);
  CHECK_FALSE(program->asked().back().range.has_value());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: there are only so many kinds of ND-ranges") {
  prepare(no_numbers());
  use_local_sizes();
  std::vector<KernelVariant *> found;
  // One is the code that they share.
  for (int i = tuning::local_sizes_at_once + 1; i < tuning::variants_of_a_kernel; ++i) {
    found.push_back(find(linear(1024, uint64_t{1} << i)));
    CHECK(found.back() != nullptr);
  }
  program->forget();
  const ChosenCode chosen = choose(linear(1024, 512));
  CHECK(chosen.code.function == general_code);
  CHECK(chosen.variant == nullptr);
  for (size_t i = 0; i < found.size(); ++i) {
    CHECK(find(linear(1024, uint64_t{1} << (i + tuning::local_sizes_at_once + 1))) == found[i]);
  }
  // There is no room for ND-ranges of another shape.
  NdRange plane = linear(64, 8);
  plane.global_size[1] = 8;
  CHECK(choose(plane).code.function == generic_code);
  CHECK(program->asked().empty());
}

TEST_CASE("Variants: code knows the shape of its ND-ranges") {
  KernelDescription kernel;
  const NdRange line = linear(640, 64);
  CHECK(kind_of(kernel, line) == RangeKind{{}, {1, true, true, false}});
  NdRange plane = line;
  plane.global_size[1] = 2;
  CHECK(kind_of(kernel, plane).shape.dimensions == 2);
  // A group that is cut, and one that is not at 0.
  NdRange cut = line;
  cut.local_size[2] = 2;
  CHECK(kind_of(kernel, cut).shape.dimensions == 3);
  NdRange moved = line;
  moved.global_offset[1] = 1;
  CHECK(kind_of(kernel, moved).shape.dimensions == 2);

  CHECK(kind_of(kernel, linear(end_of_small_ids - 1, 1)).shape.has_small_ids);
  CHECK_FALSE(kind_of(kernel, linear(end_of_small_ids, 1)).shape.has_small_ids);
  CHECK_FALSE(kind_of(kernel, linear(end_of_small_ids - 8, 1, 8)).shape.has_small_ids);
}

TEST_CASE("Variants: rows are short or long by what runs together") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  CHECK_FALSE(kind_of(kernel, linear(640, 3)).shape.has_long_rows);
  CHECK(kind_of(kernel, linear(640, 4)).shape.has_long_rows);
  kernel.ignores_groups = true;
  CHECK(kind_of(kernel, linear(640, 1)).shape.has_long_rows);
  CHECK_FALSE(kind_of(kernel, linear(3, 1)).shape.has_long_rows);

  // Lanes along y want some work-items there.
  kernel.lanes[0] = 1;
  kernel.lanes[1] = 16;
  kernel.row_dimension = 1;
  NdRange plane = linear(640, 64);
  plane.global_size[1] = enough_for_lanes;
  CHECK_FALSE(kind_of(kernel, plane).shape.lanes_along_x);
  plane.global_size[1] = enough_for_lanes - 1;
  CHECK(kind_of(kernel, plane).shape.lanes_along_x);
  CHECK(kind_of(kernel, plane).shape.has_long_rows);
  plane.global_size[0] = 2;
  CHECK_FALSE(kind_of(kernel, plane).shape.lanes_along_x);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: rows too short for packets are run in loops") {
  KernelDescription kernel = no_numbers();
  kernel.lanes[0] = 16;
  kernel.local_size_matters = false;
  kernel.ignores_groups = true;
  const bool may_run_in_loops = GENERATE(false, true);
  if (may_run_in_loops) {
    kernel.alternative_strategies = {VectorizationStrategy::loops};
  }
  prepare(kernel);
  choose(linear(3, 1));
  choose(linear(300, 1));
  const std::vector<Specialization> asked = program->asked();
  REQUIRE(asked.size() == 2);
  CHECK(asked[0].strategy ==
        (may_run_in_loops ? std::optional(VectorizationStrategy::loops) : std::nullopt));
  CHECK_FALSE(asked[1].strategy.has_value());
  CHECK(asked[1].shape == RangeShape{1, true, true, false});
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code for groups that packets leave nothing of over") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  kernel.packet_size[0] = 64;
  kernel.ignores_groups = true;
  const RangeShape any_multiple{1, true, true, false};
  const RangeShape whole{1, true, true, false, {64, 1, 1}};
  SECTION("it is asked for where all groups are multiples of a packet") {
    prepare(kernel);
    choose(linear(1280, 128));
    choose(linear(1280, 64));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == whole);
    // Groups shorter than a packet, and one that is not full.
    choose(linear(640, 32));
    choose(linear(650, 128));
    REQUIRE(program->asked().size() == 2);
    CHECK(program->asked()[1].shape == any_multiple);
  }
  SECTION("code for any groups does as well") {
    prepare(kernel);
    choose(linear(650, 128));
    choose(linear(1280, 128));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == any_multiple);
  }
  SECTION("it is not there for kernels whose groups are not joined") {
    kernel.ignores_groups = false;
    prepare(kernel);
    choose(linear(1280, 128));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == any_multiple);
  }
}

TEST_CASE("Variants: what most ND-ranges of a kernel are like") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  CHECK_FALSE(likely_kind(kernel).has_value());
  for (const uint32_t dimensions : {1U, 2U, 3U}) {
    kernel.dimensions = dimensions;
    CHECK(likely_kind(kernel) == RangeKind{std::nullopt, {dimensions, true, true, false}});
  }
  kernel.dimensions = 1;
  CHECK(likely_kind(kernel) == kind_of(kernel, linear(640, 64)));
  // Packets may leave something over, but little.
  kernel.ignores_groups = true;
  kernel.packet_size[0] = 64;
  CHECK(likely_kind(kernel)->shape == RangeShape{1, true, true, false, {1, 1, 1}, true});
  kernel.local_size_matters = true;
  CHECK_FALSE(likely_kind(kernel).has_value());
  const uint64_t required[3] = {8, 2, 1};
  std::copy(std::begin(required), std::end(required), kernel.required_local_size);
  const std::optional<RangeKind> kind = likely_kind(kernel);
  REQUIRE(kind.has_value());
  CHECK(kind->range == FixedRange{{8, 2, 1}, true});
  CHECK(kind->shape.dimensions == 2);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code is made ahead, and once") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  prepare(kernel);
  first();
  REQUIRE(program->was_asked(1));
  CHECK(program->asked().front().shape == RangeShape{1, true, true, false});
  CHECK(choose(linear(640, 64)).code.function == general_code);
  CHECK(program->asked().size() == 1);
  // What is not likely is compiled when it is there.
  NdRange plane = linear(640, 64);
  plane.global_size[1] = 2;
  CHECK(choose(plane).code.function == general_code);
  CHECK(program->asked().size() == 2);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code made ahead is for few work-items left over") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  kernel.packet_size[0] = 64;
  kernel.ignores_groups = true;
  prepare(kernel);
  first();
  REQUIRE(program->was_asked(1));
  CHECK(program->asked().front().shape->has_few_rests);
  SECTION("where packets leave none, it stays") {
    const ChosenCode chosen = choose(linear(1280, 128));
    CHECK(chosen.code.function == general_code);
    CHECK(chosen.variant == nullptr);
    CHECK(program->asked().size() == 1);
  }
  SECTION("where they do, commands begin with it and get their own code when they come back") {
    KernelVariant &variant = *choose(linear(650, 128)).variant;
    CHECK(program->asked().size() == 1);
    for (uint32_t i = 0; i < tuning::uses_before_compiling; ++i) {
      variant.code(Packed().bytes(), true);
    }
    REQUIRE(program->was_asked(2));
    CHECK(program->asked().back().shape == RangeShape{1, true, true, false});
  }
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: nothing is made ahead where it is not known for what, or not wanted") {
  KernelDescription foreseen;
  foreseen.dimensions = 1;
  KernelDescription kernel = foreseen;
  Specializing specializing = Specializing::in_background;
  SECTION("it does not say where its work-items are") {
    kernel.dimensions = 0;
  }
  SECTION("the local size matters") {
    kernel.local_size_matters = true;
  }
  SECTION("code is compiled when it is needed") {
    specializing = GENERATE(Specializing::at_once, Specializing::off);
  }
  prepare(kernel, specializing);
  first();
  // What is made ahead is made in turn.
  VariantsFixture later;
  later.prepare(foreseen);
  later.first();
  REQUIRE(later.program->was_asked(1));
  CHECK(program->asked().empty());
}

TEST_CASE("Variants: few codes are made ahead that no command has asked for") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  kernel.packet_size[0] = 64;
  kernel.ignores_groups = true;
  std::vector<std::unique_ptr<VariantsFixture>> kernels;
  const auto add = [&] {
    kernels.push_back(std::make_unique<VariantsFixture>());
    kernels.back()->prepare(kernel);
    kernels.back()->first();
  };
  for (int i = 0; i < tuning::most_codes_ahead; ++i) {
    add();
    REQUIRE(kernels.back()->program->was_asked(1));
  }
  add();
  // One that is run makes room, and so does one that goes.
  SECTION("used") {
    kernels.front()->choose(linear(640, 64));
  }
  SECTION("used by commands that get their own code later") {
    kernels.front()->choose(linear(650, 64));
  }
  SECTION("destroyed") {
    kernels.erase(kernels.begin());
  }
  CHECK(kernels.back()->program->asked().empty());
  add();
  CHECK(kernels.back()->program->was_asked(1));
  CHECK(kernels[kernels.size() - 2]->program->asked().empty());
}

TEST_CASE("Variants: what is made ahead may go at any time") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  for (int i = 0; i < 200; ++i) {
    VariantsFixture fixture;
    fixture.prepare(kernel);
    fixture.first();
    if (i % 3 == 0) {
      CHECK(fixture.choose(linear(640, 64)).code.function == general_code);
    }
    fixture.variants.reset();
    CHECK(fixture.program->asked().size() <= 1);
  }
}

TEST_CASE_METHOD(VariantsFixture, "Variants: what cannot be compiled for a kind runs any code") {
  prepare(no_numbers());
  program->refuses = true;
  for (int use = 0; use < 2; ++use) {
    const ChosenCode chosen = choose(linear(640, 64));
    CHECK(chosen.code.function == generic_code);
    CHECK(chosen.variant == nullptr);
  }
  // It is not asked for again.
  CHECK(program->asked().size() == 1);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: numbers that stay the same become part of the code") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  // One for all ranges, unless the code depends on them.
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
      tuning::repeats_of_fixed_arguments - (local_size_matters ? tuning::uses_before_compiling : 0);
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

  // What is not part of it may be anything; what is must fit.
  packed.free = 0xABCDEF01;
  packed.third = 0xFFFF;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_values);
  packed.second += uint64_t{1} << 63;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_others);
  packed.second = 5;
  packed.first = 0x7FFFFFFF;
  CHECK(variant->code(packed.bytes(), true).function() == code_for_others);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: numbers that change all the time are left alone") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  for (uint32_t i = 0; i < tuning::uses_before_giving_up; ++i) {
    // Stays the same for a while, but not long enough.
    packed.first = i / (tuning::repeats_of_fixed_arguments - 1);
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
  // Nothing is ever asked for, whatever stays the same from now on.
  for (uint32_t i = 0; i < 2 * tuning::uses_before_giving_up; ++i) {
    variant->code(packed.bytes(), true);
  }
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: values that come and go have a bounded number of codes") {
  const bool local_size_matters = GENERATE(false, true);
  prepare(four_numbers(local_size_matters));
  if (local_size_matters) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  // The first one is for all values, where there is something to know besides.
  const int codes_for_all = local_size_matters ? 1 : 0;
  const KernelFunction code_for_others = local_size_matters ? special_code : general_code;
  packed.first = 100;
  if (local_size_matters) {
    REQUIRE(runs_in_the_end(*variant, packed, special_code, tuning::uses_before_compiling));
    CHECK(program->asked().front().arguments.empty());
  }
  const int values = tuning::codes_of_a_variant - codes_for_all;
  for (int value = 0; value < values; ++value) {
    packed.first = 100 + value;
    CAPTURE(value);
    // Uses do not count before what was asked for is there.
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
  CHECK(program->was_asked(tuning::codes_of_a_variant));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code that cannot be had is asked for once") {
  prepare(four_numbers(true));
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  // It cannot be compiled, or commands that exist have too little memory for it.
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
  REQUIRE(runs_in_the_end(*variant, Packed(), code_for_values, tuning::repeats_of_fixed_arguments));
  REQUIRE(program->asked().size() == 1);
  // Not to lose what the generic code knows.
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

TEST_CASE_METHOD(VariantsFixture, "Variants: many threads use a variant while it is compiled") {
  prepare(four_numbers(true));
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  constexpr int thread_count = 4;
  std::vector<std::thread> threads;
  std::atomic<bool> stop{false};
  for (int thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&, thread] {
      Packed packed;
      for (uint32_t i = 0; !stop; ++i) {
        packed.first = thread % 2 == 0 ? 3 : i / 1000;
        packed.free = i;
        variant->code(packed.bytes(), true);
        if (i % 64 == 0) {
          std::this_thread::yield();
        }
      }
    });
  }
  Packed packed;
  packed.first = 3;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  bool special = false;
  while (!special && std::chrono::steady_clock::now() < deadline) {
    special = variant->code(packed.bytes(), true).function() != general_code;
    std::this_thread::yield();
  }
  stop = true;
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(special);
  CHECK(program->asked().size() <= static_cast<size_t>(tuning::codes_of_a_variant));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: at once every local size has its code at once") {
  prepare(no_numbers(), Specializing::at_once);
  for (int i = 0; i < tuning::variants_of_a_kernel; ++i) {
    CHECK(choose(linear(640, uint64_t{1} << i)).code.function == special_code);
  }
  CHECK(program->asked().size() == static_cast<size_t>(tuning::variants_of_a_kernel));
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: at once the second dispatch has code for its numbers, as long as there "
                 "is room") {
  prepare(four_numbers(true), Specializing::at_once);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  CHECK(variant->code(packed.bytes(), true).function() == special_code);
  for (uint32_t i = 1; i < 20; ++i) {
    packed.first = i;
    const KernelFunction code =
        i <= static_cast<uint32_t>(tuning::codes_of_a_variant) ? code_for_values : special_code;
    CHECK(variant->code(packed.bytes(), true).function() == code);
    CHECK(variant->code(packed.bytes(), false).function() == code);
  }
  CHECK(program->was_asked(tuning::codes_of_a_variant));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: codes lie in the caller's memory and give it back") {
  prepare(four_numbers(true), Specializing::at_once);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  variant->code(packed.bytes(), true);
  for (int code = 0; code < tuning::codes_of_a_variant; ++code) {
    packed.first = static_cast<uint32_t>(code);
    const int64_t live = counting.live();
    CHECK(variant->code(packed.bytes(), true).function() == code_for_values);
    CHECK(counting.live() == live + 1);
  }
  variants.reset();
  CHECK(counting.live() == 0);
  CHECK(counting.misuses() == 0);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: without memory for a code the one before it runs") {
  const bool for_all = GENERATE(true, false);
  const Specializing specializing = GENERATE(Specializing::at_once, Specializing::in_background);
  const bool is_in_background = specializing == Specializing::in_background;
  if (for_all && !is_in_background) {
    return;
  }
  prepare(for_all ? no_numbers() : four_numbers(true), specializing);
  if (is_in_background) {
    use_local_sizes();
  }
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  const auto use_until_asked = [&](size_t times) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (program->asked().size() < times && std::chrono::steady_clock::now() < deadline) {
      variant->code(packed.bytes(), true);
    }
  };
  if (!for_all) {
    use_until_asked(is_in_background ? 1 : 0);
    REQUIRE(runs_in_the_end(*variant, packed, special_code, 0));
  }
  const KernelFunction before = for_all ? general_code : special_code;
  const int64_t live = counting.live();
  counting.fail_always();
  const size_t asked = !for_all && is_in_background ? 2 : 1;
  use_until_asked(asked);
  while (counting.failures() == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  counting.succeed();
  CHECK(variant->code(packed.bytes(), true).function() == before);
  // It is not asked for again.
  for (uint32_t i = 0; i < tuning::uses_before_giving_up; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == before);
  }
  CHECK(program->asked().size() == asked);
  CHECK(counting.live() == live);
  variants.reset();
  CHECK(counting.live() == 0);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: switched off there are none") {
  prepare(four_numbers(true), Specializing::off);
  CHECK(first() == nullptr);
}
