// printf in kernels: every conversion compared with the C library's, mismatched arguments, and the
// order of output.

#include <fcntl.h>
#include <stdio_ext.h>

#include <catch2/catch.hpp>
#include <cfloat>
#include <clocale>
#include <cmath>
#include <cstring>
#include <random>

#include "fixtures.h"
#include "printed_text.h"

namespace mux::test::printf {

namespace {

class PrintfFixture : public KernelFixture {
 public:
  ReceivedTexts received;

  /// Runs a kernel and returns the text that it printed to the callback.
  std::string printed(mux_kernel_t kernel, Arguments &arguments, const Range &range) {
    mux_command_buffer_t target = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, received.info(), allocator, &target) == mux_success);
    at_end([=, this] { muxDestroyCommandBuffer(device, target, allocator); });
    REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
    const std::string before = received.joined();
    REQUIRE(record(target, kernel, arguments, range) == mux_success);
    REQUIRE(run(target) == mux_success);
    CHECK_FALSE(received.damaged());
    return received.joined().substr(before.size());
  }

  /// The output of one work-item of a kernel that consists of these statements.
  std::string printed(const std::string &statements, const char *options = nullptr) {
    INFO(statements);
    Arguments none;
    return printed(build("kernel void k() {\n" + statements + "\n}", "k", options), none,
                   Range::linear(1, 1));
  }
};

template <class... Values>
std::string host_printf(const std::string &format, Values... values) {
  char text[16384];
  const int length = std::snprintf(text, sizeof text, format.c_str(), values...);
  REQUIRE(length >= 0);
  REQUIRE(static_cast<size_t>(length) < sizeof text);
  return {text, static_cast<size_t>(length)};
}

/// The text of a string literal.
std::string quoted(const std::string &text) {
  std::string literal = "\"";
  for (const char character : text) {
    literal += character == '\n' ? "\\n" : std::string(1, character);
  }
  return literal + "\"";
}

/// Generates random printf statements and their expected output.
class RandomStatements {
 public:
  explicit RandomStatements(uint32_t seed) : random_(seed) {}

  void add() {
    const size_t kind = random_() % 8;
    if (kind < 4) {
      add_integer();
    } else if (kind < 7) {
      add_real();
    } else {
      add_other();
    }
  }

  std::string statements;
  std::string expected;
  /// Inputs of the kernel: bits of integers, and doubles.
  std::vector<int64_t> integers;
  std::vector<double> reals;

 private:
  bool one_in(unsigned count) { return random_() % count == 0; }

  std::string flags(std::string_view allowed) {
    std::string result;
    for (const char flag : allowed) {
      if (one_in(4)) {
        result += flag;
      }
    }
    return result;
  }

  std::string size(bool with_precision = true) {
    std::string result;
    if (one_in(2)) {
      result += std::to_string(1 + random_() % 25);
    }
    if (with_precision && one_in(2)) {
      result += '.';
      if (!one_in(5)) {
        result += std::to_string(random_() % 20);
      }
    }
    return result;
  }

  unsigned vector_width() {
    constexpr unsigned widths[] = {0, 0, 0, 2, 3, 4, 8, 16};
    return widths[random_() % 8];
  }

  /// `element` of all lanes, joined by commas.
  template <class Element>
  std::string joined(unsigned lanes, Element element) {
    std::string result;
    for (unsigned lane = 0; lane < std::max(lanes, 1U); ++lane) {
      result += lane == 0 ? "" : ",";
      result += element();
    }
    return result;
  }

  int64_t random_integer() {
    const int64_t small = static_cast<int64_t>(random_() % 2000) - 1000;
    return one_in(3) ? small : one_in(5) ? 0 : static_cast<int64_t>(random_());
  }

  double random_real() {
    constexpr double special[] = {0.0,      -0.0,      1.0,     -1.0,    0.5,       NAN,
                                  INFINITY, -INFINITY, DBL_MAX, DBL_MIN, -4.9e-324, 9.9999999};
    if (one_in(4)) {
      return special[random_() % 12];
    }
    const double fraction = std::uniform_real_distribution<double>(-1, 1)(random_);
    return std::ldexp(fraction, static_cast<int>(random_() % 80) - 40);
  }

  void write(const std::string &format, const std::string &argument, const std::string &text) {
    const std::string mark = std::to_string(++count_);
    statements += "  printf(" + quoted(mark + " <" + format + ">%%\n") + ", " + argument + ");\n";
    expected += mark + " <" + text + ">%\n";
  }

  template <class Value>
  static std::string print_integer(const std::string &specification, char conversion,
                                   int64_t value) {
    const std::string format = specification + "ll" + conversion;
    if (conversion == 'd' || conversion == 'i') {
      return host_printf(format,
                         static_cast<long long>(static_cast<std::make_signed_t<Value>>(value)));
    }
    return host_printf(
        format, static_cast<unsigned long long>(static_cast<std::make_unsigned_t<Value>>(value)));
  }

  void add_integer() {
    const char conversion = "diouxX"[random_() % 6];
    const bool is_signed = conversion == 'd' || conversion == 'i';
    const bool takes_form = conversion == 'o' || conversion == 'x' || conversion == 'X';
    const std::string specification = std::string("%") +
                                      flags(is_signed    ? "-+ 0"
                                            : takes_form ? "-#0"
                                                         : "-0") +
                                      size();
    const unsigned lanes = vector_width();
    struct Type {
      const char *name;
      const char *length;
      std::string (*print)(const std::string &, char, int64_t);
    };
    const Type types[] = {
        {"char", "hh", print_integer<int8_t>},
        {"short", "h", print_integer<int16_t>},
        {"int", lanes == 0 ? "" : "hl", print_integer<int32_t>},
        {"long", "l", print_integer<int64_t>},
        {"long", "z", print_integer<int64_t>},
        {"long", "t", print_integer<int64_t>},
    };
    // The last two are only for scalars.
    const Type &type = types[random_() % (lanes == 0 ? 6 : 4)];
    std::string name = is_signed ? "" : "u";
    name += type.name;
    // Vector elements are converted to the type by constructors.
    const std::string argument = joined(lanes, [&] {
      return "(" + name + ")integers[" + std::to_string(integers.size() + used_++) + "]";
    });
    used_ = 0;
    const std::string text = joined(lanes, [&] {
      integers.push_back(random_integer());
      return type.print(specification, conversion, integers.back());
    });
    const std::string vector = lanes == 0 ? "" : std::to_string(lanes);
    write(specification + (lanes == 0 ? "" : "v" + vector) + type.length + conversion,
          lanes == 0 ? argument : "(" + name + vector + ")(" + argument + ")", text);
  }

  void add_real() {
    const char conversion = "fFeEgGaA"[random_() % 8];
    const std::string specification = std::string("%") + flags("-+ #0") + size();
    const unsigned lanes = vector_width();
    const bool is_float = one_in(2);
    const std::string name = is_float ? "float" : "double";
    const std::string cast = "(" + name + ")reals[";
    const std::string argument =
        joined(lanes, [&] { return cast + std::to_string(reals.size() + used_++) + "]"; });
    used_ = 0;
    const std::string text = joined(lanes, [&] {
      reals.push_back(random_real());
      const double value =
          is_float ? static_cast<double>(static_cast<float>(reals.back())) : reals.back();
      return host_printf(specification + conversion, value);
    });
    const std::string vector = lanes == 0 ? "" : std::to_string(lanes);
    const std::string length = lanes == 0 ? (one_in(2) ? "l" : "") : is_float ? "hl" : "l";
    write(specification + (lanes == 0 ? "" : "v" + vector) + length + conversion,
          lanes == 0 ? argument : "(" + name + vector + ")(" + argument + ")", text);
  }

  void add_other() {
    const std::string index = std::to_string(integers.size());
    switch (random_() % 3) {
      case 0: {
        const std::string specification = std::string("%") + flags("-") + size(false) + "c";
        integers.push_back(' ' + static_cast<int64_t>(random_() % 94));
        write(specification, "(char)integers[" + index + "]",
              host_printf(specification, static_cast<int>(integers.back())));
        break;
      }
      case 1: {
        const std::string specification = std::string("%") + flags("-") + size() + "s";
        const std::string text = std::string("several words, 100%").substr(0, random_() % 20);
        write(specification, quoted(text), host_printf(specification, text.c_str()));
        break;
      }
      default: {
        const std::string specification = std::string("%") + flags("-") + size(false) + "p";
        integers.push_back(one_in(4) ? 0 : static_cast<int64_t>(random_()));
        write(specification, "(global void *)(ulong)integers[" + index + "]",
              host_printf(specification, reinterpret_cast<void *>(integers.back())));
      }
    }
  }

  std::mt19937_64 random_;
  size_t count_ = 0;
  size_t used_ = 0;
};

}  // namespace

TEST_CASE_METHOD(PrintfFixture, "kernels: printf prints random values as the host does",
                 "[kernels]") {
  const char *options = GENERATE(as<const char *>{}, "-w", "-w -cl-opt-disable");
  const uint32_t seed = random_seed();
  INFO("seed " << seed);
  RandomStatements random(seed);
  for (int i = 0; i < 250; ++i) {
    random.add();
  }
  mux_kernel_t kernel =
      build("kernel void k(global const long *integers, global const double *reals) {\n" +
                random.statements + "}",
            "k", options);
  const TestBuffer integers = make_buffer(std::span<const int64_t>(random.integers));
  const TestBuffer reals = make_buffer(std::span<const double>(random.reals));
  INFO(random.statements);
  CHECK(printed(kernel, Arguments().buffer(integers).buffer(reals), Range::linear(1, 1)) ==
        random.expected);
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of several values at once", "[kernels]") {
  CHECK(printed(R"(
    printf("");
    printf("%%|%%%d%%", 5);
    printf("%s%c%s|%5.1f|%#x|%v4hlf|%v2hhd\n", "a", 'b', "c", 1.25f, 255u,
           (float4)(1, 2, 3, 4), (char2)(-1, 1));
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
           13, 14);
    printf("one too many %d\n", 1, 2);
    printf("no newline");)") ==
        "%|%5%abc|  1.2|0xff|1.000000,2.000000,3.000000,4.000000|-1,1\n"
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14\none too many 1\nno newline");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of sizes and of differences of pointers",
                 "[kernels]") {
  const char *options = GENERATE(as<const char *>{}, "-Werror -cl-std=CL3.1",
                                 "-Werror -cl-std=CL3.1 -cl-opt-disable", "-Werror");
  CHECK(printed(R"(
    int values[4];
    int *first = values;
    int *last = values + 3;
    printf("%zu %zx %zo|", sizeof(values), ~(size_t)0, get_global_size(0));
    printf("%zd %td|%+ti|%5tX|%-8zu|", (ptrdiff_t)-1, last - first, first - last,
           (ptrdiff_t)0x123456789a, get_local_size(0));)",
                options) == "16 ffffffffffffffff 1|-1 3|-3|123456789A|1       |");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of integers of another width is defined",
                 "[kernels]") {
  CHECK(printed(R"(
    printf("%d %u|", 0x123456789abcdef0L, 0xfedcba9876543210UL);
    printf("%ld %lu %lx|", -1, -1, (char)-1);
    printf("%hhd %hd %hhu|", 0x1ff, 0x18000, 0x1ff);
    printf("%v2d %v2hhd %v2ld|", (char2)(-1, 2), (int2)(0x17f, -1), (short2)(-7, 7));
    printf("%v2f %v4hlf %v3lf|", (double2)(1, 2), (double4)(1, 2, 3, 4), (float3)(5, 6, 7));
    printf("%c%c%c", 0x141, 'B', (char)67);)",
                "-w") ==
        "-1698898192 1985229328|-1 4294967295 ffffffff|-1 -32768 255|-1,2 127,-1 -7,7|"
        "1.000000,2.000000 1.000000,2.000000,3.000000,4.000000 5.000000,6.000000,7.000000|ABC");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf reads strings from any address space",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    constant char *constant names[] = {"zero", "one", "two"};
    constant char letters[] = {'a', 'b', '\0', 'c', '\0'};
    kernel void k(global char *text) {
      int i = get_global_id(0);
      printf("%s|%.2s|%6s|%s|", names[i], names[i], i == 1 ? "yes" : "no", letters + i);
      printf("%s|%s\n", text + i, (constant char *)0);
    })",
                              "k", "-w");
  const std::string text = "in a buffer";
  const TestBuffer buffer = make_buffer(text.size() + 1);
  std::memcpy(buffer.bytes.data(), text.c_str(), text.size() + 1);
  CHECK(printed(kernel, Arguments().buffer(buffer), Range::linear(3, 3)) ==
        "zero|ze|    no|ab|in a buffer|(null)\none|on|   yes|b|n a buffer|(null)\n"
        "two|tw|    no|| a buffer|(null)\n");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of long texts and of null characters",
                 "[kernels]") {
  const std::string word(70000, 'w');
  std::string expected = word + std::string(4090, ' ') + "12345" + std::string(4000, '0') + "7";
  expected += '\0';
  expected += "after";
  CHECK(printed("printf(\"" + word + "%4095d%.4001d%cafter\", 12345, 7, 0);", "-w") == expected);
  // The longest that a conversion of a number can be.
  CHECK(printed("printf(\"%.4095f\", -DBL_MAX);") == host_printf("%.4095f", -DBL_MAX));
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf returns 0", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *out) {
      int i = get_global_id(0);
      out[i] = printf("%d\n", i) + 10 * printf("") + 100 * printf("%s%5.3f\n", "x", 1.0f);
    })",
                              "k");
  const TestBuffer out = make_buffer(20 * sizeof(int));
  std::fill(out.as<int>().begin(), out.as<int>().end(), 5);
  printed(kernel, Arguments().buffer(out), Range::linear(20, 4));
  CHECK(std::all_of(out.as<int>().begin(), out.as<int>().end(), [](int v) { return v == 0; }));
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf returns -1 if output fails", "[kernels]") {
  // More than the C library's buffer.
  std::string conversions;
  std::string arguments;
  for (int i = 0; i < 20; ++i) {
    conversions += "%4095d";
    arguments += ", 1";
  }
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = printf(\"" + conversions +
                                  "\"" + arguments + "); }",
                              "k");
  const TestBuffer out = make_buffer(sizeof(int));
  mux_command_buffer_t target = make_command_buffer();
  Arguments to;
  REQUIRE(record(target, kernel, to.buffer(out), Range::linear(1, 1)) == mux_success);
  std::fflush(stdout);
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  const int saved = dup(STDOUT_FILENO);
  dup2(full, STDOUT_FILENO);
  const mux_result_t result = run(target);
  __fpurge(stdout);
  dup2(saved, STDOUT_FILENO);
  std::clearerr(stdout);
  close(saved);
  close(full);
  // The kernel continues.
  CHECK(result == mux_success);
  CHECK(out.as<int>()[0] == -1);
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf in functions, branches and loops", "[kernels]") {
  const char *options = GENERATE(as<const char *>{}, "", "-cl-opt-disable");
  mux_kernel_t kernel = build(R"(
    void line(constant char *format, int value) { printf(format, value); }
    void report(int i) {
      if (i % 2) line("odd %d\n", i); else line("even %x\n", i);
      for (int j = 0; j < i; ++j) printf(j == i - 1 ? "%d.\n" : "%d,", j);
    }
    kernel void k(global int *out) {
      int i = get_global_id(0);
      out[i] = i;
      report(i);
      switch (i) {
        case 0: printf("none\n"); break;
        case 1: printf("single %d\n", i); break;
        default: printf("many %d of %s\n", i, "them");
      }
    })",
                              "k", options);
  const TestBuffer out = make_buffer(4 * sizeof(int));
  CHECK(printed(kernel, Arguments().buffer(out), Range::linear(4, 4)) ==
        "even 0\nnone\nodd 1\n0.\nsingle 1\neven 2\n0,1.\nmany 2 of them\n"
        "odd 3\n0,1,2.\nmany 3 of them\n");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf around barriers", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local int *shared) {
      int l = get_local_id(0), g = get_group_id(0);
      printf("%d before %d\n", g, l);
      shared[l] = l * l;
      barrier(CLK_LOCAL_MEM_FENCE);
      printf("%d after %d %d\n", g, l, shared[(l + 1) % get_local_size(0)]);
    })",
                              "k");
  constexpr int groups = 6;
  constexpr int size = 5;
  const std::string text =
      printed(kernel, Arguments().local(size * sizeof(int)), Range::linear(groups * size, size));
  // The text of a group is in order, and groups may be interleaved.
  for (int group = 0; group < groups; ++group) {
    size_t place = 0;
    for (int l = 0; l < size; ++l) {
      const size_t found = text.find(host_printf("%d before %d\n", group, l), place);
      REQUIRE(found != std::string::npos);
      place = found;
    }
    for (int l = 0; l < size; ++l) {
      const int next = (l + 1) % size;
      const size_t found = text.find(host_printf("%d after %d %d\n", group, l, next * next), place);
      REQUIRE(found != std::string::npos);
      place = found;
    }
  }
}

TEST_CASE_METHOD(PrintfFixture, "kernels: output of a work-item is in order and not interleaved",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k() {
      int i = get_global_id(0);
      for (int j = 0; j < 5; ++j) printf("<%d:%d:%s>\n", i, j, "abcdefghijklmnopqrstuvwxyz");
    })",
                              "k");
  constexpr int count = 1000;
  mux_command_buffer_t target = make_command_buffer();
  Arguments none;
  REQUIRE(record(target, kernel, none, Range::linear(count, 10)) == mux_success);
  CapturedOutput output;
  const mux_result_t result = run(target);
  const std::string text = output.stop();
  REQUIRE(result == mux_success);
  std::vector<int> next(count);
  size_t begin = 0;
  for (int line = 0; line < 5 * count; ++line) {
    const size_t end = text.find('\n', begin);
    REQUIRE(end != std::string::npos);
    const std::string found = text.substr(begin, end - begin);
    begin = end + 1;
    int item = -1;
    REQUIRE(std::sscanf(found.c_str(), "<%d:", &item) == 1);
    REQUIRE((item >= 0 && item < count));
    REQUIRE(found == host_printf("<%d:%d:%s>", item, next[item]++, "abcdefghijklmnopqrstuvwxyz"));
  }
  CHECK(begin == text.size());
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf in a finished binary", "[kernels]") {
  mux_kernel_t kernel =
      make_kernel(load(compile("kernel void k(int a) { printf(\"%d|%s\\n\", a, \"native\"); }",
                               nullptr, mux_compile_output_native)),
                  "k");
  CHECK(printed(kernel, Arguments().value(12), Range::linear(2, 1)) == "12|native\n12|native\n");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf does not depend on the program's locale",
                 "[kernels]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name)) {
      break;
    }
  }
  const std::string text = printed("printf(\"%.2f %g\", 1.5, 1e-3);");
  std::setlocale(LC_ALL, before.c_str());
  CHECK(text == "1.50 0.001");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of arguments of another kind is defined",
                 "[kernels]") {
  CHECK(printed(R"(
    long big = 1L << 40;
    printf("%lld %llx %jd %qd|", big, big, big, big);
    printf("%d %f %x %p|", 1.5f, 7, 2.5, 5);
    printf("%d %v4d %v2d %v2hlf|", (int2)(1, 2), (int2)(3, 4), (int4)(5, 6, 7, 8), (int2)(9, 10));
    printf("%d %s|", 1);
    printf("%s %n%*d %.*f|", 2, &big, 5, 1, 2, 3.0f);
    printf("%hf %lc %hld %v2lld %v5d|", 1.0f, 'x', 3, (long2)(big, -big), (int4)(1));
    printf("%d|100%", 2);)",
                "-w") ==
        "1099511627776 10000000000 1099511627776 1099511627776|1 7.000000 2 0x5|"
        "1,2 3,4 5,6 9.000000,10.000000|1 %s|%s %n    1 3.00|"
        "1.000000 x 3 1099511627776,-1099511627776 1,1,1,1|2|100%");
  // A 64-bit address for a 32-bit conversion.
  mux_kernel_t kernel = build(R"(
    kernel void k(global int *p) {
      printf("%d", (uint)(ulong)p == (uint)p[0]);
      printf(" %x %lx", p, p);
    })",
                              "k", "-w");
  const TestBuffer buffer = make_buffer(8);
  const auto address = reinterpret_cast<uintptr_t>(buffer.bytes.data());
  buffer.as<uint32_t>()[0] = static_cast<uint32_t>(address);
  CHECK(printed(kernel, Arguments().buffer(buffer), Range::linear(1, 1)) ==
        host_printf("1 %x %lx", static_cast<uint32_t>(address), address));
}

TEST_CASE_METHOD(PrintfFixture, "kernels: printf of formats that are not literals", "[kernels]") {
  const char *options = GENERATE("-w", "-w -cl-opt-disable");
  mux_kernel_t kernel = build(R"(
    constant char variable[] = "<%d %s %5.2f %v2d>";
    constant char *constant table[] = {"a %d,", "b %x,", "c %u,"};
    kernel void k(constant char *text, int choice) {
      printf(variable, 12, "word", 1.5f, (int2)(3, 4));
      for (int i = 0; i < 3; ++i) printf(table[(i + choice) % 3], 10);
      printf(text, 1.5, (int4)(1, 2, 3, 4), "more", 7);
    })",
                              "k", options);
  const std::string text = "%g|%v4d|%s|%lld|%s\n";
  const TestBuffer buffer = make_buffer(text.size() + 1);
  std::memcpy(buffer.bytes.data(), text.c_str(), text.size() + 1);
  CHECK(printed(kernel, Arguments().buffer(buffer).value(1), Range::linear(1, 1)) ==
        "<12 word  1.50 3,4>b a,c 10,a 10,1.5|1,2,3,4|more|7|%s\n");
}

TEST_CASE_METHOD(PrintfFixture, "kernels: random formats do not crash", "[kernels]") {
  const uint32_t seed = random_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const std::string_view alphabet = "%%%%dfsxcvhlzt0123456789.-+ #*anpgj";
  for (int i = 0; i < 50; ++i) {
    std::string format;
    for (size_t length = random() % 12; length > 0; --length) {
      format += alphabet[random() % alphabet.size()];
    }
    mux_executable_t executable = load(compile("kernel void k(global int *a) { printf(\"" + format +
                                                   "\", a[0], 1.0f, \"s\", (float4)(1)); }",
                                               "-w"));
    const TestBuffer buffer = make_buffer(4);
    INFO(format);
    printed(make_kernel(executable, "k"), Arguments().buffer(buffer), Range::linear(1, 1));
  }
}

}  // namespace mux::test::printf
