// Accesses of groups that run without checks, and of those that need them.

#include <catch2/catch.hpp>

#include <iostream>
#include <random>

#include "random_shader.h"

namespace mux::test::unchecked {
namespace {

constexpr uint32_t untouched = 0x5a5a5a5a;
constexpr uint32_t group = 64;
const std::string group_of_64 =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n";

/// Byte sizes that end in all ways near a number of bytes, and 0.
std::vector<uint32_t> sizes_near(uint32_t bytes) {
  std::vector<uint32_t> sizes = {0, 1, 3, 4, 15, 16, 17};
  for (uint32_t size = bytes - 18; size <= bytes + 9; ++size) {
    sizes.push_back(size);
  }
  return sizes;
}

/// Whether 4 bytes at the address are within the size.
bool is_inside(int64_t address, uint32_t size) {
  return address >= 0 && address + 4 <= int64_t{size};
}

Words counted(size_t count) {
  Words words(count);
  for (size_t i = 0; i < count; ++i) {
    words[i] = static_cast<uint32_t>(i + 1);
  }
  return words;
}

bool has_unchecked_form(const ShaderRun &run) {
  return run.kernel().vectorization().find("may be out of range") != std::string::npos;
}

ShaderMemory memory_of(std::mt19937 &random, uint32_t words, uint32_t least, uint32_t most) {
  ShaderMemory memory{Words(words), std::uniform_int_distribution<uint32_t>(least, most)(random)};
  for (uint32_t &word : memory.words) {
    word = random() % 3 == 0 ? random() : random() % 200;
  }
  return memory;
}

void compare_with_interpreter(uint32_t seed) {
  std::mt19937 random(seed);
  const RandomShader shader(random);
  const std::string text = shader.text();
  INFO("seed " << seed << "\n" << text);
  ShaderRun run(text);
  constexpr uint32_t items = random_group_size * random_group_count;
  for (unsigned i = 0; i < 6; ++i) {
    // Often just what is needed, so that both forms run.
    const uint32_t least = i % 2 == 0 ? 0 : items * 4;
    ShaderMemories memories = {memory_of(random, 2 * items, least, 8 * items),
                               memory_of(random, 2 * items, least, 8 * items),
                               memory_of(random, 2 * items, least, 8 * items),
                               memory_of(random, 32, i % 2 == 0 ? 4 : 128, 128),
                               memory_of(random, 16, i % 2 == 0 ? 0 : 64, 64)};
    run.bind("buffer_0", memories.read.words).pass_size("buffer_0", memories.read.size);
    run.bind("buffer_1", memories.updated.words).pass_size("buffer_1", memories.updated.size);
    run.bind("buffer_2", memories.results.words).pass_size("buffer_2", memories.results.size);
    run.bind("const_0", memories.constants.words).pass_size("const_0", memories.constants.size);
    run.pass_size("shared", memories.shared.size);
    run.run({random_group_count, 1, 1}, {random_group_size, 1, 1});
    shader.interpret(memories);
    INFO("run " << i << ", sizes " << memories.read.size << " " << memories.updated.size << " "
                << memories.results.size << " " << memories.shared.size << " "
                << memories.constants.size);
    CHECK(run.words("buffer_1") == memories.updated.words);
    CHECK(run.words("buffer_2") == memories.results.words);
  }
}

}  // namespace

TEST_CASE("buffers of all sizes near those that groups need are accessed within them", "[tgsi]") {
  // Work-item i adds word i of buffer 0 to word i of buffer 1.
  ShaderRun run(
      group_of_64 + "DCL BUFFER[0..1]\nDCL TEMP[0..4]\nIMM[0] UINT32 {6, 2, 0, 0}\n" +
      numbered(
          {"SHL TEMP[0].x, SV[1].xxxx, IMM[0].xxxx", "UADD TEMP[1].x, TEMP[0].xxxx, SV[0].xxxx",
           "SHL TEMP[2].x, TEMP[1].xxxx, IMM[0].yyyy", "LOAD TEMP[3].x, BUFFER[0], TEMP[2].xxxx",
           "LOAD TEMP[4].x, BUFFER[1], TEMP[2].xxxx", "UADD TEMP[4].x, TEMP[4].xxxx, TEMP[3].xxxx",
           "STORE BUFFER[1].x, TEMP[2].xxxx, TEMP[4].xxxx", "END"}));
  CHECK(has_unchecked_form(run));
  constexpr uint32_t items = 3 * group;
  for (const uint32_t read : {0U, 4 * group, 4 * items - 1, 4 * items, 4 * items + 9}) {
    for (const uint32_t written : sizes_near(4 * items)) {
      INFO("sizes " << read << " and " << written);
      run.bind("buffer_0", counted(items + 4)).pass_size("buffer_0", read);
      run.bind("buffer_1", Words(items + 4, untouched)).pass_size("buffer_1", written);
      run.run({3, 1, 1}, {group, 1, 1});
      Words expected(items + 4, untouched);
      for (uint32_t i = 0; i < items; ++i) {
        const uint32_t added = is_inside(int64_t{i} * 4, read) ? i + 1 : 0;
        expected[i] += is_inside(int64_t{i} * 4, written) ? added : 0;
      }
      CHECK(run.words("buffer_1") == expected);
    }
  }
}

TEST_CASE("offsets below and beyond a buffer wrap at 32 bits", "[tgsi]") {
  // Work-item i loads the word at i * 4 + c, and what a factor makes of that, with wrapping.
  for (const uint32_t factor : {1U, 3U, 1U << 24, 1U << 29, 0x80000001U}) {
    ShaderRun run(
        group_of_64 + "DCL BUFFER[0..1]\nDCL CONST[0]\nDCL TEMP[0..4]\nIMM[0] UINT32 {6, 2, " +
        std::to_string(factor) + ", 0}\n" +
        numbered(
            {"SHL TEMP[0].x, SV[1].xxxx, IMM[0].xxxx", "UADD TEMP[0].x, TEMP[0].xxxx, SV[0].xxxx",
             "UMUL TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz",
             "SHL TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy",
             "UADD TEMP[1].x, TEMP[1].xxxx, CONST[0].xxxx",
             "LOAD TEMP[2].x, BUFFER[0], TEMP[1].xxxx", "SHL TEMP[3].x, TEMP[0].xxxx, IMM[0].yyyy",
             "STORE BUFFER[1].x, TEMP[3].xxxx, TEMP[2].xxxx", "END"}));
    for (const uint32_t distance :
         {0U, 4U, 0xfffffffcU, 0xffffff00U, 0x80000000U, 0x7ffffffcU, 0xfffffe00U}) {
      for (const uint32_t size : {0U, 255U, 256U, 511U, 512U, 516U}) {
        INFO("factor " << factor << ", distance " << distance << ", size " << size);
        run.bind("const_0", {distance, 0, 0, 0}).bind("buffer_1", Words(2 * group));
        run.bind("buffer_0", counted(3 * group)).pass_size("buffer_0", size);
        run.run({2, 1, 1}, {group, 1, 1});
        Words expected(2 * group);
        for (uint32_t i = 0; i < expected.size(); ++i) {
          const uint32_t address = (i * factor << 2) + distance;
          expected[i] = is_inside(address, size) ? address / 4 + 1 : 0;
        }
        CHECK(run.words("buffer_1") == expected);
      }
    }
  }
}

TEST_CASE("loops and conditions of constants end within buffers", "[tgsi]") {
  // Each work-item below n sums words i, i + step, ... below the end, which may exceed the buffer.
  ShaderRun run(
      group_of_64 +
      "DCL BUFFER[0..1]\nDCL CONST[0][0..2]\nDCL TEMP[0..6]\nIMM[0] UINT32 {6, 2, 0, 0}\n" +
      numbered({"SHL TEMP[0].x, SV[1].xxxx, IMM[0].xxxx",
                "UADD TEMP[0].x, TEMP[0].xxxx, SV[0].xxxx",
                "USLT TEMP[1].x, TEMP[0].xxxx, CONST[0][0].xxxx",
                "UIF TEMP[1].xxxx",
                "MOV TEMP[2].x, TEMP[0].xxxx",
                "MOV TEMP[3].x, IMM[0].zzzz",
                "BGNLOOP",
                "USGE TEMP[4].x, TEMP[2].xxxx, CONST[0][1].xxxx",
                "UIF TEMP[4].xxxx",
                "BRK",
                "ENDIF",
                "SHL TEMP[5].x, TEMP[2].xxxx, IMM[0].yyyy",
                "LOAD TEMP[6].x, BUFFER[0], TEMP[5].xxxx",
                "UADD TEMP[3].x, TEMP[3].xxxx, TEMP[6].xxxx",
                "UADD TEMP[2].x, TEMP[2].xxxx, CONST[0][2].xxxx",
                "ENDLOOP",
                "SHL TEMP[5].x, TEMP[0].xxxx, IMM[0].yyyy",
                "STORE BUFFER[1].x, TEMP[5].xxxx, TEMP[3].xxxx",
                "ENDIF",
                "END"}));
  CHECK(has_unchecked_form(run));
  constexpr uint32_t words = 1000;
  for (const uint32_t n : {0U, 1U, 100U, 128U, 129U, 4000000000U}) {
    for (const uint32_t end : {0U, 128U, 999U, 1000U, 1001U, 1100U}) {
      for (const uint32_t size : {0U, 4 * words - 1, 4 * words}) {
        INFO("n " << n << ", end " << end << ", size " << size);
        run.bind("const_0", {n, 0, 0, 0, end, 0, 0, 0, 128, 0, 0, 0});
        run.bind("buffer_0", counted(words + 200)).pass_size("buffer_0", size);
        run.bind("buffer_1", Words(2 * group + 8, untouched)).pass_size("buffer_1", 8 * group);
        run.run({2, 1, 1}, {group, 1, 1});
        Words expected(2 * group + 8, untouched);
        for (uint32_t i = 0; i < std::min(n, 2 * group); ++i) {
          expected[i] = 0;
          for (uint32_t j = i; j < end; j += 128) {
            expected[i] += is_inside(int64_t{j} * 4, size) ? j + 1 : 0;
          }
        }
        CHECK(run.words("buffer_1") == expected);
      }
    }
  }
}

TEST_CASE("shared memory of all sizes is accessed within it", "[tgsi]") {
  // A sum over the group; words beyond the size count as 0.
  ShaderRun run(
      group_of_64 +
      "DCL MEMORY[1], SHARED\nDCL BUFFER[0]\nDCL TEMP[0..6]\nIMM[0] UINT32 {2, 32, 0, 1}\n" +
      numbered({"SHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx",
                "UADD TEMP[1].x, SV[0].xxxx, IMM[0].wwww",
                "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx",
                "BARRIER",
                "MOV TEMP[2].x, IMM[0].yyyy",
                "BGNLOOP",
                "USGE TEMP[3].x, IMM[0].zzzz, TEMP[2].xxxx",
                "UIF TEMP[3].xxxx",
                "BRK",
                "ENDIF",
                "USLT TEMP[3].x, SV[0].xxxx, TEMP[2].xxxx",
                "UIF TEMP[3].xxxx",
                "UADD TEMP[4].x, SV[0].xxxx, TEMP[2].xxxx",
                "SHL TEMP[4].x, TEMP[4].xxxx, IMM[0].xxxx",
                "LOAD TEMP[5].x, MEMORY[0], TEMP[0].xxxx",
                "LOAD TEMP[6].x, MEMORY[0], TEMP[4].xxxx",
                "UADD TEMP[5].x, TEMP[5].xxxx, TEMP[6].xxxx",
                "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[5].xxxx",
                "ENDIF",
                "BARRIER",
                "USHR TEMP[2].x, TEMP[2].xxxx, IMM[0].wwww",
                "ENDLOOP",
                "USEQ TEMP[3].x, SV[0].xxxx, IMM[0].zzzz",
                "UIF TEMP[3].xxxx",
                "LOAD TEMP[5].x, MEMORY[0], IMM[0].zzzz",
                "SHL TEMP[4].x, SV[1].xxxx, IMM[0].xxxx",
                "STORE BUFFER[0].x, TEMP[4].xxxx, TEMP[5].xxxx",
                "ENDIF",
                "END"}));
  CHECK(has_unchecked_form(run));
  for (uint32_t size = 4; size <= 264; ++size) {
    INFO("size " << size);
    run.pass_size("shared", size).bind("buffer_0", Words(3)).run({3, 1, 1}, {group, 1, 1});
    const uint32_t count = std::min(size / 4, group);
    CHECK(run.words("buffer_0") == Words(3, count * (count + 1) / 2));
  }
}

TEST_CASE("random shaders with accesses out of range", "[tgsi]") {
  const uint32_t seed = std::random_device()();
  std::cout << "seed " << seed << "\n";
  for (uint32_t i = 0; i < 12; ++i) {
    compare_with_interpreter(seed + i);
  }
}

TEST_CASE("many random shaders with accesses out of range", "[.slow]") {
  for (uint32_t i = 0; i < 1000; ++i) {
    compare_with_interpreter(i);
  }
}

}  // namespace mux::test::unchecked
