// Damaged shaders do not crash the process.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>

#include "codegen/tgsi/text/parser.h"
#include "codegen/tgsi/text/text_error.h"
#include "compile.h"
#include "shaders.h"

namespace mux::test::hostile {
namespace {

bool parses(const std::string &text) {
  try {
    compiler::tgsi::parse_program(text);
    return true;
  } catch (const compiler::tgsi::TextError &) {
    return false;
  }
}

/// Requires that a shader compiles or is refused with a reason.
void require_answer(const std::string &text) {
  CountingAllocator allocator;
  mux_compile_info_t info = {};
  info.source = text.data();
  info.source_length = text.size();
  info.language = mux_compile_language_tgsi;
  info.output = text.starts_with("COMP") ? mux_compile_output_portable : mux_compile_output_object;
  mux_compilation_t compilation = nullptr;
  const mux_result_t outcome = muxCompile(&info, allocator.info(), &compilation);
  const CompileResult result = take_result(outcome, compilation, allocator);
  INFO(text);
  REQUIRE((result.result == mux_success || result.result == mux_error_failure));
  if (result.result == mux_error_failure) {
    REQUIRE(contains(result.log, "error: line "));
  }
}

size_t damages() {
  const char *count = std::getenv("MUX_TEST_FLIPS");
  return count == nullptr ? 300 : static_cast<size_t>(std::atoll(count));
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string damaged(std::string text, std::mt19937 &random) {
  const size_t place = random() % text.size();
  const std::vector<std::string> lines = lines_of(text);
  switch (random() % 5) {
    case 0:
      text[place] = static_cast<char>(random());
      return text;
    case 1:
      text[place] = static_cast<char>('0' + random() % 10);
      return text;
    case 2:
      return text.erase(place, random() % 20);
    case 3:
      return text.insert(place, text.substr(random() % text.size(), random() % 40));
    default: {
      // A line in the place of another one.
      const size_t from = random() % lines.size();
      const size_t to = random() % lines.size();
      std::string result;
      for (size_t i = 0; i < lines.size(); ++i) {
        result += lines[i == to ? from : i] + "\n";
      }
      return result;
    }
  }
}

}  // namespace

TEST_CASE("a truncated shader is refused", "[tgsi]") {
  for (const std::string &shader : sample_shaders()) {
    REQUIRE(parses(shader));
    // Without its last line end it is complete.
    for (size_t length = 0; length + 1 < shader.size(); ++length) {
      INFO(length << " bytes");
      REQUIRE_FALSE(parses(shader.substr(0, length)));
    }
    require_answer(shader.substr(0, shader.size() / 2));
  }
}

TEST_CASE("a damaged shader is refused or compiles", "[tgsi]") {
  const uint32_t seed = std::random_device()();
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  size_t refused = 0;
  std::vector<std::string> shaders = sample_shaders();
  shaders.insert(shaders.end(), stage_shaders().begin(), stage_shaders().end());
  for (const std::string &shader : shaders) {
    for (size_t i = 0; i < damages(); ++i) {
      INFO("seed " << seed);
      std::string text = damaged(shader, random);
      if (i % 4 == 0) {
        text = damaged(text, random);
      }
      refused += parses(text) ? 0 : 1;
      require_answer(text);
    }
  }
  CHECK(refused != 0);
}

}  // namespace mux::test::hostile
