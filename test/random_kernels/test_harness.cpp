// Tests of the harness itself.

#include <unistd.h>

#include <catch2/catch.hpp>
#include <stdexcept>

#include "campaign.h"
#include "case.h"
#include "child.h"
#include "generator.h"
#include "reduce.h"

using namespace mux::random_kernels;

namespace {

std::optional<Failure> run(const std::string &text) {
  return run_alone(parse_case(text), {{"auto"}});
}

}  // namespace

TEST_CASE("harness: a kernel without faults has no failure", "[harness]") {
  CHECK_FALSE(
      run("// argument: buffer int 64 random 3\n"
          "// range: global 40 local 7 offset 5\n"
          "// groups: free\n"
          "kernel void test(global int *out) { out[get_global_id(0)] += 1; }\n"));
}

TEST_CASE("harness: different results are detected, with the first difference", "[harness]") {
  // Claims incorrectly not to depend on the work-group size.
  const auto failure =
      run("// argument: buffer int 64 fill 0\n"
          "// range: global 40 local 8\n"
          "// groups: free\n"
          "kernel void test(global int *out) { out[get_global_id(0)] = get_local_id(0); }\n");
  REQUIRE(failure);
  CHECK(failure->kind == Failure::Kind::different);
  CHECK(failure->text.find("argument 0, element 1: 0x1 became 0x0 (35 elements differ)") !=
        std::string::npos);
}

TEST_CASE("harness: results that differ from known ones are detected", "[harness]") {
  const std::string kernel =
      "kernel void test(global int *out) { out[get_global_id(0)] = get_global_id(0); }\n";
  const std::string facts =
      "// argument: buffer int 64 fill 7\n"
      "// range: global 40 local 8\n";
  CHECK_FALSE(run(facts + "// result: 0 0 1 2 3\n" + kernel));
  const auto failure = run(facts + "// result: 0 0 1 5 3 4 6\n" + kernel);
  REQUIRE(failure);
  CHECK(failure->kind == Failure::Kind::different);
  CHECK(failure->text.find("argument 0, element 2: 0x5 became 0x2 (2 elements differ)") !=
        std::string::npos);
  CHECK_THROWS_AS(parse_case(facts + "// result: 1 5\n" + kernel), std::runtime_error);
  CHECK_THROWS_AS(parse_case(facts + "// range: global 1\n// result: 0 5\n" + kernel),
                  std::runtime_error);
}

TEST_CASE("harness: out-of-bounds writes are detected", "[harness]") {
  // The second range has its buffers at the start of pages.
  const auto failure =
      run("// argument: buffer int 64 fill 0\n"
          "// range: global 1 local 1\n"
          "// range: global 1 local 1 offset 64\n"
          "kernel void test(global int *out) { out[get_global_id(0)] = 1; }\n");
  REQUIRE(failure);
  CHECK(failure->kind == Failure::Kind::out_of_bounds);
}

TEST_CASE("harness: a crash affects only its kernel", "[harness]") {
  const auto failure =
      run("// argument: buffer int 64 fill 0\n"
          "// range: global 1 local 1 offset 64\n"
          "kernel void test(global int *out) { out[get_global_id(0)] = 1; }\n");
  REQUIRE(failure);
  CHECK(failure->kind == Failure::Kind::crashed);
}

TEST_CASE("harness: source errors and rejected binaries are distinguished", "[harness]") {
  const auto wrong = run("// range: global 1 local 1\nkernel void test() { error }\n");
  REQUIRE(wrong);
  CHECK(wrong->kind == Failure::Kind::not_compiled);
  const auto refused =
      run("// range: global 1 local 1\nvoid missing();\nkernel void test() { missing(); }\n");
  REQUIRE(refused);
  CHECK(refused->kind == Failure::Kind::refused);
  CHECK(refused->text.find("missing") != std::string::npos);
}

TEST_CASE("harness: a child without progress is killed", "[harness]") {
  const ChildResult result = run_in_child(
      [](Progress &progress) {
        progress.seed = 7;
        while (true) {
          pause();
        }
        return std::string();
      },
      1);
  CHECK(result.hung);
  CHECK_FALSE(result.finished);
  CHECK(result.seed == 7);
}

TEST_CASE("harness: a campaign continues after a failure", "[harness]") {
  Campaign campaign;
  campaign.first_seed = 10;
  campaign.count = 5;
  campaign.variants = [](uint64_t) { return std::vector<Variant>{{"auto"}}; };
  campaign.kernel = [](uint64_t seed) {
    const std::string offset = seed == 11 || seed == 13 ? "64" : "0";
    return parse_case("// argument: buffer int 64 fill 0\n// range: global 1 local 1 offset " +
                      offset +
                      "\nkernel void test(global int *out) { out[get_global_id(0)] = 1; }\n");
  };
  std::vector<uint64_t> failed;
  run_campaign(campaign, [&](const SeedFailure &failure) { failed.push_back(failure.seed); });
  CHECK(failed == std::vector<uint64_t>{11, 13});
}

TEST_CASE("harness: reading and writing a file preserves it", "[harness]") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string text = print_case(to_case(generate(seed)));
    CHECK(print_case(parse_case(text)) == text);
  }
  CHECK_THROWS_AS(parse_case("kernel void test() {}\n"), std::runtime_error);
  CHECK_THROWS_AS(parse_case("// range: local x\n"), std::runtime_error);
  CHECK_THROWS_AS(parse_case("// argument: buffer bool 4 fill 0\n// range: global 1\n"),
                  std::runtime_error);
}

TEST_CASE("harness: kernels are determined by the seed", "[harness]") {
  const auto text = [](uint64_t seed) { return print_case(to_case(generate(seed))); };
  CHECK(text(5) == text(5));
  CHECK(text(5) != text(6));
  CHECK(print_case(to_case(generate(5, Size::small))) ==
        print_case(to_case(generate(5, Size::small))));
}

TEST_CASE("harness: small kernels are small", "[harness]") {
  size_t usual = 0;
  size_t small = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    usual += to_case(generate(seed)).source.size();
    small += to_case(generate(seed, Size::small)).source.size();
  }
  CHECK(small < usual * 3 / 4);
}

TEST_CASE("harness: reduction preserves the failure and removes most other code", "[harness]") {
  // A property that represents a failure: a statement, and an operation in it.
  const auto fails = [](const Program &program) {
    return to_case(program).source.find("for (") != std::string::npos;
  };
  unsigned reduced = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Program program = generate(seed);
    if (!fails(program)) {
      continue;
    }
    const std::string before = to_case(program).source;
    const Program small = reduce(program, fails, 2000);
    CHECK(fails(small));
    CHECK(small.parameters.empty());
    CHECK(small.ranges.size() == 1);
    CHECK(small.ranges[0].global[0] == 1);
    CHECK(to_case(small).source.size() < before.size() / 2);
    ++reduced;
  }
  CHECK(reduced > 0);
}
