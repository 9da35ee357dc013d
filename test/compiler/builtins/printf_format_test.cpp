// Parsing of printf formats, and printing of parsed formats.

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <random>

#include "compiler/abi/kernel_output.h"
#include "compiler/abi/printf_format.h"
#include "compiler/runtime/printf_runtime.h"
#include "reference.h"

namespace mux::compiler::test {
namespace {

using builtins::encode_printf_arguments;
using builtins::encode_printf_format;
using builtins::parse_printf_format;
using builtins::print_any_text;
using builtins::print_text;
using builtins::PrintfArgument;
using builtins::PrintfKind;
using builtins::PrintfPiece;
using builtins::PrintfSource;

std::vector<PrintfPiece> pieces_of(std::string_view format) {
  return parse_printf_format(format);
}

/// An argument with the values of its elements.
struct Value {
  PrintfArgument argument;
  std::vector<uint64_t> elements;
};

Value integer(int64_t value, uint8_t bits = 32) {
  return {{PrintfSource::integer, bits, 1},
          {static_cast<uint64_t>(value) & (~uint64_t{0} >> (64 - bits))}};
}

Value integers(std::vector<uint64_t> values) {
  return {{PrintfSource::integer, 32, static_cast<uint8_t>(values.size())}, values};
}

Value real(double value) {
  return {{PrintfSource::real, 64, 1}, {std::bit_cast<uint64_t>(value)}};
}

Value pointer(const void *value) {
  return {{PrintfSource::pointer, 64, 1}, {reinterpret_cast<uintptr_t>(value)}};
}

Value structure() {
  return {{PrintfSource::other, 64, 1}, {}};
}

bool append(void *text, std::string_view more) {
  *static_cast<std::string *>(text) += more;
  return true;
}

std::string printed(const std::string &format, const std::vector<Value> &values) {
  std::vector<PrintfArgument> arguments;
  std::vector<uint64_t> row;
  for (const Value &value : values) {
    arguments.push_back(value.argument);
    row.insert(row.end(), value.elements.begin(), value.elements.end());
  }
  std::string text;
  std::string later;
  {
    const KernelOutput output(append, &text);
    CHECK(print_text(encode_printf_format(parse_printf_format(format), arguments).c_str(),
                     row.data()) == 0);
  }
  // At run time a format ends at its first null character.
  const KernelOutput output(append, &later);
  CHECK(print_any_text(format.c_str(), encode_printf_arguments(arguments).c_str(), row.data()) ==
        0);
  CHECK((format.find('\0') != std::string::npos || later == text));
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

TEST_CASE("length modifiers for integers of 64 bits", "[printf]") {
  for (const std::string length : {"z", "t", "j", "l", "ll", "q", "L"}) {
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
  }
}

TEST_CASE("invalid conversions are text", "[printf]") {
  CHECK(printed("x %y", {integer(1)}) == "x %y");
  CHECK(printed("100%", {}) == "100%");
  CHECK(printed("100%, done: %d", {integer(7)}) == "100%, done: 7");
  CHECK(printed("%5% %-%", {}) == "% %");
  CHECK(printed("%-08.3v4hl", {integer(7)}) == "%-08.3v4hl");
  CHECK(printed("%vd %llld", {integer(7), integer(8, 64)}) == "7 %llld");
  CHECK(printed("%y%d%", {integer(7)}) == "%y7%");
}

TEST_CASE("every printf conversion is the C library's, with every length modifier", "[printf]") {
  constexpr int64_t values[] = {0, 1, -1, 300, 70000, -70000, 0x123456789abcdef0};
  const auto as_c = [](const std::string &format, auto value) {
    char text[200];
    const int length = std::snprintf(text, sizeof text, format.c_str(), value);
    return std::string(text, static_cast<size_t>(length));
  };
  for (const std::string flags : {"", "-", "+", " ", "#", "0", "-+ #0"}) {
    for (const std::string size : {"", "20", ".3", "20.15"}) {
      const std::string start = "%" + flags + size;
      for (const char conversion : {'d', 'i', 'o', 'u', 'x', 'X', 'c'}) {
        for (const int64_t value : values) {
          INFO(start << conversion << ' ' << value);
          const auto check = [&](const std::string &length, auto wanted, uint8_t bits) {
            if (conversion == 'c' && !(length.empty() && (flags.empty() || flags == "-"))) {
              return;
            }
            const std::string format = start + length + conversion;
            CHECK(printed(format, {integer(value, bits)}) == as_c(format, wanted));
          };
          check("", static_cast<int>(value), 32);
          check("hh", static_cast<int>(value), 32);
          check("h", static_cast<int>(value), 32);
          check("l", static_cast<long>(value), 64);
          check("ll", static_cast<long long>(value), 64);
          check("j", static_cast<intmax_t>(value), 64);
          check("z", static_cast<size_t>(value), 64);
          check("t", static_cast<ptrdiff_t>(value), 64);
        }
      }
      for (const char conversion : {'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A'}) {
        for (const double value : {0.0, -0.0, 1.5, -1e-5, 123456789.125}) {
          for (const std::string length : {"", "l"}) {
            const std::string format = start + length + conversion;
            INFO(format << ' ' << value);
            CHECK(printed(format, {real(value)}) == as_c(format, value));
          }
          // Length modifiers without a meaning in C are ignored.
          for (const std::string length : {"hh", "h", "ll", "j", "z", "t", "L"}) {
            CHECK(printed(start + length + conversion, {real(value)}) ==
                  as_c(start + conversion, value));
          }
        }
      }
    }
  }
  CHECK(printed("%lc%hhc|%ls|%hs|%lp", {integer('a'), integer('b'), pointer("c"), pointer("d"),
                                        integer(5, 64)}) == "ab|c|d|0x5");
}

TEST_CASE("arguments of printf may have another kind than their conversion", "[printf]") {
  CHECK(printed("%d %u %c %x", {real(1.9), real(-2.5), real(65.5), real(255.9)}) ==
        "1 4294967294 A ff");
  CHECK(printed("%ld %ld %lu %d", {real(1e300), real(-1e300), real(1e300), real(NAN)}) ==
        "9223372036854775807 -9223372036854775808 18446744073709551615 0");
  CHECK(printed("%f %.1f %g", {integer(7), integer(-7), integer(int64_t{1} << 40, 64)}) ==
        "7.000000 -7.0 1.09951e+12");
  const auto *address = reinterpret_cast<const void *>(0x123456789a);
  CHECK(printed("%lx %x %p", {pointer(address), pointer(address), integer(0x123456789a, 64)}) ==
        "123456789a 3456789a 0x123456789a");
  CHECK(printed("%s|%f|%p|%d|%n|%d", {integer(5), pointer(address), real(1), structure(),
                                      pointer(address), integer(3)}) == "%s|%f|%p|%d|%n|3");
  CHECK(printed("%d %s %-5.2f", {integer(1)}) == "1 %s %-5.2f");
  CHECK(printed("%d", {integer(1), integer(2)}) == "1");
}

TEST_CASE("printf prints vectors up to the length of the vector or the conversion", "[printf]") {
  const std::vector<Value> values = {integers({1, 2, 3, 4}), integer(9)};
  CHECK(printed("%v4d %d", values) == "1,2,3,4 9");
  CHECK(printed("%v3d %d", values) == "1,2,3 9");
  CHECK(printed("%v2hlx %d", values) == "1,2 9");
  CHECK(printed("%v8d %d", values) == "1,2,3,4 9");
  CHECK(printed("%v5d %d", values) == "1,2,3,4 9");
  CHECK(printed("%d %v4d", values) == "1,2,3,4 9");
  CHECK(printed("%v4lld %v4zd", values) == "1,2,3,4 9");
  CHECK(printed("%v4hlf %d", values) == "1.000000,2.000000,3.000000,4.000000 9");
}

TEST_CASE("printf takes widths and precisions from arguments", "[printf]") {
  CHECK(printed("%*d|%-*d|%*d|", {integer(5), integer(1), integer(3), integer(2), integer(-4),
                                  integer(3)}) == "    1|2  |3   |");
  CHECK(printed("%.*f|%*.*f|%.*f", {integer(2), real(1), integer(6), integer(1), real(2),
                                    integer(-1), real(3)}) == "1.00|   2.0|3.000000");
  CHECK(printed("%*v2d|%d", {integer(3), integers({1, 2}), integer(4)}) == "  1,  2|4");
  CHECK(printed("%*d %d", {real(5), integer(1), integer(2)}) == "%*d 2");
  CHECK(printed("%*d", {integer(5)}) == "%*d");
  CHECK(printed("%*d", {integer(INT32_MAX), integer(1)}).size() == builtins::largest_printf_width);
  CHECK(printed("%5000d", {integer(1)}).size() == builtins::largest_printf_width);
  CHECK(printed("%.99999999999999999999d", {integer(1)}).size() == builtins::largest_printf_width);
}

TEST_CASE("printing follows the parsed format", "[printf]") {
  const std::string word(70000, 'w');
  CHECK(printed(word, {}) == word);
  CHECK(printed(word + "%v2d" + word, {integers({1, 0xffffffff})}) == word + "1,-1" + word);
  CHECK(printed("%s|%f|%c|%5.2s|", {pointer("text"), real(0.5), integer('x'), pointer("text")}) ==
        "text|0.500000|x|   te|");
  CHECK(printed("%s", {pointer(nullptr)}) == "(null)");
}

TEST_CASE("random printf formats do not crash", "[printf]") {
  std::mt19937_64 random(random_seed());
  INFO("seed " << random_seed());
  const std::string_view alphabet = "%%%%%%dioxufeaFcsphlztv2348160.-+ #*n$L\n";
  size_t taken = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string format;
    for (uint64_t length = random() % 10; length > 0; --length) {
      format +=
          random() % 50 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    std::vector<Value> values;
    for (uint64_t count = random() % 5; count > 0; --count) {
      switch (random() % 5) {
        case 0:
          values.push_back(integer(static_cast<int64_t>(random() % 5000), 32));
          break;
        case 1:
          values.push_back(integers({random() % 9, random() % 9, random() % 9}));
          break;
        case 2:
          values.push_back(real(std::bit_cast<double>(random())));
          break;
        case 3:
          values.push_back(pointer("text"));
          break;
        default:
          values.push_back(structure());
      }
    }
    taken += printed(format, values).empty() ? 0 : 1;
  }
  CHECK(taken > 1000);
}

}  // namespace mux::compiler::test
