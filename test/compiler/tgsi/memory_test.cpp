// Buffers, shared memory, atomic counters and barriers.

#include <catch2/catch.hpp>

#include <algorithm>

#include "shader_run.h"

namespace mux::test::memory {
namespace {

const std::string group_of_64 =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n";
const std::string one_item =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n";

constexpr uint32_t untouched = 0x5a5a5a5a;

/// Runs one work-item with 8 words in buffer 0 and results in buffer 1.
ShaderRun run_one(const std::string &declarations, const std::vector<std::string> &instructions,
                  uint32_t size = 32) {
  std::vector<std::string> lines = instructions;
  lines.emplace_back("END");
  ShaderRun run(one_item + "DCL BUFFER[0..1]\nDCL TEMP[0..4], LOCAL\n" + declarations +
                numbered(lines));
  run.bind("buffer_0", {10, 11, 12, 13, 14, 15, 16, 17}).pass_size("buffer_0", size);
  run.bind("buffer_1", Words(16, untouched));
  run.run({1, 1, 1}, {1, 1, 1});
  return run;
}

}  // namespace

TEST_CASE("LOAD reads consecutive words of the mask", "[tgsi]") {
  const ShaderRun run =
      run_one("IMM[0] UINT32 {0, 4, 16, 0}\n",
              {"LOAD TEMP[0].yw, BUFFER[0], IMM[0].yyyy, COHERENT, RESTRICT, VOLATILE",
               "STORE BUFFER[1], IMM[0].xxxx, TEMP[0]", "LOAD TEMP[1], BUFFER[0], IMM[0].zzzz",
               "STORE BUFFER[1].xyz, IMM[0].zzzz, TEMP[1], RESTRICT"});
  CHECK(run.words("buffer_1") == Words{0, 12, 0, 14, 14, 15, 16, untouched, untouched, untouched,
                                       untouched, untouched, untouched, untouched, untouched,
                                       untouched});
}

TEST_CASE("reads out of range give 0, writes do nothing", "[tgsi]") {
  for (const std::string address : {"20", "32", "4294967292", "2147483648"}) {
    for (const uint32_t size : {0U, 16U, 20U}) {
      INFO("address " << address << ", size " << size);
      const ShaderRun run = run_one(
          "IMM[0] UINT32 {0, " + address + ", 99, 4}\n",
          {"MOV TEMP[0], IMM[0].zzzz", "LOAD TEMP[0].x, BUFFER[0], IMM[0].yyyy",
           "STORE BUFFER[0].x, IMM[0].yyyy, IMM[0].zzzz",
           "ATOMUADD TEMP[0].y, BUFFER[0], IMM[0].yyyy, IMM[0].zzzz", "MOV TEMP[1].x, IMM[0].zzzz",
           "ATOMCAS TEMP[1].x, BUFFER[0], IMM[0].yyyy, IMM[0].xxxx, IMM[0].zzzz",
           "MOV TEMP[0].y, TEMP[1].xxxx", "STORE BUFFER[1].xy, IMM[0].xxxx, TEMP[0]"},
          size);
      CHECK(run.words("buffer_0") == Words{10, 11, 12, 13, 14, 15, 16, 17});
      CHECK(run.words("buffer_1")[0] == 0);
      CHECK(run.words("buffer_1")[1] == 0);
    }
  }
}

TEST_CASE("the last word is in range, and a vector that crosses the end is not", "[tgsi]") {
  const ShaderRun run = run_one(
      "IMM[0] UINT32 {0, 16, 99, 20}\n",
      {"LOAD TEMP[0].x, BUFFER[0], IMM[0].yyyy", "LOAD TEMP[0].y, BUFFER[0], IMM[0].yyyy",
       "STORE BUFFER[0].x, IMM[0].yyyy, IMM[0].zzzz",
       "STORE BUFFER[0].xy, IMM[0].yyyy, IMM[0].xxxx", "STORE BUFFER[1].xy, IMM[0].xxxx, TEMP[0]"},
      20);
  CHECK(run.words("buffer_0") == Words{10, 11, 12, 13, 99, 15, 16, 17});
  CHECK(run.words("buffer_1")[0] == 14);
  CHECK(run.words("buffer_1")[1] == 0);
}

TEST_CASE("work-items of which some accesses are out of range do the others", "[tgsi]") {
  // Work-item i loads words i of buffers of 100, 60 and 128 words, and stores to one of 90.
  ShaderRun run(
      group_of_64 + "DCL BUFFER[0..3]\nDCL TEMP[0..4], LOCAL\nIMM[0] UINT32 {2, 64, 0, 0}\n" +
      numbered(
          {"UMAD TEMP[0].x, SV[1].xxxx, IMM[0].yyyy, SV[0].xxxx",
           "SHL TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx", "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx",
           "LOAD TEMP[2].x, BUFFER[1], TEMP[0].xxxx", "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[2].xxxx",
           "ATOMUADD TEMP[3].x, BUFFER[2], TEMP[0].xxxx, TEMP[1].xxxx",
           "STORE BUFFER[3].x, TEMP[0].xxxx, TEMP[1].xxxx", "END"}));
  Words first(100);
  Words second(60);
  for (uint32_t i = 0; i < 100; ++i) {
    first[i] = i;
    second[i % 60] = 1000 + i % 60;
  }
  run.bind("buffer_0", first).bind("buffer_1", second).bind("buffer_2", Words(128));
  run.bind("buffer_3", Words(128, untouched)).pass_size("buffer_3", 90 * 4);
  run.run({2, 1, 1}, {64, 1, 1});
  for (uint32_t i = 0; i < 128; ++i) {
    INFO("work-item " << i);
    const uint32_t sum = (i < 100 ? i : 0) + (i < 60 ? 1000 + i : 0);
    CHECK(run.words("buffer_2")[i] == sum);
    CHECK(run.words("buffer_3")[i] == (i < 90 ? sum : untouched));
  }
}

TEST_CASE("an address that a load gives is not checked before the load", "[tgsi]") {
  // The words of buffer 1 are addresses: 16, which is in range, then 400, which is not.
  for (const uint32_t address : {16U, 400U}) {
    INFO("address " << address);
    ShaderRun run(one_item +
                  "DCL BUFFER[0..1]\nDCL TEMP[0..1], LOCAL\nIMM[0] UINT32 {0, 4, 99, 8}\n" +
                  numbered({"LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx",
                            "LOAD TEMP[1].x, BUFFER[1], IMM[0].yyyy",
                            "STORE BUFFER[0].x, TEMP[0].xxxx, IMM[0].zzzz",
                            "STORE BUFFER[0].x, IMM[0].wwww, TEMP[1].xxxx", "END"}));
    run.bind("buffer_0", Words(8, 1)).bind("buffer_1", {address, 55}).run({1, 1, 1}, {1, 1, 1});
    const uint32_t written = address == 16 ? 99 : 1;
    CHECK(run.words("buffer_0") == Words{1, 1, 55, 1, written, 1, 1, 1});
  }
}

TEST_CASE("RESQ gives the size in bytes", "[tgsi]") {
  const ShaderRun run =
      run_one("IMM[0] UINT32 {0, 0, 0, 0}\n",
              {"RESQ TEMP[0].x, BUFFER[0]", "STORE BUFFER[1].x, IMM[0].xxxx, TEMP[0]"}, 28);
  CHECK(run.words("buffer_1")[0] == 28);
}

TEST_CASE("buffers are selected by address registers", "[tgsi]") {
  for (const uint32_t buffer : {0U, 1U, 2U, 3U, 0xffffffffU}) {
    INFO("buffer " << buffer);
    ShaderRun run(
        one_item +
        "DCL BUFFER[0..2]\nDCL BUFFER[4]\nDCL ADDR[0..2]\nDCL TEMP[0..1], LOCAL\n"
        "IMM[0] UINT32 {0, 4, 9, 0}\n" +
        numbered({"LOAD TEMP[0].x, BUFFER[4], IMM[0].xxxx", "UARL ADDR[2].x, TEMP[0].xxxx",
                  "LOAD TEMP[1].x, BUFFER[ADDR[2].x], IMM[0].xxxx",
                  "STORE BUFFER[ADDR[2].x+1].x, IMM[0].xxxx, IMM[0].zzzz",
                  "STORE BUFFER[4].x, IMM[0].yyyy, TEMP[1].xxxx", "END"}));
    run.bind("buffer_0", {100}).bind("buffer_1", {101}).bind("buffer_2", {102});
    run.bind("buffer_4", {buffer, untouched}).run({1, 1, 1}, {1, 1, 1});
    CHECK(run.words("buffer_4")[1] == (buffer < 3 ? 100 + buffer : 0));
    CHECK(run.words("buffer_0")[0] == (buffer == 0xffffffff ? 9 : 100));
    CHECK(run.words("buffer_1")[0] == (buffer == 0 ? 9 : 101));
    CHECK(run.words("buffer_2")[0] == (buffer == 1 ? 9 : 102));
  }
}

TEST_CASE("shared memory is exchanged across a barrier", "[tgsi]") {
  // Work-item i writes its number times 3, then reads that of work-item 63 - i.
  ShaderRun run(
      group_of_64 +
      "DCL MEMORY[1], SHARED\nDCL BUFFER[0]\nDCL TEMP[0..2], LOCAL\n"
      "IMM[0] UINT32 {2, 3, 63, 64}\nIMM[1] INT32 {8, -1, 1000000, 0}\n" +
      numbered({"UMUL TEMP[0].x, SV[0].xxxx, IMM[0].yyyy", "SHL TEMP[0].y, SV[0].xxxx, IMM[0].xxxx",
                "STORE MEMORY[0].x, TEMP[0].yyyy, TEMP[0].xxxx",
                "STORE MEMORY[0].x, IMM[1].zzzz, TEMP[0].xxxx", "MEMBAR IMM[1].xxxx", "BARRIER",
                "XOR TEMP[0].y, SV[0].xxxx, IMM[0].zzzz",
                "SHL TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx",
                "LOAD TEMP[1].x, MEMORY[0], TEMP[0].yyyy", "LOAD TEMP[1].y, MEMORY[0], IMM[1].zzzz",
                "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].yyyy",
                "UMAD TEMP[2].x, SV[1].xxxx, IMM[0].wwww, SV[0].xxxx",
                "SHL TEMP[2].x, TEMP[2].xxxx, IMM[0].xxxx",
                "STORE BUFFER[0].x, TEMP[2].xxxx, TEMP[1].xxxx", "END"}));
  run.pass_size("shared", 256).bind("buffer_0", Words(128)).run({2, 1, 1}, {64, 1, 1});
  for (uint32_t i = 0; i < 128; ++i) {
    INFO("work-item " << i);
    CHECK(run.words("buffer_0")[i] == (63 - i % 64) * 3);
  }
}

TEST_CASE("atomic operations are those of C++", "[tgsi]") {
  // All work-items of two groups update the same words of a buffer and of shared memory.
  const std::vector<std::string> operations = {"ATOMUADD", "ATOMAND",  "ATOMOR",   "ATOMXOR",
                                               "ATOMUMIN", "ATOMUMAX", "ATOMIMIN", "ATOMIMAX"};
  std::vector<std::string> lines = {"UMAD TEMP[0].x, SV[1].xxxx, IMM[0].yyyy, SV[0].xxxx",
                                    "UMUL TEMP[0].y, TEMP[0].xxxx, IMM[0].zzzz",
                                    "MOV TEMP[2].x, IMM[0].xxxx"};
  for (const std::string &operation : operations) {
    lines.push_back(operation + " TEMP[1].x, BUFFER[0], TEMP[2].xxxx, TEMP[0].yyyy");
    lines.emplace_back("UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].wwww");
  }
  lines.emplace_back("END");
  ShaderRun run(
      group_of_64 +
      "DCL BUFFER[0], ATOMIC\nDCL TEMP[0..2], LOCAL\nIMM[0] UINT32 {0, 64, 2654435761, 4}\n" +
      numbered(lines));
  const Words initial = {5, 0xffffffff, 0, 0x1234, 0xf0000000, 7, 100, 0x80000000};
  run.bind("buffer_0", initial).run({2, 1, 1}, {64, 1, 1});
  Words expected = initial;
  for (uint32_t i = 0; i < 128; ++i) {
    const uint32_t value = i * 2654435761U;
    const auto as_signed = [](uint32_t word) { return static_cast<int32_t>(word); };
    expected[0] += value;
    expected[1] &= value;
    expected[2] |= value;
    expected[3] ^= value;
    expected[4] = std::min(expected[4], value);
    expected[5] = std::max(expected[5], value);
    expected[6] = static_cast<uint32_t>(std::min(as_signed(expected[6]), as_signed(value)));
    expected[7] = static_cast<uint32_t>(std::max(as_signed(expected[7]), as_signed(value)));
  }
  CHECK(run.words("buffer_0") == expected);
}

TEST_CASE("an atomic operation returns the word before", "[tgsi]") {
  const ShaderRun run =
      run_one("IMM[0] UINT32 {0, 4, 99, 11}\nIMM[1] UINT32 {8, 12, 1065353216, 16}\n",
              {"ATOMXCHG TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].zzzz",
               "ATOMCAS TEMP[1].x, BUFFER[0], IMM[0].yyyy, IMM[0].wwww, IMM[0].zzzz",
               "MOV TEMP[0].y, TEMP[1].xxxx",
               "ATOMCAS TEMP[1].x, BUFFER[0], IMM[1].xxxx, IMM[0].wwww, IMM[0].zzzz",
               "MOV TEMP[0].z, TEMP[1].xxxx", "MOV TEMP[2].x, IMM[1].zzzz",
               "STORE BUFFER[0].x, IMM[1].yyyy, TEMP[2]",
               "ATOMFADD TEMP[1].x, BUFFER[0], IMM[1].yyyy, IMM[1].zzzz",
               "MOV TEMP[0].w, TEMP[1].xxxx", "STORE BUFFER[1], IMM[0].xxxx, TEMP[0]"});
  CHECK(run.words("buffer_0") == Words{99, 99, 12, 0x40000000, 14, 15, 16, 17});
  const Words &results = run.words("buffer_1");
  CHECK(Words(results.begin(), results.begin() + 4) == Words{10, 11, 12, 0x3f800000});
}

TEST_CASE("atomic counters are words of their buffer, whatever the address says", "[tgsi]") {
  ShaderRun run(
      group_of_64 +
      "DCL HWATOMIC[0][0..1]\nDCL HWATOMIC[2][0..5], ARRAY(1)\nDCL ADDR[0]\n"
      "DCL TEMP[0], LOCAL\nDCL BUFFER[0]\nIMM[0] UINT32 {0, 12, 1, 2}\n"
      "IMM[1] INT32 {-1, 0, 0, 0}\n" +
      numbered({"ATOMUADD TEMP[0].x, HWATOMIC[0][1], IMM[0].yyyy, IMM[0].zzzz",
                "UARL ADDR[0].x, IMM[0].wwww",
                "ATOMUADD TEMP[0].x, HWATOMIC[2][ADDR[0].x+1](1), IMM[0].xxxx, IMM[1].xxxx",
                "ATOMUADD TEMP[0].x, HWATOMIC[2][ADDR[0].x+5](1), IMM[0].xxxx, IMM[1].xxxx",
                "BARRIER", "LOAD TEMP[0].x, HWATOMIC[0][1], IMM[0].xxxx",
                "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0]", "END"}));
  run.bind("atomic_0", {1000, 2000}).bind("atomic_2", {1, 2, 3, 400, 5, 6});
  run.bind("buffer_0", {0}).run({1, 1, 1}, {64, 1, 1});
  CHECK(run.words("atomic_0") == Words{1000, 2064});
  CHECK(run.words("atomic_2") == Words{1, 2, 3, 336, 5, 6});
  CHECK(run.words("buffer_0")[0] == 2064);
}

TEST_CASE("a coherent load is not hoisted out of a loop", "[tgsi]") {
  // Each work-group but the first one waits until the one before it has counted.
  ShaderRun run(
      one_item +
      "DCL SV[0], BLOCK_ID\nDCL BUFFER[0]\nDCL TEMP[0..1], LOCAL\nIMM[0] UINT32 {0, 1, 0, 0}\n" +
      numbered({"UIF SV[0].xxxx", "BGNLOOP", "LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx, COHERENT",
                "USEQ TEMP[0].y, TEMP[0].xxxx, IMM[0].yyyy", "UIF TEMP[0].yyyy", "BRK", "ENDIF",
                "ENDLOOP", "ELSE", "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy, COHERENT", "ENDIF",
                "END"}));
  run.bind("buffer_0", {0}).run({2, 1, 1}, {1, 1, 1});
  CHECK(run.words("buffer_0")[0] == 1);
}

TEST_CASE("the clock runs forward", "[tgsi]") {
  const ShaderRun run = run_one("IMM[0] UINT32 {0, 8, 0, 0}\n",
                                {"CLOCK TEMP[0].xy", "STORE BUFFER[1].xy, IMM[0].xxxx, TEMP[0]",
                                 "CLOCK TEMP[0].xy", "STORE BUFFER[1].xy, IMM[0].yyyy, TEMP[0]"});
  const Words &words = run.words("buffer_1");
  const auto time = [&](size_t first) { return words[first] | uint64_t{words[first + 1]} << 32; };
  CHECK(time(0) != 0);
  CHECK(time(2) >= time(0));
}

}  // namespace mux::test::memory
