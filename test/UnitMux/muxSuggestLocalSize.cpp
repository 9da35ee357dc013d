#include <mux/extensions.h>

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_suggest_local_size {

namespace {

constexpr EntryPoint entry_point("muxSuggestLocalSize");

using Sizes = std::array<size_t, 3>;

class SuggestionFixture : public KernelFixture {
 public:
  static Sizes suggestion(mux_kernel_t kernel, size_t dimensions, const Sizes &global,
                          mux_local_size_fit_e fit) {
    Sizes local{};
    REQUIRE(muxSuggestLocalSize(kernel, dimensions, global.data(), fit, &local[0], &local[1],
                                &local[2]) == mux_success);
    return local;
  }

  /// Checks properties of the suggestion for any ND-range.
  void check_suggestion(mux_kernel_t kernel, size_t dimensions, const Sizes &global,
                        mux_local_size_fit_e fit) {
    CAPTURE(dimensions, global[0], global[1], global[2], fit);
    const Sizes local = suggestion(kernel, dimensions, global, fit);
    size_t work_items = 1;
    for (size_t i = 0; i < 3; ++i) {
      const size_t size = i < dimensions ? global[i] : 1;
      REQUIRE(local[i] >= 1);
      REQUIRE(local[i] <= size);
      if (fit == mux_local_size_fit_divides) {
        REQUIRE(size % local[i] == 0);
      }
      work_items *= local[i];
    }
    REQUIRE(work_items <= device->info->max_concurrent_work_items);
  }
};

constexpr const char *rows = "kernel void k(global int *p) { p[get_global_id(0)] += 1; }";
constexpr const char *columns =
    "kernel void k(global int *p) { p[get_global_id(0) * get_global_size(1) + get_global_id(1)] += "
    "1; }";
constexpr const char *barriers =
    "kernel void k(global int *p, local int *s) {\n"
    "  s[get_local_id(0)] = p[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] = s[0];\n"
    "}\n";

}  // namespace

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: suggestions fit random ND-ranges",
                 "[muxSuggestLocalSize]") {
  std::mt19937 random(random_seed());
  for (const char *source : {rows, columns, barriers}) {
    mux_kernel_t kernel = build(source, "k");
    for (int i = 0; i < 500; ++i) {
      Sizes global{};
      for (size_t &size : global) {
        size = 1 + (random() >> random() % 32);
      }
      for (const auto fit : {mux_local_size_fit_any, mux_local_size_fit_divides}) {
        check_suggestion(kernel, 1 + random() % 3, global, fit);
      }
    }
  }
}

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: the largest and the smallest ND-range",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(rows, "k");
  for (const auto fit : {mux_local_size_fit_any, mux_local_size_fit_divides}) {
    check_suggestion(kernel, 3, {~size_t{0}, ~size_t{0}, ~size_t{0}}, fit);
    check_suggestion(kernel, 3, {1, 1, 1}, fit);
    check_suggestion(kernel, 2, {1, 1000003, 0}, fit);
  }
}

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: the kernel's required size",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(
      "__attribute__((reqd_work_group_size(8, 4, 1))) kernel void k(global int *p) { p[0] = 1; }",
      "k");
  CHECK(suggestion(kernel, 2, {64, 64, 0}, mux_local_size_fit_divides) == Sizes{8, 4, 1});
  CHECK(suggestion(kernel, 2, {63, 3, 0}, mux_local_size_fit_any) == Sizes{8, 4, 1});
  const Sizes odd{63, 64, 0};
  Sizes local{};
  entry_point.fails(mux_error_invalid_value,
                    muxSuggestLocalSize(kernel, 2, odd.data(), mux_local_size_fit_divides,
                                        &local[0], &local[1], &local[2]));
  CHECK(local == Sizes{});
}

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: the kernel's size hint, if it fits",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(
      "__attribute__((work_group_size_hint(16, 2, 1)))\n"
      "kernel void k(global int *p) { p[get_global_id(0)] += 1; }",
      "k");
  CHECK(suggestion(kernel, 2, {64, 64, 0}, mux_local_size_fit_divides) == Sizes{16, 2, 1});
  CHECK(suggestion(kernel, 2, {65, 3, 0}, mux_local_size_fit_any) == Sizes{16, 2, 1});
  check_suggestion(kernel, 2, {65, 3, 0}, mux_local_size_fit_divides);
  check_suggestion(kernel, 1, {8, 0, 0}, mux_local_size_fit_any);
}

TEST_CASE_METHOD(SuggestionFixture,
                 "muxSuggestLocalSize: groups of large ND-ranges fill the kernel's vectors",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(rows, "k");
  mux_kernel_info_t info{};
  REQUIRE(muxGetKernelInfo(kernel, &info) == mux_success);
  // A prime.
  for (const size_t global : {size_t{1} << 20, size_t{1000003}}) {
    const Sizes local = suggestion(kernel, 1, {global, 0, 0}, mux_local_size_fit_any);
    CHECK(local[0] % info.preferred_local_size_multiple == 0);
  }
  CHECK(suggestion(kernel, 1, {1000003, 0, 0}, mux_local_size_fit_divides) == Sizes{1, 1, 1});
}

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: small ND-ranges occupy all compute units",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(rows, "k");
  const size_t units = device->info->compute_units;
  mux_kernel_info_t info{};
  REQUIRE(muxGetKernelInfo(kernel, &info) == mux_success);
  // Packets of every possible width.
  constexpr size_t widest_packet = 64;
  const size_t global = units * widest_packet;
  const Sizes local = suggestion(kernel, 1, {global, 0, 0}, mux_local_size_fit_divides);
  CHECK(global / local[0] >= units);
}

TEST_CASE_METHOD(SuggestionFixture, "muxSuggestLocalSize: rejects invalid arguments",
                 "[muxSuggestLocalSize]") {
  mux_kernel_t kernel = build(rows, "k");
  const Sizes global{64, 64, 64};
  const Sizes with_zero{64, 0, 64};
  Sizes local{};
  const auto suggest = [&](mux_kernel_t of, size_t dimensions, const size_t *global_size,
                           mux_local_size_fit_e fit) {
    return muxSuggestLocalSize(of, dimensions, global_size, fit, &local[0], &local[1], &local[2]);
  };
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      suggest(invalid, 1, global.data(), mux_local_size_fit_any));
  }
  for (const size_t dimensions : {size_t{0}, size_t{4}, ~size_t{0}}) {
    entry_point.fails(mux_error_invalid_value,
                      suggest(kernel, dimensions, global.data(), mux_local_size_fit_any));
  }
  entry_point.fails(mux_error_invalid_value, suggest(kernel, 1, nullptr, mux_local_size_fit_any));
  entry_point.fails(mux_error_invalid_value,
                    suggest(kernel, 2, with_zero.data(), mux_local_size_fit_any));
  for (const uint32_t value : {2U, ~0U}) {
    entry_point.fails(mux_error_invalid_value,
                      suggest(kernel, 1, global.data(), static_cast<mux_local_size_fit_e>(value)));
  }
  CHECK(local == Sizes{});
  for (int missing = 0; missing < 3; ++missing) {
    entry_point.fails(
        mux_error_null_out_parameter,
        muxSuggestLocalSize(kernel, 1, global.data(), mux_local_size_fit_any,
                            missing == 0 ? nullptr : &local[0], missing == 1 ? nullptr : &local[1],
                            missing == 2 ? nullptr : &local[2]));
  }
}

}  // namespace mux::test::mux_suggest_local_size
