// Comparisons of two codes of a kernel: when they begin, which code they find faster, and that
// every group runs exactly once meanwhile.

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "asked_program.h"
#include "counting_allocator.h"
#include "host/specialize/code_comparison.h"
#include "host/specialize/kernel_variants.h"
#include "host/specialize/tuning.h"

namespace mux::test::code_comparisons {

using namespace mux::compiler;
using namespace mux::host;
using mux::test::AskedProgram;
using mux::test::CountingAllocator;
using Outcome = CodeComparison::Outcome;

namespace {

/// Records the groups that the codes of these tests ran.
struct Board {
  std::vector<std::atomic<int>> baseline;
  std::vector<std::atomic<int>> candidate;
  int32_t status_of_present = 0;
  int32_t status_of_candidate = 0;
  std::chrono::nanoseconds time_of_present{0};
  std::chrono::nanoseconds time_of_candidate{0};
  /// Called by the baseline code.
  std::function<void()> nested;

  explicit Board(size_t groups) : baseline(groups), candidate(groups) {}

  std::vector<std::byte> arguments() const {
    const Board *self = this;
    std::vector<std::byte> bytes(sizeof self);
    std::memcpy(bytes.data(), &self, sizeof self);
    return bytes;
  }
  static Board &of(const void *arguments) {
    Board *board;
    std::memcpy(&board, arguments, sizeof board);
    return *board;
  }
};

void work_for(std::chrono::nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

void run_groups(std::vector<std::atomic<int>> &counts, std::chrono::nanoseconds time,
                uint64_t first, uint64_t last) {
  for (uint64_t group = first; group < last; ++group) {
    ++counts[group];
    work_for(time);
  }
}

int32_t present_code(const void *arguments, const NdRange *, uint64_t first, uint64_t last,
                     void *) {
  Board &board = Board::of(arguments);
  run_groups(board.baseline, board.time_of_present, first, last);
  if (board.nested) {
    board.nested();
  }
  return board.status_of_present;
}

int32_t challenging_code(const void *arguments, const NdRange *, uint64_t first, uint64_t last,
                         void *) {
  Board &board = Board::of(arguments);
  run_groups(board.candidate, board.time_of_candidate, first, last);
  return board.status_of_candidate;
}

/// A kernel whose alternative strategies differ only in what they record.
class TwoStrategyProgram : public AskedProgram {
 public:
  using AskedProgram::AskedProgram;

  bool refuses_packets = false;

 private:
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    if (wanted.strategy == VectorizationStrategy::packets && refuses_packets) {
      return nullptr;
    }
    return std::make_unique<TwoStrategyProgram>(
        kernel(0), wanted.strategy.has_value() ? challenging_code : present_code, time_to_compile);
  }
};

KernelDescription kernel_with(std::vector<VectorizationStrategy> alternative_strategies,
                              bool local_size_matters = false) {
  KernelDescription kernel;
  kernel.alternative_strategies = std::move(alternative_strategies);
  kernel.local_size_matters = local_size_matters;
  return kernel;
}

std::unique_ptr<CodeComparison> make_comparison(
    CodeComparison::Shares shares = CodeComparison::Shares::rows) {
  return std::make_unique<CodeComparison>(
      std::make_unique<TwoStrategyProgram>(KernelDescription(), challenging_code), present_code,
      shares);
}

/// Records measurements, alternating which code is first, until there is an outcome or the limit is
/// reached.
Outcome decide(CodeComparison &comparison, double ratio_if_baseline_is_first,
               double ratio_if_candidate_is_first, uint32_t &measurements,
               double nanoseconds = 1e6) {
  const uint32_t enough = tuning::first_measurements + 2 * tuning::measurements_in_each_order;
  for (measurements = 1; measurements <= enough; ++measurements) {
    const size_t order = measurements % 2;
    const double ratio = order == 0 ? ratio_if_baseline_is_first : ratio_if_candidate_is_first;
    const Outcome outcome = comparison.add({order, ratio, nanoseconds});
    if (outcome != Outcome::open) {
      return outcome;
    }
  }
  return Outcome::open;
}

CommandRange groups_of_64(uint64_t groups, uint64_t rows = 1) {
  CommandRange range{};
  range.dimensions = 2;
  const uint64_t counts[3] = {groups, rows, 1};
  for (int i = 0; i < 3; ++i) {
    range.local_size[i] = i == 0 ? 64 : 1;
    range.group_count[i] = counts[i];
    range.global_size[i] = range.local_size[i] * counts[i];
  }
  return range;
}

class CodeComparisonsFixture {
 public:
  void prepare(KernelDescription kernel,
               SpecializationMode specializing = SpecializationMode::in_background,
               std::chrono::nanoseconds time_to_compile = std::chrono::microseconds(100)) {
    program =
        std::make_unique<TwoStrategyProgram>(std::move(kernel), present_code, time_to_compile);
    variants = std::make_unique<KernelVariants>(*program, Allocator(counting.info()), specializing);
    KernelVariant *first = nullptr;
    REQUIRE(variants->prepare(0, first));
    std::string error;
    variant = variants->choose(0, first, range, error).variant;
    // The first code.
    REQUIRE(program->was_asked(specializing == SpecializationMode::off ? 0 : 1));
    program->forget();
  }
  int32_t run(Board &board, uint64_t first, uint64_t last) {
    const std::vector<std::byte> arguments = board.arguments();
    return variant->run({arguments.data(), &range, first, last, nullptr}, first == 0);
  }
  bool is_undecided(const Board &board) {
    return variant->code(board.arguments().data(), false).is_undecided();
  }
  /// Runs all groups until a single code runs, and returns whether that is `candidate`.
  bool runs_in_the_end(bool candidate, const Board &like) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline) {
      Board board(group_count);
      board.time_of_present = like.time_of_present;
      board.time_of_candidate = like.time_of_candidate;
      run(board, 0, group_count);
      const VariantCode &code = variant->code(board.arguments().data(), false);
      if (!code.is_undecided()) {
        return code.function() == (candidate ? challenging_code : present_code);
      }
    }
    return false;
  }
  static constexpr uint64_t group_count = 16;
  CommandRange range = groups_of_64(4, group_count / 4);
  CountingAllocator counting;
  std::unique_ptr<TwoStrategyProgram> program;
  std::unique_ptr<KernelVariants> variants;
  KernelVariant *variant = nullptr;
};

}  // namespace

TEST_CASE("Code comparisons: large differences are decided after few measurements") {
  uint32_t measurements = 0;
  CHECK(decide(*make_comparison(), 2.5, 30, measurements) == Outcome::keep);
  CHECK(measurements == tuning::first_measurements);
  CHECK(decide(*make_comparison(), 0.4, 0.03, measurements) == Outcome::change);
  CHECK(measurements == tuning::first_measurements);
}

TEST_CASE("Code comparisons: one disturbed measurement does not save a slow candidate") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const double disturbed = GENERATE(0.01, 1.0);
  CHECK(comparison->add({0, disturbed, 1e6}) == Outcome::open);
  for (uint32_t i = 1; i < tuning::clear_majority; ++i) {
    CHECK(comparison->add({i % 2, 26, 1e6}) == Outcome::open);
  }
  CHECK(comparison->add({0, 26, 1e6}) == Outcome::keep);
}

TEST_CASE("Code comparisons: whole tiles are decided in any order of completion") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const size_t order = GENERATE(0, 1);
  Outcome outcome = Outcome::open;
  uint32_t measurements = 0;
  for (; outcome == Outcome::open && measurements < 1000; ++measurements) {
    outcome = comparison->add({order, 1.5, 1e6, true});
  }
  CHECK(outcome == Outcome::keep);
  CHECK(measurements == tuning::first_measurements + 2 * tuning::measurements_in_each_order);
}

TEST_CASE("Code comparisons: short codes are compared more often") {
  uint32_t measurements = 0;
  CHECK(decide(*make_comparison(), 3, 3, measurements, 100) == Outcome::keep);
  CHECK(measurements == tuning::first_measurements + 2 * tuning::measurements_in_each_order);
}

TEST_CASE("Code comparisons: close candidates take the maximum number of measurements") {
  uint32_t measurements = 0;
  constexpr uint32_t all = tuning::first_measurements + 2 * tuning::measurements_in_each_order;
  CHECK(decide(*make_comparison(), 0.8, 0.8, measurements) == Outcome::change);
  CHECK(measurements == all);
  CHECK(decide(*make_comparison(), 1.2, 1.2, measurements) == Outcome::keep);
  CHECK(measurements == all);
  // A gain within the noise.
  CHECK(decide(*make_comparison(), 0.98, 0.98, measurements) == Outcome::keep);
}

TEST_CASE("Code comparisons: the order of execution has no effect") {
  uint32_t measurements = 0;
  // The second code of a pair takes two thirds of the time, because its data is cached.
  CHECK(decide(*make_comparison(), 0.8 / 1.5, 0.8 * 1.5, measurements) == Outcome::change);
  CHECK(decide(*make_comparison(), 1.2 / 1.5, 1.2 * 1.5, measurements) == Outcome::keep);
}

TEST_CASE("Code comparisons: some disturbed measurements have no effect") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  Outcome outcome = Outcome::open;
  for (uint32_t i = 0; outcome == Outcome::open && i < 1000; ++i) {
    outcome = comparison->add({i % 2, i % 5 == 0 ? 100 : 0.8, 1e6});
  }
  CHECK(outcome == Outcome::change);
}

TEST_CASE("Code comparisons: there is one outcome") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  uint32_t measurements = 0;
  REQUIRE(decide(*comparison, 0.1, 0.1, measurements) == Outcome::change);
  CHECK(decide(*comparison, 10, 10, measurements) == Outcome::open);
}

TEST_CASE("Code comparisons: rows of groups of a tile are divided among both codes") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  constexpr uint64_t row = 3;
  constexpr uint64_t rows = 20;
  const CommandRange range = groups_of_64(row, rows);
  for (uint32_t turn = 0; turn < 20; ++turn) {
    const uint64_t first = turn % 3 * row;
    // The last row of a tile may be partial.
    const uint64_t last = first + (2 + turn % 11) * row + turn % row;
    Board board(row * rows);
    const std::vector<std::byte> arguments = board.arguments();
    Outcome outcome;
    REQUIRE(comparison->run({arguments.data(), &range, first, last, nullptr}, outcome) == 0);
    uint64_t of_candidate = 0;
    for (uint64_t group = 0; group < row * rows; ++group) {
      CAPTURE(turn, first, last, group);
      CHECK(board.baseline[group] + board.candidate[group] == (group >= first && group < last));
      of_candidate += board.candidate[group];
      if (group % row != 0 && group < last) {
        CHECK(board.baseline[group] == board.baseline[group - 1]);
      }
    }
    CHECK(of_candidate >= row);
    const uint64_t divisor = turn < tuning::first_measurements ? tuning::first_share_divisor : 2;
    CHECK(of_candidate <= std::max((last - first) / divisor + row, row));
  }
}

TEST_CASE("Code comparisons: tiles are not divided where lanes cross rows of groups") {
  const std::unique_ptr<CodeComparison> comparison =
      make_comparison(CodeComparison::Shares::whole_tiles);
  constexpr uint64_t row = 3;
  constexpr uint64_t rows = 20;
  const CommandRange range = groups_of_64(row, rows);
  uint64_t of_candidate = 0;
  for (uint32_t turn = 0; turn < 20; ++turn) {
    Board board(row * rows);
    const std::vector<std::byte> arguments = board.arguments();
    Outcome outcome;
    REQUIRE(comparison->run({arguments.data(), &range, 0, row * rows, nullptr}, outcome) == 0);
    for (uint64_t group = 0; group < row * rows; ++group) {
      CHECK(board.baseline[group] + board.candidate[group] == 1);
      CHECK(board.baseline[group] == board.baseline[0]);
    }
    of_candidate += board.candidate[0];
  }
  CHECK(of_candidate == 10);
}

TEST_CASE("Code comparisons: groups of one row are divided, too") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  constexpr uint64_t groups = tuning::first_share_divisor * tuning::min_share_groups;
  const CommandRange range = groups_of_64(2 * groups);
  Board board(2 * groups);
  const std::vector<std::byte> arguments = board.arguments();
  Outcome outcome;
  REQUIRE(comparison->run({arguments.data(), &range, 1, 1 + groups, nullptr}, outcome) == 0);
  uint64_t of_present = 0;
  uint64_t of_candidate = 0;
  for (uint64_t group = 0; group < 2 * groups; ++group) {
    of_present += board.baseline[group];
    of_candidate += board.candidate[group];
  }
  CHECK(of_candidate == tuning::min_share_groups);
  CHECK(of_present == groups - tuning::min_share_groups);
}

TEST_CASE("Code comparisons: tiles of few groups are not divided") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  constexpr uint64_t groups = 64;
  const CommandRange range = groups_of_64(groups);
  const uint64_t size = GENERATE(1, 2, 4);
  Board board(groups);
  const std::vector<std::byte> arguments = board.arguments();
  for (uint64_t group = 0; group < groups; group += size) {
    Outcome outcome;
    REQUIRE(comparison->run({arguments.data(), &range, group, group + size, nullptr}, outcome) ==
            0);
    for (uint64_t each = group; each < group + size; ++each) {
      CHECK(board.baseline[each] + board.candidate[each] == 1);
      CHECK(board.baseline[each] == board.baseline[group]);
    }
  }
}

namespace {

/// Compares two codes, one of which takes twice as long, tile by tile. Every other tile is longer:
/// those of `slower_turn`, or none.
Outcome compare_in_turns(bool candidate_is_faster, int slower_turn) {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const CommandRange range = groups_of_64(1);
  Outcome outcome = Outcome::open;
  int tiles = 0;
  for (; outcome == Outcome::open && tiles < 1000; ++tiles) {
    Board board(1);
    const std::chrono::microseconds unit(tiles % 2 == slower_turn ? 50 : 10);
    board.time_of_present = candidate_is_faster ? 2 * unit : unit;
    board.time_of_candidate = candidate_is_faster ? unit : 2 * unit;
    const std::vector<std::byte> arguments = board.arguments();
    REQUIRE(comparison->run({arguments.data(), &range, 0, 1, nullptr}, outcome) == 0);
  }
  CHECK(tiles <=
        2 * static_cast<int>(tuning::first_measurements + 2 * tuning::measurements_in_each_order) +
            8);
  return outcome;
}

}  // namespace

TEST_CASE("Code comparisons: tiles of few groups are decided, also for alternating commands") {
  const bool candidate_is_faster = GENERATE(false, true);
  // With 2, all tiles are alike.
  const int slower_turn = GENERATE(0, 1, 2);
  CAPTURE(candidate_is_faster, slower_turn);
  const Outcome expected = candidate_is_faster ? Outcome::change : Outcome::keep;
  if (compare_in_turns(candidate_is_faster, slower_turn) == expected) {
    return;
  }
  // Times are measured, and the thread may have been preempted. Then two more comparisons must be
  // correct.
  CHECK(compare_in_turns(candidate_is_faster, slower_turn) == expected);
  CHECK(compare_in_turns(candidate_is_faster, slower_turn) == expected);
}

TEST_CASE("Code comparisons: whole tiles of many threads are decided") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const CommandRange range = groups_of_64(1);
  std::atomic<int> tiles{0};
  std::atomic<bool> is_over{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 16; ++thread) {
    threads.emplace_back([&] {
      while (!is_over && tiles.fetch_add(1) < 20'000) {
        Board board(1);
        // Nearly as fast; otherwise the threads never run concurrently.
        board.time_of_present = std::chrono::microseconds(20);
        board.time_of_candidate = std::chrono::microseconds(30);
        const std::vector<std::byte> arguments = board.arguments();
        Outcome outcome;
        comparison->run({arguments.data(), &range, 0, 1, nullptr}, outcome);
        if (outcome != Outcome::open) {
          is_over = true;
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(is_over);
}

TEST_CASE("Code comparisons: before a measurement, the candidate gets one tile at a time") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const CommandRange range = groups_of_64(1);
  Board outer(1);
  outer.nested = [&] {
    for (int tile = 0; tile < 10; ++tile) {
      Board inner(1);
      const std::vector<std::byte> arguments = inner.arguments();
      Outcome outcome;
      REQUIRE(comparison->run({arguments.data(), &range, 0, 1, nullptr}, outcome) == 0);
      CHECK(inner.candidate[0] == 0);
    }
  };
  const std::vector<std::byte> arguments = outer.arguments();
  Outcome outcome;
  CHECK(comparison->run({arguments.data(), &range, 0, 1, nullptr}, outcome) == 0);
}

TEST_CASE("Code comparisons: a code that fails fails the tile, whichever it is") {
  const std::unique_ptr<CodeComparison> comparison = make_comparison();
  const CommandRange range = groups_of_64(4, 4);
  const bool present_fails = GENERATE(false, true);
  for (int turn = 0; turn < 2; ++turn) {
    Board board(16);
    (present_fails ? board.status_of_present : board.status_of_candidate) = 7;
    const std::vector<std::byte> arguments = board.arguments();
    Outcome outcome;
    CHECK(comparison->run({arguments.data(), &range, 0, 16, nullptr}, outcome) == 7);
  }
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: code that has worked long enough is tried") {
  const bool loops_are_faster = GENERATE(false, true);
  prepare(kernel_with({VectorizationStrategy::loops}));
  REQUIRE(variant != nullptr);
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(loops_are_faster ? 100 : 2);
  board.time_of_candidate = std::chrono::microseconds(loops_are_faster ? 2 : 100);
  CHECK(runs_in_the_end(loops_are_faster, board));
  REQUIRE(program->asked().size() == 1);
  const Specialization asked = program->asked().front();
  CHECK(asked.strategy == VectorizationStrategy::loops);
  CHECK(asked.arguments.empty());
  CHECK_FALSE(asked.range.has_value());
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: after a failed strategy the next is tried") {
  prepare(kernel_with({VectorizationStrategy::packets, VectorizationStrategy::loops}));
  program->refuses_packets = true;
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_candidate = std::chrono::microseconds(2);
  CHECK(runs_in_the_end(true, board));
  REQUIRE(program->asked().size() == 2);
  CHECK(program->asked()[0].strategy == VectorizationStrategy::packets);
  CHECK(program->asked()[1].strategy == VectorizationStrategy::loops);
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: several strategies are tried one after the other") {
  prepare(kernel_with({VectorizationStrategy::packets, VectorizationStrategy::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(2);
  board.time_of_candidate = std::chrono::microseconds(100);
  CHECK(runs_in_the_end(false, board));
  CHECK(program->was_asked(2));
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: scalar code is tried where loops come close") {
  const bool loops_come_close = GENERATE(false, true);
  prepare(kernel_with({VectorizationStrategy::loops, VectorizationStrategy::scalar}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(10);
  board.time_of_candidate = std::chrono::microseconds(loops_come_close ? 1 : 100);
  CHECK(runs_in_the_end(loops_come_close, board));
  CHECK(program->was_asked(loops_come_close ? 2 : 1));
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: code for the local size is compared with other code for it") {
  prepare(kernel_with({VectorizationStrategy::loops}, true));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_candidate = std::chrono::microseconds(2);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (program->asked().empty() && std::chrono::steady_clock::now() < deadline) {
    run(board, 0, group_count);
  }
  const std::vector<Specialization> asked = program->asked();
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].strategy == VectorizationStrategy::loops);
  CHECK(asked[0].range == FixedRange{{64, 1, 1}, true});
  CHECK(runs_in_the_end(true, board));
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: code for values uses the strategy that won for all values") {
  KernelDescription kernel = kernel_with({VectorizationStrategy::loops});
  KernelArgument number;
  number.size = number.alignment = sizeof(uint64_t);
  number.is_specialization_candidate = true;
  kernel.arguments = {number};
  kernel.packed_size = sizeof(uint64_t);
  prepare(std::move(kernel));
  std::vector<Specialization> asked;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  // Values differ at first, by the address of the board, and are constant afterwards.
  std::vector<std::unique_ptr<Board>> boards;
  for (size_t use = 0; asked.size() < 2 && std::chrono::steady_clock::now() < deadline; ++use) {
    const bool is_settled = !asked.empty() && !is_undecided(*boards.front());
    if (boards.size() < 2) {
      boards.push_back(std::make_unique<Board>(group_count));
      boards.back()->time_of_present = std::chrono::microseconds(5);
      boards.back()->time_of_candidate = std::chrono::microseconds(1);
    }
    Board &board = *boards[is_settled ? 0 : use % boards.size()];
    run(board, 0, 4);
    // More tiles of the same command, whose times are sampled.
    for (int tile = 0; tile < 64; ++tile) {
      run(board, 4, group_count);
    }
    asked = program->asked();
  }
  REQUIRE(asked.size() >= 2);
  CHECK(asked[0].strategy == VectorizationStrategy::loops);
  CHECK(asked[0].arguments.empty());
  CHECK(asked[1].strategy == VectorizationStrategy::loops);
  CHECK(asked[1].arguments.size() == 1);
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: with at-once, the third command is a comparison") {
  // Ahead-of-time code, whose compile time is unknown.
  prepare(kernel_with({VectorizationStrategy::loops}), SpecializationMode::at_once, {});
  for (uint32_t command = 0; command < tuning::commands_before_comparison_at_once; ++command) {
    Board board(group_count);
    run(board, 0, group_count);
    CHECK(program->asked().empty());
  }
  Board board(group_count);
  run(board, 0, group_count);
  CHECK(program->asked().size() == 1);
  int of_candidate = 0;
  for (const std::atomic<int> &count : board.candidate) {
    of_candidate += count;
  }
  CHECK(of_candidate > 0);
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: use the caller's allocator, and free their memory") {
  prepare(kernel_with({VectorizationStrategy::packets, VectorizationStrategy::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(2);
  board.time_of_candidate = std::chrono::microseconds(100);
  const int64_t live = counting.live();
  CHECK(runs_in_the_end(false, board));
  // Their code may still be running.
  CHECK(counting.live() == live + 2);
  variants.reset();
  CHECK(counting.live() == 0);
  CHECK(counting.misuses() == 0);
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: without memory the code runs without a comparison") {
  prepare(kernel_with({VectorizationStrategy::packets, VectorizationStrategy::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_candidate = std::chrono::microseconds(2);
  const int64_t live = counting.live();
  counting.fail_always();
  CHECK(runs_in_the_end(false, board));
  counting.succeed();
  CHECK(counting.failures() == 2);
  CHECK(program->asked().size() == 2);
  CHECK(counting.live() == live);
}

TEST_CASE_METHOD(CodeComparisonsFixture, "Code comparisons: none without another strategy") {
  prepare(kernel_with({}));
  CHECK(variant == nullptr);
}

TEST_CASE_METHOD(CodeComparisonsFixture, "Code comparisons: none if disabled") {
  prepare(kernel_with({VectorizationStrategy::loops}), SpecializationMode::off);
  CHECK(variant == nullptr);
}

TEST_CASE_METHOD(CodeComparisonsFixture, "Code comparisons: ahead-of-time code is not compared") {
  prepare(kernel_with({VectorizationStrategy::loops}), SpecializationMode::in_background, {});
  CHECK(variant == nullptr);
}

TEST_CASE_METHOD(CodeComparisonsFixture,
                 "Code comparisons: many threads run tiles during comparisons") {
  prepare(kernel_with({VectorizationStrategy::packets, VectorizationStrategy::loops,
                       VectorizationStrategy::scalar}),
          SpecializationMode::in_background, std::chrono::nanoseconds(1));
  constexpr int thread_count = 4;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (int thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&] {
      bool goes_on = true;
      while (goes_on && std::chrono::steady_clock::now() < deadline) {
        Board board(group_count);
        run(board, 0, group_count);
        for (uint64_t group = 0; group < group_count; ++group) {
          wrong += board.baseline[group] + board.candidate[group] == 1 ? 0 : 1;
        }
        goes_on = variant->code(board.arguments().data(), false).is_undecided();
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(wrong == 0);
  CHECK(program->asked().size() >= 2);
  CHECK(std::chrono::steady_clock::now() < deadline);
}

}  // namespace mux::test::code_comparisons
