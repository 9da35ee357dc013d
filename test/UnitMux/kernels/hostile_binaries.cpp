// Damaged binaries of other tools: truncated ones are rejected; with a flipped bit they are
// rejected or valid. Damaged bitcode is loaded in another process, because LLVM may crash.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "fixtures.h"

namespace mux::test::hostile_binaries {

namespace {

const std::string native_object = std::string(MUX_TEST_NATIVE_DIRECTORY) + "/clang-c-O2.o";
const std::string native_object_of_compiler =
    std::string(MUX_TEST_NATIVE_DIRECTORY) + "/compiler-c++-O0.o";
const std::string bitcode = std::string(MUX_TEST_BITCODE_DIRECTORY) + "/pictures.O2.bc";
const std::string plain_bitcode = std::string(MUX_TEST_BITCODE_DIRECTORY) + "/pictures.O0.bc";

std::string read_binary(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  INFO(path);
  REQUIRE_FALSE(bytes.empty());
  return bytes;
}

/// Results of the flips.
struct Outcome {
  unsigned refused = 0;
  unsigned accepted = 0;
  unsigned crashed = 0;
  unsigned timed_out = 0;
  /// The program failed in an unexpected way: no conclusion.
  bool broken = false;

  unsigned total() const { return refused + accepted + crashed + timed_out; }
};

/// Runs load_damaged once and counts its results.
void run_once(const std::string &path, uint32_t seed, unsigned count, Outcome &outcome) {
  int pipe_ends[2];
  outcome.broken = true;
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    return;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  // LLVM prints crash reports.
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {MUX_TEST_LOAD_DAMAGED, path, std::to_string(seed),
                         std::to_string(outcome.total()), std::to_string(count - outcome.total())};
  char *arguments[6] = {};
  std::transform(std::begin(words), std::end(words), arguments,
                 [](std::string &word) { return word.data(); });
  pid_t child = 0;
  const bool started =
      posix_spawn(&child, arguments[0], &actions, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);

  bool trying = false;
  char said = '\0';
  while (started && read(pipe_ends[0], &said, 1) == 1) {
    trying = said == '?';
    outcome.refused += said == 'r' ? 1 : 0;
    outcome.accepted += said == 'a' ? 1 : 0;
  }
  close(pipe_ends[0]);
  int status = 0;
  if (!started || waitpid(child, &status, 0) != child) {
    return;
  }
  if (trying) {
    const bool late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    (late ? outcome.timed_out : outcome.crashed) += 1;
    outcome.broken = false;
  } else {
    outcome.broken = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
}

Outcome try_flips(const std::string &path, uint32_t seed, unsigned count) {
  Outcome outcome;
  do {
    run_once(path, seed, count, outcome);
  } while (!outcome.broken && outcome.total() < count);
  return outcome;
}

/// Number of flips of each binary; more with the environment variable MUX_TEST_FLIPS.
unsigned flip_count(unsigned otherwise) {
  const char *text = std::getenv("MUX_TEST_FLIPS");
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

class HostileFixture : public KernelFixture {
 public:
  /// Makes the flips, prints the counts, and checks that this process is not affected.
  Outcome check_flips(const std::string &path, unsigned count) {
    const uint32_t seed = random_seed();
    CAPTURE(path, seed);
    const int64_t live = counter.live();
    const Outcome outcome = try_flips(path, seed, count);
    WARN(path.substr(path.rfind('/') + 1)
         << ", seed " << seed << ": " << outcome.total() << " bit flips, " << outcome.refused
         << " refused, " << outcome.accepted << " accepted, " << outcome.crashed << " crashed, "
         << outcome.timed_out << " timed out");
    CHECK_FALSE(outcome.broken);
    CHECK(outcome.total() == count);
    CHECK(counter.live() == live);
    const TestBuffer data = make_buffer(4 * sizeof(float));
    data.as<float>()[3] = 5;
    launch(make_kernel(load(read_binary(native_object)), "scale"),
           Arguments().buffer(data).value(2.0F), Range::linear(4, 4));
    CHECK(data.as<float>()[3] == 10);
    return outcome;
  }
};

}  // namespace

TEST_CASE_METHOD(HostileFixture, "kernels: a native object truncated at any length is rejected",
                 "[kernels]") {
  for (const std::string &path : {native_object, native_object_of_compiler}) {
    const std::string whole = read_binary(path);
    std::vector<size_t> accepted;
    const int64_t live = counter.live();
    for (size_t length = 1; length < whole.size(); ++length) {
      // A copy of exactly that length, so that a sanitizer sees every read past it.
      const std::vector<char> truncated(whole.begin(),
                                        whole.begin() + static_cast<ptrdiff_t>(length));
      mux_executable_t executable = nullptr;
      const mux_result_t result =
          muxCreateExecutable(device, truncated.data(), truncated.size(), allocator, &executable);
      if (result != mux_error_invalid_binary) {
        accepted.push_back(length);
      }
      if (result == mux_success) {
        muxDestroyExecutable(device, executable, allocator);
      }
    }
    CHECK(accepted.empty());
    CHECK(counter.live() == live);
  }
}

TEST_CASE_METHOD(HostileFixture,
                 "kernels: a native object with a bit flipped is rejected or loaded",
                 "[kernels][slow]") {
  for (const std::string &path : {native_object, native_object_of_compiler}) {
    const Outcome outcome = check_flips(path, flip_count(500));
    CHECK(outcome.crashed == 0);
    CHECK(outcome.timed_out == 0);
    CHECK(outcome.refused != 0);
  }
}

TEST_CASE_METHOD(HostileFixture,
                 "kernels: bitcode with a bit flipped does not affect other programs",
                 "[kernels][slow]") {
  for (const std::string &path : {bitcode, plain_bitcode}) {
    const Outcome outcome = check_flips(path, flip_count(30));
    CHECK(outcome.refused != 0);
    // LLVM's reader does not validate some kinds of records; the counts are in the documentation.
    CHECK(outcome.crashed + outcome.timed_out <= outcome.total() / 20 + 2);
  }
}

}  // namespace mux::test::hostile_binaries
