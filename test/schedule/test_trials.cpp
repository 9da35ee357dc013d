// Which of two codes of a kernel a trial finds to be faster, when trials begin, and that every
// group runs once meanwhile.

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
#include "host/specialize/kernel_variants.h"
#include "host/specialize/trial.h"
#include "host/specialize/tuning.h"

using namespace mux::compiler;
using namespace mux::host;
using mux::test::AskedProgram;
using mux::test::CountingAllocator;
using Verdict = Trial::Verdict;

namespace {

/// Where the codes of these tests note what they ran.
struct Board {
  std::vector<std::atomic<int>> present;
  std::vector<std::atomic<int>> challenger;
  int32_t status_of_present = 0;
  int32_t status_of_challenger = 0;
  std::chrono::nanoseconds time_of_present{0};
  std::chrono::nanoseconds time_of_challenger{0};
  /// What the present code does besides.
  std::function<void()> nested;

  explicit Board(size_t groups) : present(groups), challenger(groups) {}

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
  run_groups(board.present, board.time_of_present, first, last);
  if (board.nested) {
    board.nested();
  }
  return board.status_of_present;
}

int32_t challenging_code(const void *arguments, const NdRange *, uint64_t first, uint64_t last,
                         void *) {
  Board &board = Board::of(arguments);
  run_groups(board.challenger, board.time_of_challenger, first, last);
  return board.status_of_challenger;
}

/// One kernel whose other ways differ in nothing but what they note.
class TwoWayProgram : public AskedProgram {
 public:
  using AskedProgram::AskedProgram;

  bool refuses_packets = false;

 private:
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    if (wanted.way == Way::packets && refuses_packets) {
      return nullptr;
    }
    return std::make_unique<TwoWayProgram>(
        kernel(0), wanted.way.has_value() ? challenging_code : present_code);
  }
};

KernelDescription kernel_with(std::vector<Way> other_ways, bool local_size_matters = false) {
  KernelDescription kernel;
  kernel.other_ways = std::move(other_ways);
  kernel.local_size_matters = local_size_matters;
  return kernel;
}

std::unique_ptr<Trial> make_trial() {
  return std::make_unique<Trial>(
      std::make_unique<TwoWayProgram>(KernelDescription(), challenging_code), present_code);
}

/// Notes comparisons in turns of who is first until there is a verdict, or none came for long.
Verdict judge(Trial &trial, double ratio_if_present_is_first, double ratio_if_challenger_is_first,
              uint32_t &comparisons, double nanoseconds = 1e6) {
  const uint32_t enough = tuning::first_comparisons + 2 * tuning::comparisons_in_each_order;
  for (comparisons = 1; comparisons <= enough; ++comparisons) {
    const size_t order = comparisons % 2;
    const double ratio = order == 0 ? ratio_if_present_is_first : ratio_if_challenger_is_first;
    const Verdict verdict = trial.note({order, ratio, nanoseconds});
    if (verdict != Verdict::open) {
      return verdict;
    }
  }
  return Verdict::open;
}

NdRange groups_of_64(uint64_t groups, uint64_t rows = 1) {
  NdRange range{};
  range.dimensions = 2;
  const uint64_t counts[3] = {groups, rows, 1};
  for (int i = 0; i < 3; ++i) {
    range.local_size[i] = i == 0 ? 64 : 1;
    range.group_count[i] = counts[i];
    range.global_size[i] = range.local_size[i] * counts[i];
  }
  return range;
}

class TrialsFixture {
 public:
  void prepare(KernelDescription kernel, Specializing specializing = Specializing::in_background,
               std::chrono::nanoseconds time_to_compile = std::chrono::microseconds(100)) {
    program = std::make_unique<TwoWayProgram>(std::move(kernel), present_code, time_to_compile);
    variants = std::make_unique<KernelVariants>(*program, Allocator(counting.info()), specializing);
    KernelVariant *first = nullptr;
    REQUIRE(variants->prepare(0, first));
    variant = variants->find(first, range);
  }
  int32_t run(Board &board, uint64_t first, uint64_t last) {
    const std::vector<std::byte> arguments = board.arguments();
    return variant->run({arguments.data(), &range, first, last, nullptr}, first == 0);
  }
  bool is_in_question(const Board &board) {
    return variant->code(board.arguments().data(), false).is_in_question();
  }
  /// Runs all groups until only one code does, and that one is `challenger`.
  bool runs_in_the_end(bool challenger, const Board &like) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline) {
      Board board(group_count);
      board.time_of_present = like.time_of_present;
      board.time_of_challenger = like.time_of_challenger;
      run(board, 0, group_count);
      const VariantCode &code = variant->code(board.arguments().data(), false);
      if (!code.is_in_question()) {
        return code.function() == (challenger ? challenging_code : present_code);
      }
    }
    return false;
  }
  static constexpr uint64_t group_count = 16;
  NdRange range = groups_of_64(4, group_count / 4);
  CountingAllocator counting;
  std::unique_ptr<TwoWayProgram> program;
  std::unique_ptr<KernelVariants> variants;
  KernelVariant *variant = nullptr;
};

}  // namespace

TEST_CASE("Trials: what is far slower or far faster is known after a few comparisons") {
  uint32_t comparisons = 0;
  CHECK(judge(*make_trial(), 2.5, 30, comparisons) == Verdict::keep);
  CHECK(comparisons == tuning::first_comparisons);
  CHECK(judge(*make_trial(), 0.4, 0.03, comparisons) == Verdict::change);
  CHECK(comparisons == tuning::first_comparisons);
}

TEST_CASE("Trials: what is short is compared more often") {
  uint32_t comparisons = 0;
  CHECK(judge(*make_trial(), 3, 3, comparisons, 100) == Verdict::keep);
  CHECK(comparisons == tuning::first_comparisons + 2 * tuning::comparisons_in_each_order);
}

TEST_CASE("Trials: the rest takes as many comparisons as there are to be") {
  uint32_t comparisons = 0;
  constexpr uint32_t all = tuning::first_comparisons + 2 * tuning::comparisons_in_each_order;
  CHECK(judge(*make_trial(), 0.8, 0.8, comparisons) == Verdict::change);
  CHECK(comparisons == all);
  CHECK(judge(*make_trial(), 1.2, 1.2, comparisons) == Verdict::keep);
  CHECK(comparisons == all);
  // A gain that may be noise.
  CHECK(judge(*make_trial(), 0.98, 0.98, comparisons) == Verdict::keep);
}

TEST_CASE("Trials: who runs first does not matter") {
  uint32_t comparisons = 0;
  // The second one of a pair takes two thirds of the time, for it finds data in the caches.
  CHECK(judge(*make_trial(), 0.8 / 1.5, 0.8 * 1.5, comparisons) == Verdict::change);
  CHECK(judge(*make_trial(), 1.2 / 1.5, 1.2 * 1.5, comparisons) == Verdict::keep);
}

TEST_CASE("Trials: some comparisons that were disturbed do not matter") {
  const std::unique_ptr<Trial> trial = make_trial();
  Verdict verdict = Verdict::open;
  for (uint32_t i = 0; verdict == Verdict::open && i < 1000; ++i) {
    verdict = trial->note({i % 2, i % 5 == 0 ? 100 : 0.8, 1e6});
  }
  CHECK(verdict == Verdict::change);
}

TEST_CASE("Trials: there is one verdict") {
  const std::unique_ptr<Trial> trial = make_trial();
  uint32_t comparisons = 0;
  REQUIRE(judge(*trial, 0.1, 0.1, comparisons) == Verdict::change);
  CHECK(judge(*trial, 10, 10, comparisons) == Verdict::open);
}

TEST_CASE("Trials: a tile's rows of groups are divided among both codes") {
  const std::unique_ptr<Trial> trial = make_trial();
  constexpr uint64_t row = 3;
  constexpr uint64_t rows = 20;
  const NdRange range = groups_of_64(row, rows);
  for (uint32_t turn = 0; turn < 20; ++turn) {
    const uint64_t first = turn % 3 * row;
    // The last row of a tile may be a part of one.
    const uint64_t last = first + (2 + turn % 11) * row + turn % row;
    Board board(row * rows);
    const std::vector<std::byte> arguments = board.arguments();
    Verdict verdict;
    REQUIRE(trial->run({arguments.data(), &range, first, last, nullptr}, verdict) == 0);
    uint64_t of_challenger = 0;
    for (uint64_t group = 0; group < row * rows; ++group) {
      CAPTURE(turn, first, last, group);
      CHECK(board.present[group] + board.challenger[group] == (group >= first && group < last));
      of_challenger += board.challenger[group];
      if (group % row != 0 && group < last) {
        CHECK(board.present[group] == board.present[group - 1]);
      }
    }
    CHECK(of_challenger >= row);
    const uint64_t divisor = turn < tuning::first_comparisons ? tuning::first_part_divisor : 2;
    CHECK(of_challenger <= std::max((last - first) / divisor + row, row));
  }
}

TEST_CASE("Trials: many groups of one row are divided, too") {
  const std::unique_ptr<Trial> trial = make_trial();
  constexpr uint64_t groups = tuning::first_part_divisor * tuning::least_groups_of_a_part;
  const NdRange range = groups_of_64(2 * groups);
  Board board(2 * groups);
  const std::vector<std::byte> arguments = board.arguments();
  Verdict verdict;
  REQUIRE(trial->run({arguments.data(), &range, 1, 1 + groups, nullptr}, verdict) == 0);
  uint64_t of_present = 0;
  uint64_t of_challenger = 0;
  for (uint64_t group = 0; group < 2 * groups; ++group) {
    of_present += board.present[group];
    of_challenger += board.challenger[group];
  }
  CHECK(of_challenger == tuning::least_groups_of_a_part);
  CHECK(of_present == groups - tuning::least_groups_of_a_part);
}

TEST_CASE("Trials: tiles of few groups are run by one code or the other") {
  const std::unique_ptr<Trial> trial = make_trial();
  constexpr uint64_t groups = 64;
  const NdRange range = groups_of_64(groups);
  const uint64_t size = GENERATE(1, 2, 4);
  Board board(groups);
  const std::vector<std::byte> arguments = board.arguments();
  for (uint64_t group = 0; group < groups; group += size) {
    Verdict verdict;
    REQUIRE(trial->run({arguments.data(), &range, group, group + size, nullptr}, verdict) == 0);
    for (uint64_t each = group; each < group + size; ++each) {
      CHECK(board.present[each] + board.challenger[each] == 1);
      CHECK(board.present[each] == board.present[group]);
    }
  }
}

TEST_CASE("Trials: tiles of few groups come to a verdict, whatever a program does in turns") {
  const std::unique_ptr<Trial> trial = make_trial();
  const NdRange range = groups_of_64(1);
  const bool challenger_is_faster = GENERATE(false, true);
  const int slower_turn = GENERATE(0, 1, 2);
  CAPTURE(challenger_is_faster, slower_turn);
  Verdict verdict = Verdict::open;
  int tiles = 0;
  for (; verdict == Verdict::open && tiles < 1000; ++tiles) {
    Board board(1);
    // With 2, all tiles are alike.
    const std::chrono::microseconds unit(tiles % 2 == slower_turn ? 50 : 10);
    board.time_of_present = challenger_is_faster ? 2 * unit : unit;
    board.time_of_challenger = challenger_is_faster ? unit : 2 * unit;
    const std::vector<std::byte> arguments = board.arguments();
    REQUIRE(trial->run({arguments.data(), &range, 0, 1, nullptr}, verdict) == 0);
  }
  CHECK(verdict == (challenger_is_faster ? Verdict::change : Verdict::keep));
  CHECK(tiles <=
        2 * static_cast<int>(tuning::first_comparisons + 2 * tuning::comparisons_in_each_order) +
            8);
}

TEST_CASE("Trials: while nothing is known of the challenger, it gets one tile at a time") {
  const std::unique_ptr<Trial> trial = make_trial();
  const NdRange range = groups_of_64(1);
  Board outer(1);
  outer.nested = [&] {
    for (int tile = 0; tile < 10; ++tile) {
      Board inner(1);
      const std::vector<std::byte> arguments = inner.arguments();
      Verdict verdict;
      REQUIRE(trial->run({arguments.data(), &range, 0, 1, nullptr}, verdict) == 0);
      CHECK(inner.challenger[0] == 0);
    }
  };
  const std::vector<std::byte> arguments = outer.arguments();
  Verdict verdict;
  CHECK(trial->run({arguments.data(), &range, 0, 1, nullptr}, verdict) == 0);
}

TEST_CASE("Trials: a code that fails fails the tile, whichever it is") {
  const std::unique_ptr<Trial> trial = make_trial();
  const NdRange range = groups_of_64(4, 4);
  const bool present_fails = GENERATE(false, true);
  for (int turn = 0; turn < 2; ++turn) {
    Board board(16);
    (present_fails ? board.status_of_present : board.status_of_challenger) = 7;
    const std::vector<std::byte> arguments = board.arguments();
    Verdict verdict;
    CHECK(trial->run({arguments.data(), &range, 0, 16, nullptr}, verdict) == 7);
  }
}

TEST_CASE_METHOD(TrialsFixture, "Trials: code that has worked long enough is tried") {
  const bool loops_are_faster = GENERATE(false, true);
  prepare(kernel_with({Way::loops}));
  REQUIRE(variant != nullptr);
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(loops_are_faster ? 100 : 2);
  board.time_of_challenger = std::chrono::microseconds(loops_are_faster ? 2 : 100);
  CHECK(runs_in_the_end(loops_are_faster, board));
  REQUIRE(program->asked().size() == 1);
  const Specialization asked = program->asked().front();
  CHECK(asked.way == Way::loops);
  CHECK(asked.arguments.empty());
  CHECK_FALSE(asked.range.has_value());
}

TEST_CASE_METHOD(TrialsFixture, "Trials: a way that cannot be had leaves the next") {
  prepare(kernel_with({Way::packets, Way::loops}));
  program->refuses_packets = true;
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_challenger = std::chrono::microseconds(2);
  CHECK(runs_in_the_end(true, board));
  REQUIRE(program->asked().size() == 2);
  CHECK(program->asked()[0].way == Way::packets);
  CHECK(program->asked()[1].way == Way::loops);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: several ways are tried one after the other") {
  prepare(kernel_with({Way::packets, Way::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(2);
  board.time_of_challenger = std::chrono::microseconds(100);
  CHECK(runs_in_the_end(false, board));
  CHECK(program->was_asked(2));
}

TEST_CASE_METHOD(TrialsFixture,
                 "Trials: work-items without any vectors are tried where loops come close") {
  const bool loops_come_close = GENERATE(false, true);
  prepare(kernel_with({Way::loops, Way::scalar}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(10);
  board.time_of_challenger = std::chrono::microseconds(loops_come_close ? 1 : 100);
  CHECK(runs_in_the_end(loops_come_close, board));
  CHECK(program->was_asked(loops_come_close ? 2 : 1));
}

TEST_CASE_METHOD(TrialsFixture, "Trials: code for the local size is tried, not what it replaces") {
  prepare(kernel_with({Way::loops}, true));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_challenger = std::chrono::microseconds(2);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (program->asked().size() < 2 && std::chrono::steady_clock::now() < deadline) {
    run(board, 0, group_count);
  }
  const std::vector<Specialization> asked = program->asked();
  REQUIRE(asked.size() == 2);
  CHECK_FALSE(asked[0].way.has_value());
  CHECK(asked[1].way == Way::loops);
  REQUIRE(asked[1].range.has_value());
  CHECK(asked[1].range == asked[0].range);
  CHECK(runs_in_the_end(true, board));
}

TEST_CASE_METHOD(TrialsFixture, "Trials: code for values is compiled the way that won for all") {
  KernelDescription kernel = kernel_with({Way::loops});
  KernelArgument number;
  number.size = number.alignment = sizeof(uint64_t);
  number.steers = true;
  kernel.arguments = {number};
  kernel.packed_size = sizeof(uint64_t);
  prepare(std::move(kernel));
  std::vector<Specialization> asked;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  // First every use has another value, the address of its board; then they are all the same.
  std::vector<std::unique_ptr<Board>> boards;
  for (size_t use = 0; asked.size() < 2 && std::chrono::steady_clock::now() < deadline; ++use) {
    const bool is_settled = !asked.empty() && !is_in_question(*boards.front());
    if (boards.size() < 2) {
      boards.push_back(std::make_unique<Board>(group_count));
      boards.back()->time_of_present = std::chrono::microseconds(5);
      boards.back()->time_of_challenger = std::chrono::microseconds(1);
    }
    Board &board = *boards[is_settled ? 0 : use % boards.size()];
    run(board, 0, 4);
    // More tiles of the same command: what they take is looked at now and then.
    for (int tile = 0; tile < 64; ++tile) {
      run(board, 4, group_count);
    }
    asked = program->asked();
  }
  REQUIRE(asked.size() >= 2);
  CHECK(asked[0].way == Way::loops);
  CHECK(asked[0].arguments.empty());
  CHECK(asked[1].way == Way::loops);
  CHECK(asked[1].arguments.size() == 1);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: at once the third command is one") {
  // Compiled at some other time: nobody knows how long it took.
  prepare(kernel_with({Way::loops}), Specializing::at_once, {});
  for (uint32_t command = 0; command < tuning::commands_before_trial_at_once; ++command) {
    Board board(group_count);
    run(board, 0, group_count);
    CHECK(program->asked().empty());
  }
  Board board(group_count);
  run(board, 0, group_count);
  CHECK(program->asked().size() == 1);
  int of_challenger = 0;
  for (const std::atomic<int> &count : board.challenger) {
    of_challenger += count;
  }
  CHECK(of_challenger > 0);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: they lie in the caller's memory and give it back") {
  prepare(kernel_with({Way::packets, Way::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(2);
  board.time_of_challenger = std::chrono::microseconds(100);
  const int64_t live = counting.live();
  CHECK(runs_in_the_end(false, board));
  // Somebody might still run their code.
  CHECK(counting.live() == live + 2);
  variants.reset();
  CHECK(counting.live() == 0);
  CHECK(counting.misuses() == 0);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: without memory for one the code runs as it is") {
  prepare(kernel_with({Way::packets, Way::loops}));
  Board board(group_count);
  board.time_of_present = std::chrono::microseconds(100);
  board.time_of_challenger = std::chrono::microseconds(2);
  const int64_t live = counting.live();
  counting.fail_always();
  CHECK(runs_in_the_end(false, board));
  counting.succeed();
  CHECK(counting.failures() == 2);
  CHECK(program->asked().size() == 2);
  CHECK(counting.live() == live);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: without another way there is none") {
  prepare(kernel_with({}));
  CHECK(variant == nullptr);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: switched off there is none") {
  prepare(kernel_with({Way::loops}), Specializing::off);
  CHECK(variant == nullptr);
}

TEST_CASE_METHOD(TrialsFixture, "Trials: code that came compiled is not tried") {
  prepare(kernel_with({Way::loops}), Specializing::in_background, {});
  REQUIRE(variant != nullptr);
  const Board board(group_count);
  CHECK_FALSE(variant->code(board.arguments().data(), true).is_in_question());
}

TEST_CASE_METHOD(TrialsFixture, "Trials: many threads run tiles while they are under way") {
  prepare(kernel_with({Way::packets, Way::loops, Way::scalar}), Specializing::in_background,
          std::chrono::nanoseconds(1));
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
          wrong += board.present[group] + board.challenger[group] == 1 ? 0 : 1;
        }
        goes_on = variant->code(board.arguments().data(), false).is_in_question();
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
