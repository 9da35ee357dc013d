// Large kernels begin with loops over work-items, and get packets if these are worth compiling;
// with programs that only record requests.

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "variants_fixture.h"

namespace mux::test::large_kernels {

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;

namespace {

constexpr uint64_t lanes = 16;

/// Records which code ran which work-items.
struct Runs {
  explicit Runs(uint64_t work_items) : code(work_items) {}

  std::vector<char> code;
  uint64_t pieces = 0;
  /// The piece that loops execute slowly.
  uint64_t slow_piece = UINT64_MAX;
  const RecordingProgram *program = nullptr;
};

int32_t note(const void *arguments, const NdRange *range, uint64_t first, uint64_t last,
             char code) {
  auto &runs = **static_cast<Runs *const *>(arguments);
  for (uint64_t i = first * range->local_size[0]; i < last * range->local_size[0]; ++i) {
    CHECK(runs.code[i] == 0);
    runs.code[i] = code;
  }
  return 0;
}

int32_t loops_of_items(const void *arguments, const NdRange *range, uint64_t first, uint64_t last,
                       void *) {
  auto &runs = **static_cast<Runs *const *>(arguments);
  if (runs.pieces++ >= runs.slow_piece) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return note(arguments, range, first, last, 'l');
}

int32_t quick_packets(const void *arguments, const NdRange *range, uint64_t first, uint64_t last,
                      void *) {
  return note(arguments, range, first, last, 'q');
}

int32_t optimized_packets(const void *arguments, const NdRange *range, uint64_t first,
                          uint64_t last, void *) {
  return note(arguments, range, first, last, 'o');
}

KernelDescription large_kernel() {
  KernelDescription kernel;
  kernel.packed_size = sizeof(void *);
  kernel.is_group_independent = true;
  kernel.packet_size[0] = lanes;
  kernel.lanes[0] = lanes;
  kernel.alternative_strategies = {VectorizationStrategy::loops, VectorizationStrategy::scalar};
  return kernel;
}

/// Baseline code of all strategies runs one work-item at a time, as for real large kernels.
class LargeProgram final : public RecordingProgram {
 public:
  using RecordingProgram::RecordingProgram;

  bool has_packets = true;
  bool keeps_packets = false;

 private:
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    const bool in_packets = wanted.strategy == VectorizationStrategy::packets;
    if (wanted.only_cached ? !keeps_packets : in_packets && !has_packets) {
      return nullptr;
    }
    KernelDescription special = kernel(0);
    KernelFunction function = optimized_packets;
    if (wanted.tier == CodeTier::quick) {
      function = in_packets ? quick_packets : loops_of_items;
      special.has_scalar_code = !in_packets;
      special.is_loop_baseline = !in_packets;
      special.packet_size[0] = in_packets ? lanes : 1;
    }
    auto program =
        std::make_unique<RecordingProgram>(std::move(special), function, time_to_compile);
    program->own_tier = wanted.tier;
    program->is_kept = keeps_packets;
    return program;
  }
};

class LargeKernelFixture : public VariantsFixture {
 public:
  LargeKernelFixture() { begin(large_kernel()); }

  void begin(KernelDescription kernel) {
    variants.reset();
    auto owned = std::make_unique<LargeProgram>(std::move(kernel), generic_code,
                                                std::chrono::milliseconds(20));
    large = owned.get();
    program = std::move(owned);
    variants = std::make_unique<KernelVariants>(*program, Allocator(counting.info()),
                                                SpecializationMode::in_background);
  }

  std::chrono::nanoseconds enough_for_packets() const {
    return large->time_to_compile * tuning::work_before_packets_factor;
  }
  std::chrono::nanoseconds enough_to_optimize() const {
    return large->time_to_compile * tuning::work_before_optimizing_factor;
  }
  /// Runs all groups of the ND-range on this thread.
  static void run(KernelVariant &variant, NdRange range, Runs &runs) {
    range.group_count[0] = range.global_size[0] / range.local_size[0];
    Runs *argument = &runs;
    const auto *arguments = reinterpret_cast<const std::byte *>(&argument);
    CHECK(variant.run({arguments, &range, 0, range.group_count[0], nullptr}, true) == 0);
  }
  static bool all_by(const Runs &runs, char code) {
    return std::all_of(runs.code.begin(), runs.code.end(),
                       [code](char each) { return each == code; });
  }

  LargeProgram *large = nullptr;
};

}  // namespace

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: short commands are compiled once") {
  const ChosenCode chosen = choose(linear(640, 64));
  REQUIRE(chosen.variant != nullptr);
  CHECK(chosen.code.function == loops_of_items);
  // Tiles are aligned to packets.
  CHECK(chosen.code.description->packet_size[0] == lanes);
  const Packed packed;
  for (uint32_t i = 0; i < 2 * tuning::uses_before_optimizing; ++i) {
    chosen.variant->code(packed.bytes(), true);
  }
  chosen.variant->note_work(enough_for_packets() - std::chrono::nanoseconds(1));
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
  CHECK_FALSE(program->asked().front().strategy.has_value());
}

TEST_CASE_METHOD(LargeKernelFixture,
                 "Large kernels: long commands get packets, and then are optimized") {
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->note_work(enough_for_packets());
  REQUIRE(runs_in_the_end(*variant, packed, quick_packets, 0));
  REQUIRE(program->asked().size() == 1);
  CHECK(program->asked().front().tier == CodeTier::quick);
  CHECK(program->asked().front().strategy == VectorizationStrategy::packets);
  REQUIRE(watches_again(*variant));
  variant->note_work(enough_to_optimize() - std::chrono::nanoseconds(1));
  CHECK(program->asked().size() == 1);
  variant->note_work(std::chrono::nanoseconds(1));
  REQUIRE(runs_in_the_end(*variant, packed, optimized_packets, 0));
  CHECK(program->asked().size() == 2);
  CHECK(program->asked().back().tier == CodeTier::optimized);
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: a running command switches to packets") {
  KernelVariant *variant = find(linear(64 * 1024, 64));
  REQUIRE(variant != nullptr);
  // The time of its first pieces predicts the total.
  Runs runs(64 * 1024);
  runs.slow_piece = 2;
  run(*variant, linear(64 * 1024, 64), runs);
  CHECK(runs.code.front() == 'l');
  // Optimized packets may have replaced them at the end.
  const auto packets =
      std::find_if(runs.code.begin(), runs.code.end(), [](char code) { return code != 'l'; });
  REQUIRE(packets != runs.code.end());
  CHECK((packets - runs.code.begin()) % lanes == 0);
  CHECK(std::find(packets, runs.code.end(), 'l') == runs.code.end());
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: all of a short command runs in loops") {
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  Runs runs(640);
  run(*variant, linear(640, 64), runs);
  CHECK(all_by(runs, 'l'));
  CHECK(program->asked().empty());
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: groups without whole packets are not split") {
  KernelVariant *variant = find(linear(30, 10));
  REQUIRE(variant != nullptr);
  Runs runs(30);
  run(*variant, linear(30, 10), runs);
  CHECK(all_by(runs, 'l'));
  CHECK(runs.pieces <= 3);
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: groups of a required size are not split") {
  KernelDescription kernel = large_kernel();
  kernel.required_local_size[0] = 64;
  kernel.required_local_size[1] = 1;
  kernel.required_local_size[2] = 1;
  begin(std::move(kernel));
  KernelVariant *variant = find(linear(128, 64));
  REQUIRE(variant != nullptr);
  Runs runs(128);
  run(*variant, linear(128, 64), runs);
  CHECK(all_by(runs, 'l'));
  CHECK(runs.pieces <= 2);
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: without packets, the next code is optimized") {
  large->has_packets = false;
  KernelVariant *variant = find(linear(640, 64));
  REQUIRE(variant != nullptr);
  const Packed packed;
  variant->note_work(enough_for_packets());
  REQUIRE(runs_in_the_end(*variant, packed, optimized_packets, 0));
  CHECK(program->asked().size() == 2);
}

TEST_CASE_METHOD(LargeKernelFixture, "Large kernels: cached packets run immediately") {
  large->keeps_packets = true;
  CHECK(choose(linear(640, 64)).code.function == quick_packets);
}

TEST_CASE_METHOD(LargeKernelFixture,
                 "Large kernels: code compiled ahead is used by other range kinds") {
  KernelDescription kernel = large_kernel();
  kernel.dimensions = 1;
  begin(std::move(kernel));
  first();
  REQUIRE(program->was_asked(1));
  KernelVariant *variant = find(linear(650, 65));
  REQUIRE(variant != nullptr);
  Runs runs(650);
  run(*variant, linear(650, 65), runs);
  CHECK(all_by(runs, 'l'));
  CHECK(program->asked().empty());
  variant->note_work(enough_for_packets());
  REQUIRE(runs_in_the_end(*variant, Packed(), quick_packets, 0));
  REQUIRE(watches_again(*variant));
  variant->note_work(enough_to_optimize());
  CHECK(runs_in_the_end(*variant, Packed(), optimized_packets, 0));
}

}  // namespace mux::test::large_kernels
