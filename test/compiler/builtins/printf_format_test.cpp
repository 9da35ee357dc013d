// Reading printf formats, and printing from what was read.

#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "compiler/abi/kernel_output.h"
#include "compiler/abi/printf_format.h"
#include "compiler/runtime/printf_runtime.h"
#include "reference.h"

namespace mux::compiler::test {
namespace {

using builtins::encode_printf_format;
using builtins::parse_printf_format;
using builtins::print_text;
using builtins::PrintfKind;
using builtins::PrintfPiece;

std::vector<PrintfPiece> pieces_of(std::string_view format) {
  std::string error;
  auto pieces = parse_printf_format(format, error);
  INFO(error);
  REQUIRE(pieces.has_value());
  return *pieces;
}

std::string problem_of(std::string_view format) {
  std::string error;
  CHECK_FALSE(parse_printf_format(format, error).has_value());
  return error;
}

bool append(void *text, std::string_view more) {
  *static_cast<std::string *>(text) += more;
  return true;
}

std::string printed(const std::vector<PrintfPiece> &pieces, const std::vector<uint64_t> &values) {
  std::string text;
  const KernelOutput output(append, &text);
  CHECK(print_text(encode_printf_format(pieces).c_str(), values.data()) == 0);
  return text;
}

}  // namespace

TEST_CASE("a printf format is text and conversions", "[printf]") {
  const std::vector<PrintfPiece> pieces = pieces_of("a%%b%-+08.3v4hld|%lx%s");
  REQUIRE(pieces.size() == 5);
  CHECK(pieces[0].kind == PrintfKind::text);
  CHECK(pieces[0].text == "a%b");
  CHECK(pieces[1].kind == PrintfKind::signed_integer);
  CHECK(pieces[1].text == "%-+08.3lld");
  CHECK(pieces[1].written == "%-+08.3v4hld");
  CHECK(pieces[1].lanes == 4);
  CHECK(pieces[1].bits == 32);
  CHECK(pieces[2].text == "|");
  CHECK(pieces[3].kind == PrintfKind::unsigned_integer);
  CHECK(pieces[3].bits == 64);
  CHECK(pieces[4].kind == PrintfKind::string);
  CHECK(pieces_of("").empty());
}

TEST_CASE("the length modifiers z and t are for integers as wide as an address", "[printf]") {
  for (const std::string length : {"z", "t"}) {
    for (const char conversion : {'d', 'i', 'o', 'u', 'x', 'X'}) {
      const std::string written = "%-5.2" + length + conversion;
      INFO(written);
      const std::vector<PrintfPiece> pieces = pieces_of(written);
      REQUIRE(pieces.size() == 1);
      const bool is_signed = conversion == 'd' || conversion == 'i';
      CHECK(pieces[0].kind ==
            (is_signed ? PrintfKind::signed_integer : PrintfKind::unsigned_integer));
      CHECK(pieces[0].text == std::string("%-5.2ll") + conversion);
      CHECK(pieces[0].written == written);
      CHECK(pieces[0].bits == 64);
    }
    for (const char *conversion : {"f", "e", "a", "g", "c", "s", "p"}) {
      INFO(length << conversion);
      CHECK(problem_of("%" + length + conversion).find("length modifier") != std::string::npos);
    }
    CHECK(problem_of("%v4" + length + "d").find("with a vector specifier") != std::string::npos);
    CHECK(problem_of("%v4" + length + "f").find("with a vector specifier") != std::string::npos);
    CHECK(problem_of("%l" + length + "d").find("is not a conversion") != std::string::npos);
  }
}

TEST_CASE("a printf format says what is wrong with it", "[printf]") {
  CHECK(problem_of("x %y") == "the conversion '%y' is not a conversion of OpenCL C");
  CHECK(problem_of("%") == "the conversion '%' is not complete");
  CHECK(problem_of("%5%") == "the conversion '%5%' is not a conversion of OpenCL C");
  CHECK(problem_of("%5000d") == "the conversion '%5000' has a width or precision above 4095");
}

TEST_CASE("printing follows the pieces", "[printf]") {
  std::string word(70000, 'w');
  CHECK(printed(pieces_of(word), {}) == word);
  CHECK(printed(pieces_of(word + "%v2d" + word), {1, ~uint64_t{0}}) == word + "1,-1" + word);
  const char *text = "text";
  CHECK(printed(pieces_of("%s|%f|%c|%5.2s|"),
                {reinterpret_cast<uintptr_t>(text), std::bit_cast<uint64_t>(0.5), 'x',
                 reinterpret_cast<uintptr_t>(text)}) == "text|0.500000|x|   te|");
}

TEST_CASE("random printf formats are read or refused, and print without harm", "[printf]") {
  std::mt19937_64 random(random_seed());
  INFO("seed " << random_seed());
  const std::string_view alphabet = "%%%%%%dioxufeaFcsphlztv2348160.-+ #*n$L\n";
  size_t taken = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string format;
    for (uint64_t length = random() % 10; length > 0; --length) {
      format +=
          random() % 50 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    std::string error;
    const auto pieces = parse_printf_format(format, error);
    if (!pieces) {
      CHECK_FALSE(error.empty());
      continue;
    }
    std::vector<uint64_t> values;
    for (const PrintfPiece &piece : *pieces) {
      if (piece.kind == PrintfKind::text) {
        continue;
      }
      for (unsigned lane = 0; lane < std::max(piece.lanes, 1U); ++lane) {
        values.push_back(piece.kind == PrintfKind::string ? 0 : random());
      }
    }
    taken += printed(*pieces, values).empty() ? 0 : 1;
  }
  CHECK(taken > 1000);
}

}  // namespace mux::compiler::test
