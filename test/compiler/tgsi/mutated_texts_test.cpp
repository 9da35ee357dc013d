// Valid shaders whose words and lines are changed at random are refused with the line and the word,
// or compile. Unlike those of hostile_test.cpp most changes keep the form of a line, so that they
// get to the translation.

#include <mux/gallium/shader_interface.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <regex>

#include "compile.h"
#include "random_shader.h"
#include "shaders.h"

namespace mux::test::mutated_texts {
namespace {

/// Words, line ends and marks of a text; blanks are dropped but for one after each.
using Tokens = std::vector<std::string>;

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

Tokens tokens_of(const std::string &text) {
  Tokens tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (is_word(text[at]) && end < text.size() && is_word(text[end])) {
      ++end;
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string text_of(const Tokens &tokens) {
  std::string text;
  for (const std::string &token : tokens) {
    text += token;
  }
  return text;
}

template <class Range>
auto &any_of(Range &range, std::mt19937 &random) {
  return range[random() % range.size()];
}

const std::string sampling_shader =
    "COMP\n"
    "PROPERTY CS_FIXED_BLOCK_WIDTH 8\n"
    "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
    "DCL SV[0], THREAD_ID\n"
    "DCL SAMP[0]\n"
    "DCL SAMP[1]\n"
    "DCL SAMP[2]\n"
    "DCL SVIEW[0], 2D, FLOAT\n"
    "DCL SVIEW[1], SHADOWCUBE, FLOAT\n"
    "DCL SVIEW[2], 2D_ARRAY, UINT\n"
    "DCL BUFFER[0]\n"
    "DCL CONST[0][0..1]\n"
    "DCL TEMP[0..3], LOCAL\n"
    "IMM[0] FLT32 {0x3f000000, 0x00000000, 0x3f800000, 0xc0000000}\n"
    "IMM[1] INT32 {0, 4, -1, 1}\n"
    "  0: I2F TEMP[0], SV[0]\n"
    "  1: MUL TEMP[0], TEMP[0], IMM[0].xxxx\n"
    "  2: MOV TEMP[0].w, IMM[0].yyyy\n"
    "  3: TXL TEMP[1], TEMP[0], SAMP[0], 2D\n"
    "  4: TXF TEMP[2], IMM[1].xxxx, SAMP[2], 2D_ARRAY, IMM[1].wzx\n"
    "  5: TG4 TEMP[3], TEMP[0], IMM[1].xxxx, SAMP[0], 2D\n"
    "  6: TXQ TEMP[3].xy, IMM[1].xxxx, SAMP[2], 2D_ARRAY\n"
    "  7: TXL2 TEMP[3].x, TEMP[0], IMM[0].yyyy, SAMP[1], SHADOWCUBE\n"
    "  8: ADD TEMP[1], TEMP[1], -|CONST[0][1].wzyx|\n"
    "  9: D2F TEMP[1].x, TEMP[1].xyxy\n"
    " 10: UMUL TEMP[2].x, SV[0].xxxx, IMM[1].yyyy\n"
    " 11: STORE BUFFER[0].x, TEMP[2].xxxx, TEMP[1].xxxx\n"
    " 12: END\n";

/// The shaders that are changed: some that have every form of line, and random ones with control
/// flow and barriers.
std::vector<Tokens> valid_shaders() {
  std::vector<Tokens> result;
  // The same in each run, so that a text depends on its own seed alone.
  std::mt19937 random(1);
  for (const std::string &text : sample_shaders()) {
    result.push_back(tokens_of(text));
  }
  for (const std::string &text : stage_shaders()) {
    result.push_back(tokens_of(text));
  }
  result.push_back(tokens_of(sampling_shader));
  for (int i = 0; i < 4; ++i) {
    result.push_back(tokens_of(RandomShader(random).text()));
  }
  return result;
}

/// A number at or beyond a limit.
std::string hostile_number(std::mt19937 &random) {
  static const std::vector<std::string> numbers = {
      "0",          "1",          "-1",
      "2",          "3",          "15",
      "16",         "31",         "32",
      "33",         "64",         "255",
      "1023",       "1024",       "1025",
      "4095",       "4096",       "65535",
      "65536",      "99999",      "2147483647",
      "2147483648", "4294967295", "4294967296",
      "0x7f800001", "0xffffffff", "1e39",
      "nan",        "-inf",       "0.0",
      "1e-46",      "007",        "18446744073709551616"};
  return any_of(numbers, random);
}

/// Start and end of the line of a place.
std::pair<size_t, size_t> line_at(const Tokens &tokens, size_t place) {
  size_t begin = place;
  while (begin > 0 && tokens[begin - 1] != "\n") {
    --begin;
  }
  size_t end = place;
  while (end < tokens.size() && tokens[end] != "\n") {
    ++end;
  }
  return {begin, std::min(end + 1, tokens.size())};
}

/// Repeats, removes or exchanges lines.
void change_line(Tokens &tokens, std::mt19937 &random) {
  const auto [begin, end] = line_at(tokens, random() % tokens.size());
  const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = tokens.begin() + static_cast<std::ptrdiff_t>(end);
  const Tokens line(first, last);
  if (random() % 3 != 0) {
    tokens.erase(first, last);
  }
  if (random() % 3 != 0 && !tokens.empty()) {
    const size_t place = line_at(tokens, random() % tokens.size()).first;
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(place), line.begin(), line.end());
  }
}

void change_word(Tokens &tokens, const std::vector<Tokens> &shaders, std::mt19937 &random) {
  // Blanks are changed seldom.
  size_t place = random() % tokens.size();
  for (int attempt = 0; attempt < 4 && !is_word(tokens[place][0]); ++attempt) {
    place = random() % tokens.size();
  }
  std::string &token = tokens[place];
  switch (random() % 5) {
    case 0: {
      const auto [begin, end] = line_at(tokens, place);
      std::swap(token,
                tokens[random() % 2 == 0 ? begin + random() % std::max<size_t>(end - begin, 1)
                                         : random() % tokens.size()]);
      return;
    }
    case 1:
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    case 2:
      token = any_of(any_of(shaders, random), random);
      return;
    default:
      // Numbers stay numbers, and other words become a word of a shader that is none.
      if (std::isdigit(static_cast<unsigned char>(token[0])) != 0) {
        token = hostile_number(random);
        return;
      }
      for (int attempt = 0; attempt < 8; ++attempt) {
        const std::string &other = any_of(any_of(shaders, random), random);
        if (std::isalpha(static_cast<unsigned char>(other[0])) != 0) {
          token = other;
          return;
        }
      }
  }
}

std::string mutated(const std::vector<Tokens> &shaders, std::mt19937 &random) {
  Tokens tokens = any_of(shaders, random);
  const uint32_t changes = 1 + random() % 3;
  for (uint32_t change = 0; change < changes && !tokens.empty(); ++change) {
    const uint32_t kind = random() % 16;
    if (kind == 0) {
      tokens.resize(random() % tokens.size());
    } else if (kind < 5) {
      change_line(tokens, random);
    } else {
      change_word(tokens, shaders, random);
    }
  }
  return text_of(tokens);
}

/// What the shader can become: those of other stages than COMP only an object.
uint32_t output_of(const std::string &text, bool is_native) {
  if (!text.starts_with("COMP")) {
    return mux_compile_output_object;
  }
  return is_native ? mux_compile_output_native : mux_compile_output_portable;
}

/// Requires that a text is described or refused.
void require_description(const std::string &text) {
  mux_shader_interface_t description = {};
  const mux_result_t result = muxDescribeTgsi(text.data(), text.size(), &description);
  INFO(text);
  REQUIRE((result == mux_success || result == mux_error_failure));
}

/// Whether a text becomes a program. Requires that it is refused with a line and a word
/// otherwise.
bool compiles_to(uint32_t output, const std::string &text) {
  CountingAllocator allocator;
  mux_compile_info_t info = {};
  info.source = text.data();
  info.source_length = text.size();
  info.language = mux_compile_language_tgsi;
  info.output = output;
  mux_compilation_t compilation = nullptr;
  const mux_result_t outcome = muxCompile(&info, allocator.info(), &compilation);
  const CompileResult result = take_result(outcome, compilation, allocator);
  INFO(text << "\n" << result.log << result.message);
  if (text.empty()) {
    REQUIRE(result.result == mux_error_invalid_value);
    return false;
  }
  REQUIRE((result.result == mux_success || result.result == mux_error_failure));
  if (result.result == mux_error_failure) {
    static const std::regex with_line_and_word("error: line ([0-9]+): (end of line|'[^\n]*'): .+");
    std::smatch match;
    REQUIRE(std::regex_search(result.log, match, with_line_and_word));
    REQUIRE(std::stol(match[1]) <= std::count(text.begin(), text.end(), '\n') + 1);
  }
  return result.result == mux_success;
}

uint64_t number_of(const char *variable, uint64_t otherwise) {
  const char *value = std::getenv(variable);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 0);
}

}  // namespace

TEST_CASE("shaders whose words and lines are changed at random are refused or compile",
          "[tgsi][mutated]") {
  const auto seed = static_cast<uint32_t>(number_of("MUX_TEST_SEED", std::random_device{}()));
  const uint64_t texts = number_of("MUX_TEST_TEXTS", 500);
  std::cout << "seed " << seed << " (MUX_TEST_SEED)" << std::endl;
  const std::vector<Tokens> shaders = valid_shaders();
  for (const Tokens &shader : shaders) {
    REQUIRE(compiles_to(output_of(text_of(shader), false), text_of(shader)));
  }
  uint64_t accepted = 0;
  for (uint64_t i = 0; i < texts; ++i) {
    const auto text_seed = static_cast<uint32_t>(seed + i);
    if (i % 100 == 0) {
      // A fault ends the process: MUX_TEST_SEED begins with any of these.
      std::cout << i << " texts, next seed " << text_seed << std::endl;
    }
    std::mt19937 random(text_seed);
    const std::string text = mutated(shaders, random);
    INFO("seed of the text: " << text_seed);
    // Machine code takes fifty times as long as the translation that these texts are for.
    accepted += compiles_to(output_of(text, i % 32 == 0), text) ? 1 : 0;
    if (!text.empty()) {
      require_description(text);
    }
  }
  std::cout << texts << " texts, of which " << accepted << " compile\n";
  // Of single texts, by which a fault is repeated, either is right.
  if (texts >= 100) {
    CHECK(accepted > 0);
    CHECK(accepted < texts);
  }
}

}  // namespace mux::test::mutated_texts
