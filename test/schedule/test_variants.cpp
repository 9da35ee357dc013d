// The code that variants of a kernel request and run, with programs that only record requests.

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

#include "variants_fixture.h"

namespace mux::test::variants {

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;

TEST_CASE_METHOD(VariantsFixture, "Variants: a constant local size gets its code") {
  prepare(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  CHECK(find(linear(1280, 64)) == variant);
  CHECK(find(linear(640, 64, 7)) != variant);
  CHECK(find(linear(640, 32)) != variant);
  // Remainder groups have no specialization for the local size.
  CHECK(find(linear(650, 64)) == nullptr);

  const Packed packed;
  for (uint32_t i = 0; i + 1 < tuning::uses_before_compiling; ++i) {
    // Tiles of a running command do not count.
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

TEST_CASE_METHOD(VariantsFixture, "Variants: long kernels get their code sooner") {
  // For a kernel with packets of 32, code for groups of 16 is known to be slow.
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
  // The rest of the command runs it, too.
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
  kernel.has_scalar_code = true;
  prepare(kernel);
  use_local_sizes();
  program->time_to_compile = std::chrono::milliseconds(160);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  variant->note_work(program->time_to_compile / tuning::work_of_slow_code_divisor);
  CHECK(runs_in_the_end(*variant, Packed(), special_code, 0));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: ahead-of-time code does not count its work") {
  prepare(no_numbers());
  use_local_sizes();
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  variant->note_work(std::chrono::hours(1));
  CHECK(variant->counts_work());
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: numbers of long uses are specialized sooner") {
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
                 "Variants: the first local sizes have their own code, others share one") {
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
  // As do remainder groups.
  CHECK(choose(linear(1023, 64)).code.function == general_code);
  REQUIRE(program->asked().size() == 1);
  CHECK_FALSE(program->asked().back().range.has_value());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: the number of range kinds is bounded") {
  prepare(no_numbers());
  use_local_sizes();
  std::vector<KernelVariant *> found;
  // One is the shared code.
  for (int i = tuning::local_sizes_at_once + 1; i < tuning::max_kernel_variants; ++i) {
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
  // The limit of range kinds is reached.
  CommandRange plane = linear(64, 8);
  plane.global_size[1] = 8;
  CHECK(choose(plane).code.function == generic_code);
  CHECK(program->asked().empty());
}

TEST_CASE("Variants: code is specialized for the shape of ND-ranges") {
  KernelDescription kernel;
  const CommandRange line = linear(640, 64);
  CHECK(kind_of(kernel, line) == RangeKind{{}, {1, true, true, false}});
  CommandRange plane = line;
  plane.global_size[1] = 2;
  CHECK(kind_of(kernel, plane).shape.dimensions == 2);
  // A partial group, and one with an offset.
  CommandRange cut = line;
  cut.local_size[2] = 2;
  CHECK(kind_of(kernel, cut).shape.dimensions == 3);
  CommandRange moved = line;
  moved.global_offset[1] = 1;
  CHECK(kind_of(kernel, moved).shape.dimensions == 2);

  CHECK(kind_of(kernel, linear(small_id_limit - 1, 1)).shape.has_small_ids);
  CHECK_FALSE(kind_of(kernel, linear(small_id_limit, 1)).shape.has_small_ids);
  CHECK_FALSE(kind_of(kernel, linear(small_id_limit - 8, 1, 8)).shape.has_small_ids);
}

TEST_CASE("Variants: code is specialized for distinct buffers where that matters") {
  KernelDescription kernel;
  CommandRange range = linear(640, 64);
  range.has_distinct_buffers = true;
  CHECK_FALSE(kind_of(kernel, range).shape.has_distinct_buffers);
  kernel.distinct_buffers_matter = true;
  CHECK(kind_of(kernel, range).shape.has_distinct_buffers);
  range.has_distinct_buffers = false;
  CHECK_FALSE(kind_of(kernel, range).shape.has_distinct_buffers);
  kernel.dimensions = 1;
  CHECK(likely_kind(kernel)->shape.has_distinct_buffers);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code for distinct buffers is used for these only") {
  KernelDescription kernel = no_numbers();
  kernel.local_size_matters = false;
  kernel.distinct_buffers_matter = true;
  prepare(kernel);
  CommandRange range = linear(1024, 64);
  range.has_distinct_buffers = GENERATE(true, false);
  const bool begins_distinct = range.has_distinct_buffers;
  choose(range);
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().back().shape->has_distinct_buffers == begins_distinct);
  range.has_distinct_buffers = !begins_distinct;
  const ChosenCode chosen = choose(range);
  if (begins_distinct) {
    REQUIRE(program->asked().size() == 2);
    CHECK_FALSE(program->asked().back().shape->has_distinct_buffers);
  } else {
    // Code for any buffers is used until the special code is ready.
    CHECK(program->asked().size() == 1);
    CHECK(chosen.variant != nullptr);
  }
}

TEST_CASE("Variants: code is specialized for images and samplers where they matter") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  CHECK(likely_kind(kernel).has_value());
  CommandRange range = linear(640, 64);
  range.opaque_arguments = {packed_format(0x10B0, 0x10DE), 18};
  CHECK(kind_of(kernel, range).shape.opaque_arguments == OpaqueArguments());
  kernel.opaque_arguments_matter = true;
  CHECK(kind_of(kernel, range).shape.opaque_arguments == range.opaque_arguments);
  // Unknown before the first command.
  CHECK_FALSE(likely_kind(kernel).has_value());
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code for images is compiled for their first kinds") {
  KernelDescription kernel = no_numbers();
  kernel.local_size_matters = false;
  kernel.opaque_arguments_matter = true;
  prepare(kernel);
  CommandRange range = linear(1024, 64);
  for (uint16_t kind = 1; kind <= 2; ++kind) {
    range.opaque_arguments[0] = kind;
    choose(range);
    REQUIRE(program->asked().size() == kind);
    CHECK(program->asked().back().shape->opaque_arguments == range.opaque_arguments);
  }
  // Other kinds begin with general code.
  for (uint16_t kind = 3; kind <= 20; ++kind) {
    range.opaque_arguments[0] = kind;
    const ChosenCode chosen = choose(range);
    CHECK(chosen.code.function != nullptr);
    REQUIRE(program->asked().size() == 3);
    CHECK(program->asked().back().shape->opaque_arguments == OpaqueArguments());
  }
  range.opaque_arguments[0] = 1;
  choose(range);
  CHECK(program->asked().size() == 3);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: one kind of images in ND-ranges of several shapes") {
  KernelDescription kernel = no_numbers();
  kernel.local_size_matters = false;
  kernel.opaque_arguments_matter = true;
  prepare(kernel);
  for (const uint64_t size : {uint64_t{1024}, uint64_t{1024} << 32, uint64_t{1}}) {
    CommandRange range = linear(size, 1);
    range.opaque_arguments[0] = 7;
    choose(range);
    CHECK(program->asked().back().shape->opaque_arguments == range.opaque_arguments);
  }
}

TEST_CASE("Variants: row lengths are classified by what runs together") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  CHECK_FALSE(kind_of(kernel, linear(640, 3)).shape.has_long_rows);
  CHECK(kind_of(kernel, linear(640, 4)).shape.has_long_rows);
  kernel.is_group_independent = true;
  CHECK(kind_of(kernel, linear(640, 1)).shape.has_long_rows);
  CHECK_FALSE(kind_of(kernel, linear(3, 1)).shape.has_long_rows);

  // Lanes along y need work-items there.
  kernel.lanes[0] = 1;
  kernel.lanes[1] = 16;
  kernel.row_dimension = 1;
  CommandRange plane = linear(640, 64);
  plane.global_size[1] = min_lane_dimension_size;
  CHECK(kind_of(kernel, plane).shape.lane_dimension == 1);
  plane.global_size[1] = min_lane_dimension_size - 1;
  CHECK(kind_of(kernel, plane).shape.lane_dimension == 1);
  kernel.has_flexible_lane_dimension = true;
  CHECK(kind_of(kernel, plane).shape.lane_dimension == 0);
  CHECK(kind_of(kernel, plane).shape.has_long_rows);
  plane.global_size[0] = 2;
  CHECK(kind_of(kernel, plane).shape.lane_dimension == 1);
  plane.global_size[2] = 9;
  CHECK(kind_of(kernel, plane).shape.lane_dimension == 2);
  CHECK(kind_of(kernel, plane).shape.has_long_rows);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: rows too short for packets are run in loops") {
  KernelDescription kernel = no_numbers();
  kernel.lanes[0] = 16;
  kernel.local_size_matters = false;
  kernel.is_group_independent = true;
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

TEST_CASE_METHOD(VariantsFixture, "Variants: code for groups without remainders") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  kernel.packet_size[0] = 64;
  kernel.is_group_independent = true;
  const RangeShape any_multiple{1, true, true, false};
  const RangeShape whole{1, true, true, false, {64, 1, 1}};
  SECTION("it is requested where all local sizes are multiples of a packet") {
    prepare(kernel);
    choose(linear(1280, 128));
    choose(linear(1280, 64));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == whole);
    // Groups shorter than a packet, and a remainder group.
    choose(linear(640, 32));
    choose(linear(650, 128));
    REQUIRE(program->asked().size() == 2);
    CHECK(program->asked()[1].shape == any_multiple);
  }
  SECTION("code for any local size is used as well") {
    prepare(kernel);
    choose(linear(650, 128));
    choose(linear(1280, 128));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == any_multiple);
  }
  SECTION("not for kernels whose groups are not joined") {
    kernel.is_group_independent = false;
    prepare(kernel);
    choose(linear(1280, 128));
    REQUIRE(program->asked().size() == 1);
    CHECK(program->asked()[0].shape == any_multiple);
  }
}

TEST_CASE("Variants: the most frequent range kind of a kernel") {
  KernelDescription kernel;
  kernel.lanes[0] = 16;
  CHECK_FALSE(likely_kind(kernel).has_value());
  for (const uint32_t dimensions : {1U, 2U, 3U}) {
    kernel.dimensions = dimensions;
    CHECK(likely_kind(kernel) == RangeKind{std::nullopt, {dimensions, true, true, false}});
  }
  kernel.dimensions = 1;
  CHECK(likely_kind(kernel) == kind_of(kernel, linear(640, 64)));
  // Packets may have a small remainder.
  kernel.is_group_independent = true;
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

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: local memory arguments are specialized with local sizes") {
  KernelDescription kernel = no_numbers();
  CommandRange range = linear(640, 64);
  range.local_blocks = {1, 2, 4, 4, 4, 4, 4, 4};
  kernel.local_size_matters = true;
  CHECK(kind_of(kernel, range).range == FixedRange{{64, 1, 1}, true, range.local_blocks});
  kernel.local_size_matters = false;
  CHECK_FALSE(kind_of(kernel, range).range.has_value());
  // Range kinds are unknown before the first command.
  kernel.dimensions = 1;
  kernel.required_local_size[0] = kernel.required_local_size[1] = kernel.required_local_size[2] = 1;
  CHECK(likely_kind(kernel).has_value());
  kernel.arguments.emplace_back().kind = ArgumentKind::local_buffer;
  CHECK_FALSE(likely_kind(kernel).has_value());
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: with many sizes of local memory, code is not specialized for them") {
  KernelDescription kernel = no_numbers();
  kernel.local_size_matters = true;
  prepare(kernel);
  CommandRange range = linear(640, 64);
  for (int size = 1; size <= tuning::local_sizes_at_once + 1; ++size) {
    range.local_blocks.fill(static_cast<uint16_t>(size));
    REQUIRE(choose(range).code.function != nullptr);
  }
  const std::vector<Specialization> asked = program->asked();
  REQUIRE(asked.size() == tuning::local_sizes_at_once + 1);
  CHECK(asked.front().range->local_blocks[0] == 1);
  REQUIRE(asked.back().range.has_value());
  CHECK(asked.back().range->local_blocks == LocalBlocks());
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: many sizes of local memory leave room for other local sizes") {
  KernelDescription kernel = no_numbers();
  kernel.local_size_matters = true;
  prepare(kernel);
  for (const uint64_t local_size : {64, 128}) {
    CommandRange range = linear(1280, local_size);
    for (int size = 1; size <= 4 * tuning::max_kernel_variants; ++size) {
      range.local_blocks.fill(static_cast<uint16_t>(size));
      CHECK(choose(range).code.function != nullptr);
    }
  }
  const std::vector<Specialization> asked = program->asked();
  REQUIRE(asked.size() == tuning::local_sizes_at_once + 2);
  CHECK(asked.back().range == FixedRange{{128, 1, 1}, true});
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code is compiled ahead, and once") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  prepare(kernel);
  first();
  REQUIRE(program->was_asked(1));
  CHECK(program->asked().front().shape == RangeShape{1, true, true, false});
  CHECK(choose(linear(640, 64)).code.function == general_code);
  CHECK(program->asked().size() == 1);
  // Kinds that this code is wrong for are compiled on demand.
  CommandRange plane = linear(640, 64);
  plane.global_size[1] = 2;
  CHECK(choose(plane).code.function == general_code);
  CHECK(program->asked().size() == 2);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: code compiled ahead is for small remainders") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  kernel.packet_size[0] = 64;
  kernel.is_group_independent = true;
  prepare(kernel);
  first();
  REQUIRE(program->was_asked(1));
  CHECK(program->asked().front().shape->scalar_remainder);
  SECTION("it is kept for ND-ranges without remainders") {
    const ChosenCode chosen = choose(linear(1280, 128));
    CHECK(chosen.code.function == general_code);
    CHECK(chosen.variant == nullptr);
    CHECK(program->asked().size() == 1);
  }
  SECTION("with remainders, the first dispatch uses it and later ones get specialized code") {
    KernelVariant &variant = *choose(linear(650, 128)).variant;
    CHECK(program->asked().size() == 1);
    for (uint32_t i = 0; i < tuning::uses_before_compiling; ++i) {
      variant.code(Packed().bytes(), true);
    }
    REQUIRE(program->was_asked(2));
    CHECK(program->asked().back().shape == RangeShape{1, true, true, false});
  }
}

TEST_CASE_METHOD(
    VariantsFixture,
    "Variants: code compiled ahead runs ND-ranges in fewer dimensions and short rows") {
  KernelDescription kernel;
  kernel.dimensions = 3;
  kernel.required_local_size[0] = 6;
  kernel.required_local_size[1] = 1;
  kernel.required_local_size[2] = 1;
  prepare(kernel);
  program->time_to_compile = std::chrono::milliseconds(160);
  first();
  REQUIRE(program->was_asked(1));
  CHECK(program->asked().front().shape->dimensions == 3);
  KernelVariant *variant = choose(linear(6, 6)).variant;
  REQUIRE(variant != nullptr);
  CHECK(program->asked().size() == 1);
  // It is replaced where that is worthwhile.
  variant->note_work(program->time_to_compile);
  REQUIRE(program->was_asked(2));
  CHECK(program->asked().back().shape->dimensions == 1);
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: nothing is compiled ahead for an unknown kind, or if disabled") {
  KernelDescription foreseen;
  foreseen.dimensions = 1;
  KernelDescription kernel = foreseen;
  SpecializationMode specializing = SpecializationMode::in_background;
  std::vector<ProgramConstant> constants;
  SECTION("constants have no values") {
    constants.push_back({"constant", std::nullopt, false, "0"});
  }
  SECTION("the dimensions are unknown") {
    kernel.dimensions = 0;
  }
  SECTION("the local size matters") {
    kernel.local_size_matters = true;
  }
  SECTION("compiling ahead is disabled") {
    specializing = GENERATE(SpecializationMode::at_once, SpecializationMode::off);
  }
  prepare(kernel, specializing);
  program->open_constants = constants;
  first();
  // Code compiled ahead is compiled in turn.
  VariantsFixture later;
  later.prepare(foreseen);
  later.first();
  REQUIRE(later.program->was_asked(1));
  CHECK(program->asked().empty());
}

TEST_CASE("Variants: few unused codes are compiled ahead") {
  KernelDescription kernel;
  kernel.dimensions = 1;
  kernel.packet_size[0] = 64;
  kernel.is_group_independent = true;
  std::vector<std::unique_ptr<VariantsFixture>> kernels;
  const auto add = [&] {
    kernels.push_back(std::make_unique<VariantsFixture>());
    kernels.back()->prepare(kernel);
    kernels.back()->first();
  };
  for (int i = 0; i < tuning::max_codes_ahead; ++i) {
    add();
    REQUIRE(kernels.back()->program->was_asked(1));
  }
  add();
  // A used one makes room, as does a destroyed one.
  SECTION("used") {
    kernels.front()->choose(linear(640, 64));
  }
  SECTION("used by commands that get specialized code later") {
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

TEST_CASE("Variants: kernels may be destroyed while code is compiled ahead") {
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

TEST_CASE_METHOD(VariantsFixture, "Variants: general code runs if specialization fails") {
  prepare(no_numbers());
  program->refuses = true;
  for (int use = 0; use < 2; ++use) {
    const ChosenCode chosen = choose(linear(640, 64));
    CHECK(chosen.code.function == generic_code);
    CHECK(chosen.variant == nullptr);
  }
  // It is not requested again.
  CHECK(program->asked().size() == 1);
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
  CHECK(program->asked().size() <= static_cast<size_t>(tuning::max_codes_of_variant));
}

TEST_CASE_METHOD(VariantsFixture,
                 "Variants: with at-once, every local size has its code immediately") {
  prepare(no_numbers(), SpecializationMode::at_once);
  for (int i = 0; i < tuning::max_kernel_variants; ++i) {
    CHECK(choose(linear(640, uint64_t{1} << i)).code.function == special_code);
  }
  CHECK(program->asked().size() == static_cast<size_t>(tuning::max_kernel_variants));
}

TEST_CASE_METHOD(
    VariantsFixture,
    "Variants: with at-once, the second dispatch has code for its numbers, up to the limit") {
  prepare(four_numbers(true), SpecializationMode::at_once);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  CHECK(variant->code(packed.bytes(), true).function() == special_code);
  for (uint32_t i = 1; i < 20; ++i) {
    packed.first = i;
    const KernelFunction code =
        i <= static_cast<uint32_t>(tuning::max_codes_of_variant) ? code_for_values : special_code;
    CHECK(variant->code(packed.bytes(), true).function() == code);
    CHECK(variant->code(packed.bytes(), false).function() == code);
  }
  CHECK(program->was_asked(tuning::max_codes_of_variant));
}

TEST_CASE_METHOD(VariantsFixture, "Variants: use the caller's allocator, and free their memory") {
  prepare(four_numbers(true), SpecializationMode::at_once);
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Packed packed;
  variant->code(packed.bytes(), true);
  for (int code = 0; code < tuning::max_codes_of_variant; ++code) {
    packed.first = static_cast<uint32_t>(code);
    const int64_t live = counting.live();
    CHECK(variant->code(packed.bytes(), true).function() == code_for_values);
    CHECK(counting.live() == live + 1);
  }
  variants.reset();
  CHECK(counting.live() == 0);
  CHECK(counting.misuses() == 0);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: without memory for a code the previous one runs") {
  const bool for_all = GENERATE(true, false);
  const SpecializationMode specializing =
      GENERATE(SpecializationMode::at_once, SpecializationMode::in_background);
  const bool is_in_background = specializing == SpecializationMode::in_background;
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
  // It is not requested again.
  for (uint32_t i = 0; i < tuning::uses_before_giving_up; ++i) {
    CHECK(variant->code(packed.bytes(), true).function() == before);
  }
  CHECK(program->asked().size() == asked);
  CHECK(counting.live() == live);
  variants.reset();
  CHECK(counting.live() == 0);
}

TEST_CASE_METHOD(VariantsFixture, "Variants: none if disabled") {
  prepare(four_numbers(true), SpecializationMode::off);
  CHECK(first() == nullptr);
}

}  // namespace mux::test::variants
