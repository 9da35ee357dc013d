// Extremely large kernels: each works, or is rejected with a message that names the kernel and the
// reason.

#include <mux/extensions.h>
#include <pthread.h>

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "fixtures.h"

namespace mux::test::large_kernels {

namespace {

std::string repeat(int count, const std::function<std::string(const std::string &)> &text) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    all += text(std::to_string(i));
  }
  return all;
}

/// The error message when the kernel `k` is loaded, recorded or run; empty if it succeeds.
std::string refusal(KernelFixture &fixture, const std::string &source, Arguments &arguments) {
  const std::string binary = compile(source);
  mux_executable_t executable = nullptr;
  if (muxCreateExecutable(fixture.device, binary.data(), binary.size(), fixture.allocator,
                          &executable) != mux_success) {
    return muxGetLastErrorMessage();
  }
  fixture.at_end([&fixture, executable] {
    muxDestroyExecutable(fixture.device, executable, fixture.allocator);
  });
  mux_kernel_t kernel = nullptr;
  if (muxCreateKernel(fixture.device, executable, "k", 1, fixture.allocator, &kernel) !=
      mux_success) {
    return muxGetLastErrorMessage();
  }
  fixture.at_end(
      [&fixture, kernel] { muxDestroyKernel(fixture.device, kernel, fixture.allocator); });
  mux_command_buffer_t commands = fixture.make_command_buffer();
  if (fixture.record(commands, kernel, arguments, Range::linear(32, 16)) != mux_success ||
      fixture.run(commands) != mux_success) {
    return muxGetLastErrorMessage();
  }
  return {};
}

/// Runs `k(data)` with 64 work-items, whose index is in `data`.
std::vector<uint32_t> results(KernelFixture &fixture, const std::string &source) {
  mux_kernel_t kernel = fixture.build(source, "k");
  const TestBuffer data = fixture.make_buffer(64 * sizeof(uint32_t));
  for (uint32_t i = 0; i < 64; ++i) {
    data.as<uint32_t>()[i] = i;
  }
  fixture.launch(kernel, Arguments().buffer(data), Range::linear(64, 32));
  return {data.as<uint32_t>().begin(), data.as<uint32_t>().end()};
}

std::vector<uint32_t> expected(const std::function<uint32_t(uint32_t)> &value) {
  std::vector<uint32_t> all;
  all.reserve(64);
  for (uint32_t i = 0; i < 64; ++i) {
    all.push_back(value(i));
  }
  return all;
}

const std::string begin =
    "kernel void k(global uint *data) { uint i = get_global_id(0), x = data[i], y = 7;\n";

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "kernels: recursion is rejected, and the recursive function is named",
                 "[kernels]") {
  const TestBuffer data = make_buffer(256);
  Arguments arguments;
  arguments.buffer(data);
  CHECK_THAT(refusal(*this,
                     "uint factorial(uint n) { return n < 2 ? 1 : n * factorial(n - 1) + 1; }\n" +
                         begin + "data[i] = factorial(x); }",
                     arguments),
             Catch::Contains("'factorial' calls itself"));
  CHECK_THAT(refusal(*this,
                     "uint odd(uint n);\n"
                     "uint even(uint n) { return n == 0 ? 1 : odd(n - 1) * 3; }\n"
                     "uint odd(uint n) { return n == 0 ? 0 : even(n - 1) + n; }\n" +
                         begin + "data[i] = even(x); }",
                     arguments),
             Catch::Contains("calls itself"));
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: exponential inlining of functions with barriers is rejected",
                 "[kernels]") {
  const std::string functions = repeat(40, [](const std::string &i) {
    const std::string before = std::to_string(std::stoi(i) - 1);
    return i == "0" ? "uint f0(uint x) { barrier(CLK_LOCAL_MEM_FENCE); return x * 3; }\n"
                    : "uint f" + i + "(uint x) { return f" + before + "(x + " + i + ") ^ f" +
                          before + "(x * 5); }\n";
  });
  const TestBuffer data = make_buffer(256);
  Arguments arguments;
  arguments.buffer(data);
  const std::string message = refusal(*this, functions + begin + "data[i] = f39(x); }", arguments);
  CHECK_THAT(message, Catch::Contains("kernel 'k'") && Catch::Contains("instructions"));
}

TEST_CASE_METHOD(KernelFixture, "kernels: functions whose inlining is exponential are not inlined",
                 "[kernels]") {
  const std::string functions = repeat(40, [](const std::string &i) {
    const std::string before = "f" + std::to_string(std::stoi(i) - 1);
    return i == "0" ? "uint f0(uint x) { return x * 3 + 1; }\n"
                    : "uint f" + i + "(uint x) { uint y = " + before + "(x + " + i +
                          "); return y % 1000 == 7 ? " + before + "(y * 5) ^ y : y; }\n";
  });
  const std::function<uint32_t(uint32_t, uint32_t)> f = [&](uint32_t i, uint32_t x) {
    if (i == 0) {
      return x * 3 + 1;
    }
    const uint32_t y = f(i - 1, x + i);
    return y % 1000 == 7 ? f(i - 1, y * 5) ^ y : y;
  };
  CHECK(results(*this, functions + begin + "data[i] = f39(x); }") ==
        expected([&](uint32_t x) { return f(39, x); }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: functions that are not inlined query work-item ids",
                 "[kernels]") {
  // More than 2^30 instructions if inlined, and each function uses its call site.
  std::ostringstream source;
  source << "uint f0(uint a) { return a * 3 + get_global_id(0) + 7 * get_group_id(0); }\n";
  constexpr int levels = 30;
  for (int level = 1; level <= levels; ++level) {
    source << "uint f" << level << "(uint a) {\n";
    for (int step = 0; step < 30; ++step) {
      source << "  a = rotate(a, " << step << "u) ^ " << level * 31 + step << ";\n";
    }
    source << "  if (a % 64 == get_local_id(0)) a += f" << level - 1
           << "(a + 1);\n  return (a % 8 == 0 ? f" << level - 1 << "(a) : a) ^ get_global_id("
           << level % 2 << ");\n}\n";
  }
  source << "kernel void k(global uint *out) { out[get_global_id(0)] = f" << levels
         << "(get_global_id(0) * 7919); }\n";
  mux_kernel_t kernel = build(source.str(), "k");
  constexpr uint32_t items = 96;
  constexpr uint32_t group = 16;
  const TestBuffer out = make_buffer(items * sizeof(uint32_t));
  launch(kernel, Arguments().buffer(out), Range::linear(items, group));
  for (uint32_t id = 0; id < items; ++id) {
    const std::function<uint32_t(uint32_t, int)> f = [&](uint32_t a, int level) {
      if (level == 0) {
        return a * 3 + id + 7 * (id / group);
      }
      for (int step = 0; step < 30; ++step) {
        a = std::rotl(a, step) ^ static_cast<uint32_t>(level * 31 + step);
      }
      if (a % 64 == id % group) {
        a += f(a + 1, level - 1);
      }
      return (a % 8 == 0 ? f(a, level - 1) : a) ^ (level % 2 == 0 ? id : 0);
    };
    CHECK(out.as<uint32_t>()[id] == f(id * 7919, levels));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: ten thousand statements", "[kernels]") {
  const auto found =
      results(*this, begin + repeat(10000, [](const std::string &i) {
                       return "x = x * " + i + "u + (y ^ " + i + "u); y += x >> 3;\n";
                     }) + "data[i] = x ^ y; }");
  CHECK(found == expected([](uint32_t x) {
          uint32_t y = 7;
          for (uint32_t i = 0; i < 10000; ++i) {
            x = x * i + (y ^ i);
            y += x >> 3;
          }
          return x ^ y;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: a value with a chain of twenty thousand operations",
                 "[kernels]") {
  // The limit of the vectorizer, and beyond it.
  for (const int steps : {1000, 20000}) {
    const auto found = results(*this, begin + repeat(steps, [](const std::string &i) {
                                        return "x = x * 3u ^ (y + " + i + "u);\n";
                                      }) + "data[i] = x; }");
    CHECK(found == expected([steps](uint32_t x) {
            for (uint32_t i = 0; i < static_cast<uint32_t>(steps); ++i) {
              x = x * 3U ^ (7 + i);
            }
            return x;
          }));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: an address with a chain of three hundred operations",
                 "[kernels]") {
  const std::string start =
      GENERATE(as<std::string>{}, "global uchar *p = (global uchar *)data",
               "local uchar block[4]; local uchar *p = block", "uchar array[4]; uchar *p = array");
  const auto found =
      results(*this, begin + start + ", *start = p;\n" + repeat(300, [](const std::string &i) {
                       return "p += (x + " + i + ") % 3;\n";
                     }) + "uint far = p - start; if (far == 600) *p = 1; data[i] = far; }");
  CHECK(found == expected([](uint32_t x) {
          uint32_t far = 0;
          for (uint32_t i = 0; i < 300; ++i) {
            far += (x + i) % 3;
          }
          return far;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: an address that is doubled a hundred times",
                 "[kernels]") {
  const auto found =
      results(*this, begin + "global uchar *p = (global uchar *)0 + x;\n" +
                         repeat(100, [](const std::string &) { return "p += (ulong)p + 1;\n"; }) +
                         "data[i] = ((ulong)p + 1) >> 32 != 0; }");
  CHECK(found == std::vector<uint32_t>(64, 0));
}

TEST_CASE_METHOD(KernelFixture, "kernels: pointers that are swapped in loops", "[kernels]") {
  const auto found = results(*this, begin + R"(
      local uint block[2];
      uint array[2] = {10, 20};
      local uint *a = block, *b = block + 1;
      uint *c = array, *d = array + 1;
      for (uint k = 0; k < x; ++k) {
        for (uint j = 0; j < y - 5; ++j) {
          local uint *t = a; a = b; b = t;
          uint *u = c; c = d; d = u;
        }
        if (k & 1) { uint *u = c; c = d; d = u; }
        if (k == 40) { a = block; c = array; d = array + 1; }
      }
      data[i] = *c * 100 + (a - block) * 10 + (b - block); })");
  CHECK(found == expected([](uint32_t x) {
          const uint32_t array[] = {10, 20};
          uint32_t c = 0;
          uint32_t d = 1;
          uint32_t a = 0;
          for (uint32_t k = 0; k < x; ++k) {
            if ((k & 1) != 0) {
              std::swap(c, d);
            }
            if (k == 40) {
              a = 0;
              c = 0;
              d = 1;
            }
          }
          return array[c] * 100 + a * 10 + 1;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: a function at a call depth of three hundred",
                 "[kernels]") {
  const auto found =
      results(*this, "uint f0(uint x) { return x * 3; }\n" +
                         repeat(300,
                                [](const std::string &i) {
                                  return "uint f" + std::to_string(std::stoi(i) + 1) +
                                         "(uint x) { return f" + i + "(x) ^ " + i + "; }\n";
                                }) +
                         begin + "data[i] = f300(x); }");
  CHECK(found == expected([](uint32_t x) {
          x *= 3;
          for (uint32_t i = 0; i < 300; ++i) {
            x ^= i;
          }
          return x;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: two hundred nested branches", "[kernels]") {
  const auto found =
      results(*this, begin + "x *= 0x01010101u;\n" +
                         repeat(200,
                                [](const std::string &i) {
                                  return "if ((x & 1023u) != " + i + "u) { x = x * 3u + " + i +
                                         "u; data[i] = x;\n";
                                }) +
                         "y = 100;" +
                         repeat(200, [](const std::string &) { return "} else { y += 3; }\n"; }) +
                         "data[i] += y; }");
  CHECK(found == expected([](uint32_t item) {
          uint32_t x = item * 0x01010101U;
          uint32_t stored = item;
          uint32_t level = 0;
          while (level < 200 && (x & 1023U) != level) {
            x = x * 3U + level++;
            stored = x;
          }
          return stored + (level == 200 ? 100 : 7 + 3);
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: a switch with a thousand cases", "[kernels]") {
  const auto found =
      results(*this, begin + "switch (x * 16 + 5) {\n" + repeat(1000, [](const std::string &i) {
                       return "case " + i + ": x = x * " + i + "u + 3; break;\n";
                     }) + "default: x += 9; }\n data[i] = x; }");
  CHECK(found == expected([](uint32_t x) {
          const uint32_t label = x * 16 + 5;
          return label < 1000 ? x * label + 3 : x + 9;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: forty nested loops", "[kernels]") {
  const auto found = results(
      *this, begin +
                 repeat(40,
                        [](const std::string &i) {
                          return "for (uint j" + i + " = 0; j" + i + " < 1 + (x + " + i +
                                 ") % 9 / 8; ++j" + i + ") {\n";
                        }) +
                 "x = x * 5 + 1; if (++y > 50) goto out;\n" +
                 repeat(40, [](const std::string &) { return "}"; }) + "out: data[i] = x; }");
  const std::function<bool(uint32_t, uint32_t &, uint32_t &)> run =
      [&run](uint32_t level, uint32_t &x, uint32_t &y) {
        if (level == 40) {
          x = x * 5 + 1;
          return ++y > 50;
        }
        for (uint32_t j = 0; j < 1 + (x + level) % 9 / 8; ++j) {
          if (run(level + 1, x, y)) {
            return true;
          }
        }
        return false;
      };
  CHECK(found == expected([&](uint32_t x) {
          uint32_t y = 7;
          run(0, x, y);
          return x;
        }));
}

TEST_CASE_METHOD(KernelFixture, "kernels: a thread with a small stack loads deeply nested loops",
                 "[kernels]") {
  const std::string binary = compile(
      begin +
      repeat(100,
             [](const std::string &i) {
               return "for (uint j" + i + " = 0; j" + i + " < y % 3 + " + i + "; ++j" + i + ") {\n";
             }) +
      "x = x * 5 + 1;\n" + repeat(100, [](const std::string &) { return "}"; }) + "data[i] = x; }");
  struct Load {
    const std::string &binary;
    KernelFixture &fixture;
    mux_executable_t executable = nullptr;
    mux_kernel_t kernel = nullptr;
    mux_result_t result = mux_success;
  } load{binary, *this};
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 128 * 1024) == 0);
  pthread_t thread{};
  const auto run = [](void *argument) -> void * {
    auto &load = *static_cast<Load *>(argument);
    load.result = muxCreateExecutable(load.fixture.device, load.binary.data(), load.binary.size(),
                                      load.fixture.allocator, &load.executable);
    if (load.result == mux_success) {
      load.result = muxCreateKernel(load.fixture.device, load.executable, "k", 1,
                                    load.fixture.allocator, &load.kernel);
    }
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &load) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  REQUIRE(load.result == mux_success);
  muxDestroyKernel(device, load.kernel, allocator);
  muxDestroyExecutable(device, load.executable, allocator);
}

TEST_CASE_METHOD(KernelFixture, "kernels: three hundred arguments", "[kernels]") {
  mux_kernel_t kernel = build(
      "kernel void k(global uint *data" +
          repeat(300, [](const std::string &i) { return ", uint a" + i; }) +
          ") { data[get_global_id(0)] = 0" +
          repeat(300, [](const std::string &i) { return " + a" + i + " * " + i + "u"; }) + "; }",
      "k");
  const TestBuffer data = make_buffer(64 * sizeof(uint32_t));
  Arguments arguments;
  arguments.buffer(data);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 300; ++i) {
    arguments.value(i * 77);
    sum += i * 77 * i;
  }
  launch(kernel, arguments, Range::linear(64, 16));
  CHECK(data.as<uint32_t>()[63] == sum);
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: a hundred barriers work, more than ten thousand are rejected",
                 "[kernels]") {
  const auto source = [](int rounds) {
    return "kernel void k(global uint *data) { local uint s[32];\n"
           "uint i = get_global_id(0), l = get_local_id(0), x = data[i];\n" +
           repeat(rounds,
                  [](const std::string &i) {
                    return "s[l] = x; barrier(CLK_LOCAL_MEM_FENCE); x = s[(l + 1) % 32] * 3 + " +
                           i + "; barrier(CLK_LOCAL_MEM_FENCE);\n";
                  }) +
           "data[i] = x; }";
  };
  CHECK(results(*this, source(50)) == expected([](uint32_t item) {
          uint32_t x = item / 32 * 32 + (item + 50) % 32;
          for (uint32_t i = 0; i < 50; ++i) {
            x = x * 3 + i;
          }
          return x;
        }));
  const TestBuffer data = make_buffer(256);
  Arguments arguments;
  arguments.buffer(data);
  const std::string barriers =
      repeat(10'001, [](const std::string &) { return "barrier(CLK_LOCAL_MEM_FENCE);\n"; });
  CHECK_THAT(refusal(*this, "kernel void k(global uint *data) {\n" + barriers + "}", arguments),
             Catch::Contains("kernel 'k' has 10001 barriers"));
}

TEST_CASE_METHOD(KernelFixture, "kernels: loops with two entries, with barriers in them",
                 "[kernels]") {
  const auto found = results(*this, R"(
    kernel void k(global uint *data) {
      local uint s[32];
      uint i = get_global_id(0), l = get_local_id(0), x = data[i], n = get_num_groups(0) * 3;
      if (n & 1) goto b;
      a:
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = s[l ^ 1] + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (n == 3) goto c;
      b:
        x = x * 3;
        if (x & 4) { x ^= 64; }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (n-- > 2) goto a;
      c:
      if (n == 3) { n = 1; goto b; }
      data[i] = x;
    })");
  std::vector<uint32_t> x = expected([](uint32_t i) { return i; });
  const auto swap = [&x] {
    for (size_t i = 0; i < x.size(); i += 2) {
      std::swap(x[i], x[i + 1]);
    }
    for (uint32_t &value : x) {
      ++value;
    }
  };
  const auto triple = [&x] {
    for (uint32_t &value : x) {
      value *= 3;
      value ^= (value & 4) != 0 ? 64 : 0;
    }
  };
  // n is 6, 5, 4 and 3 at the start of an iteration.
  for (int round = 0; round < 3; ++round) {
    swap();
    triple();
  }
  swap();
  triple();
  CHECK(found == x);
}

TEST_CASE_METHOD(KernelFixture, "kernels: a megabyte of private memory", "[kernels]") {
  const auto source = [](const std::string &between) {
    return "kernel void k(global uint *data) { uint memory[262144];\n"
           "uint i = get_global_id(0);\n"
           "for (uint j = 0; j < 262144; j += 64) memory[j + i] = j * i;\n" +
           between +
           "uint sum = 0;\n"
           "for (uint j = 0; j < 262144; j += 64) sum += memory[j + i];\n"
           "data[i] = sum; }";
  };
  const auto sum = expected([](uint32_t i) { return (4095U * 4096U / 2) * 64 * i; });
  CHECK(results(*this, source("")) == sum);
  CHECK(results(*this, source("barrier(CLK_LOCAL_MEM_FENCE);\n")) == sum);
}

TEST_CASE_METHOD(KernelFixture, "kernels: too much memory is rejected", "[kernels]") {
  const TestBuffer data = make_buffer(256);
  const auto message = [&](const std::string &memory, const std::string &size) {
    Arguments arguments;
    arguments.buffer(data).value(3U);
    return refusal(*this,
                   "kernel void k(global uint *data, uint n) { " + memory + " memory[" + size +
                       "]; uint i = get_global_id(0); memory[n + i] = i;\n"
                       "barrier(CLK_LOCAL_MEM_FENCE); data[i] = memory[n * 2 + i % 3]; }",
                   arguments);
  };
  for (const char *size : {"1ul << 50", "1ul << 58"}) {
    CAPTURE(size);
    CHECK_THAT(message("uint", size),
               Catch::Contains("kernel 'k' needs") && Catch::Contains("of private memory"));
    CHECK_THAT(message("local uint", size),
               Catch::Contains("kernel 'k' needs") && Catch::Contains("of local memory"));
  }
  CHECK_THAT(message("uint", "1ul << 37"), Catch::Contains("bytes of scratch memory"));
  CHECK_THAT(message("local uint", "1 << 24"), Catch::Contains("local memory"));
}

}  // namespace mux::test::large_kernels
