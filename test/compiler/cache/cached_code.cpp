// The second start of a program uses cached code of the first, and no other code.

#include <algorithm>
#include <catch2/catch.hpp>

#include "starts.h"

using namespace mux::test;

namespace {

constexpr const char *numbers = "0: 0 3 6 9 12 15 18 21\n";
constexpr const char *value = "get_global_id(0) * 3";

void check_numbers(const ProcessResult &result) {
  INFO(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output == numbers);
}

}  // namespace

TEST_CASE("the second start of a program finds all code of the first", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source));
  const std::vector<std::string> first = labels(folder);
  CHECK(first.size() == 4);
  CHECK(count(folder, "source ") == 1);
  CHECK(count(folder, "outline ") == 1);
  CHECK(count(folder, "kernel fill") == 1);
  CHECK(count(folder, "description of kernel fill") == 1);

  forget_uses(folder);
  REQUIRE(used_labels(folder).empty());
  check_numbers(start_fill(folder, source));
  CHECK(used_labels(folder) == first);
  CHECK(labels(folder) == first);
}

TEST_CASE("code for a local size and for other strategies is cached", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = folder.path() / "sums.cl";
  write(source, R"(
    kernel void sums(global float *a, int n) {
      float sum = 0;
      for (int i = 0; i < n; ++i) sum += a[get_global_id(0) * n + i];
      a[get_global_id(0) * n] = sum + get_local_size(0);
    })");
  const std::vector<std::string> command = {MUX_TEST_MUXRUN,
                                            source.string(),
                                            "-k",
                                            "sums",
                                            "-g",
                                            "64",
                                            "-l",
                                            "16",
                                            "-a",
                                            "buffer:float:256:iota",
                                            "-a",
                                            "scalar:int:4",
                                            "--print",
                                            "0:9",
                                            "--repeat",
                                            "20"};
  const Variables at_once = {{"MUX_SPECIALIZE", "at-once"}};
  const ProcessResult first = start(folder, command, at_once);
  CHECK(first.exit_code == 0);
  const std::vector<std::string> kept = labels(folder);
  CHECK(count(folder, "kernel sums, 1 dimension, local size 16x1x1") >= 1);
  CHECK(count(folder, "kernel sums") >= 2);
  forget_uses(folder);
  start(folder, command, at_once);
  CHECK(labels(folder) == kept);
  CHECK(used_labels(folder) == kept);
}

TEST_CASE("later starts begin with optimized code", "[kept-code]") {
  const ScratchFolder folder;
  // Code for its local size, which is always the same.
  const std::filesystem::path source =
      write_fill(folder, "(get_group_id(0) * get_local_size(0) + get_local_id(0)) * 3");
  const auto quick = [&](const std::vector<std::string> &found) {
    return std::count_if(found.begin(), found.end(), [](const std::string &label) {
      return label.find(", quick") != std::string::npos;
    });
  };
  check_numbers(start_fill(folder, source));
  CHECK(quick(labels(folder)) == 1);
  CHECK(count(folder, "kernel fill") == 1);
  check_numbers(start_fill(folder, source, {}, {{"MUX_SPECIALIZE", "at-once"}}));
  CHECK(count(folder, "kernel fill") == 2);
  forget_uses(folder);
  check_numbers(start_fill(folder, source));
  CHECK(quick(used_labels(folder)) == 0);
  CHECK(count(folder, "kernel fill") == 2);
}

TEST_CASE("code for argument values is found at their second use", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = folder.path() / "rounds.cl";
  write(source, R"(
    kernel void rounds(global float *a, int n) {
      float x = get_global_id(0);
      for (int i = 0; i < n; ++i) x = x * 0.5f + 1;
      a[get_global_id(0)] = x;
    })");
  // Too few uses for such code to be compiled, and long enough for it to be looked up.
  const auto command = [&](const char *rounds, int work_items = 64) {
    return std::vector<std::string>{MUX_TEST_MUXRUN,
                                    source.string(),
                                    "-k",
                                    "rounds",
                                    "-g",
                                    std::to_string(work_items),
                                    "-a",
                                    "buffer:float:16384:iota",
                                    "-a",
                                    std::string("scalar:int:") + rounds,
                                    "--repeat",
                                    "3"};
  };
  CHECK(start(folder, command("30000000"), {{"MUX_SPECIALIZE", "at-once"}}).exit_code == 0);
  const auto for_values = [](const std::vector<std::string> &found) {
    return std::count_if(found.begin(), found.end(), [](const std::string &label) {
      return label.find("argument 1 is 30000000") != std::string::npos;
    });
  };
  CHECK(for_values(labels(folder)) >= 1);
  forget_uses(folder);
  CHECK(start(folder, command("30000001")).exit_code == 0);
  CHECK(for_values(used_labels(folder)) == 0);
  // It is looked up by a thread of low priority: on a loaded machine the program may end before, so
  // each further try runs twice as long.
  for (int work_items = 64; work_items <= 16384 && for_values(used_labels(folder)) == 0;
       work_items *= 2) {
    CHECK(start(folder, command("30000000", work_items)).exit_code == 0);
  }
  CHECK(for_values(used_labels(folder)) == 1);
}

TEST_CASE("damaged entries are replaced", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source));
  const std::vector<std::string> whole = labels(folder);
  for (const bool is_cut_off : {false, true}) {
    for (const std::filesystem::path &file : entries(folder.cache())) {
      std::string bytes = read(file);
      bytes[bytes.size() / 2] ^= 0x40;
      write(file, is_cut_off ? bytes.substr(0, bytes.size() / 2) : bytes);
    }
    REQUIRE(count(folder, "damaged") == whole.size());
    check_numbers(start_fill(folder, source));
    CHECK(labels(folder) == whole);
  }
}

TEST_CASE("all inputs of compilation are part of the key", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source));
  check_numbers(start_fill(folder, source, {}, {{"MUX_VECTOR_WIDTH", "scalar"}}));
  CHECK(count(folder, "kernel fill") == 2);
  check_numbers(start_fill(folder, source, {}, {{"MUX_VECTOR_WIDTH", "4"}}));
  CHECK(count(folder, "kernel fill") == 3);
  check_numbers(start_fill(folder, source, {}, {{"MUX_CPU", "x86-64-v2"}}));
  CHECK(count(folder, "kernel fill") == 4);
  CHECK(count(folder, "source ") == 1);
  // Another program.
  const ProcessResult other = start_fill(folder, write_fill(folder, "7"));
  CHECK(other.output == "0: 7 7 7 7 7 7 7 7\n");
  CHECK(count(folder, "kernel fill") == 5);
}

TEST_CASE("the values of constants are part of the key", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source =
      write_fill(folder, "get_global_id(0) * factor",
                 "__attribute__((weak)) constant int factor = 3; "
                 "__attribute__((weak)) constant int other = 1;\n");
  check_numbers(start_fill(folder, source));
  const auto with_factor = [&](const char *factor) {
    return start_fill(folder, source, {"--constant", std::string("factor=int:") + factor}).output;
  };
  CHECK(with_factor("5") == "0: 0 5 10 15 20 25 30 35\n");
  CHECK(with_factor("7") == "0: 0 7 14 21 28 35 42 49\n");
  CHECK(count(folder, "kernel fill") == 3);
  CHECK(count(folder, "description of kernel fill") == 3);
  // The program is compiled and inspected once.
  CHECK(count(folder, "source ") == 1);
  CHECK(count(folder, "outline ") == 1);
  const std::vector<std::string> all = labels(folder);
  forget_uses(folder);
  CHECK(with_factor("5") == "0: 0 5 10 15 20 25 30 35\n");
  CHECK(count(folder, "kernel fill") == 3);
  // Neither the order of values nor values that are the defaults matter.
  check_numbers(start_fill(folder, source, {"--constant", "factor=int:3"}));
  CHECK(start_fill(folder, source, {"--constant", "other=int:1", "--constant", "factor=int:7"})
            .output == "0: 0 7 14 21 28 35 42 49\n");
  CHECK(labels(folder) == all);
}

TEST_CASE("an unknown processor is rejected with a full cache, too", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source));
  const ProcessResult refused = start_fill(folder, source, {}, {{"MUX_CPU", "z80"}});
  CHECK(refused.exit_code != 0);
  CHECK(refused.errors.find("z80") != std::string::npos);
}

TEST_CASE("printing passes bypasses the cache", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source));
  const Variables variables = {{"MUX_PRINT_AFTER", "all"}};
  CHECK(start_fill(folder, source, {}, variables).errors.find("define") != std::string::npos);
  CHECK(start_fill(folder, source, {}, variables).errors.find("define") != std::string::npos);
  const ProcessResult refused = start_fill(folder, source, {}, {{"MUX_STOP_AFTER", "no pass"}});
  CHECK(refused.exit_code != 0);
}

TEST_CASE("MUX_CACHE=0 neither stores nor finds entries", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  check_numbers(start_fill(folder, source, {}, {{"MUX_CACHE", "0"}}));
  CHECK_FALSE(std::filesystem::exists(folder.cache()));
  check_numbers(start_fill(folder, source));
  forget_uses(folder);
  check_numbers(start_fill(folder, source, {}, {{"MUX_CACHE", "0"}}));
  CHECK(used_labels(folder).empty());
}

TEST_CASE("an unusable cache is logged once", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  write(folder.path() / "file", "");
  const Variables cases[] = {
      {{"MUX_CACHE_DIR", (folder.path() / "file" / "cache").string()}},
      {{"MUX_CACHE_DIR", "/proc/cannot/be/made"}},
      {{"MUX_CACHE_DIR", ""}, {"XDG_CACHE_HOME", ""}, {"HOME", ""}},
  };
  for (Variables variables : cases) {
    check_numbers(start_fill(folder, source, {}, variables));
    variables["MUX_LOG"] = "warn";
    const ProcessResult result = start_fill(folder, source, {}, variables);
    check_numbers(result);
    CHECK(result.errors.find("compiled code") != std::string::npos);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
  }
}

TEST_CASE("programs that start at the same time share a cache", "[kept-code]") {
  const ScratchFolder folder;
  const std::filesystem::path source = write_fill(folder, value);
  const std::string script = "for i in 1 2 3 4 5 6; do '" + std::string(MUX_TEST_MUXRUN) + "' '" +
                             source.string() +
                             "' -k fill -g 8 -a buffer:int:8 --print 0 & done; wait";
  const ProcessResult result = start(folder, {"/bin/sh", "-c", script});
  CHECK(result.errors.empty());
  std::string expected;
  for (int i = 0; i < 6; ++i) {
    expected += numbers;
  }
  CHECK(result.output == expected);
  CHECK(labels(folder).size() == 4);
}
