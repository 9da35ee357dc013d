// Sub-groups in kernels: which there are, against what the runtime answers, and what their
// functions give. A sub-group may have any size that muxQuerySubGroupSizeForLocalSize() names: the
// references below hold for all, as long as sub-groups are cut from a group in the order of its
// work-items.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "fixtures.h"

using namespace mux::test;

namespace {

constexpr const char *options = "-cl-std=CL3.0";

struct View {
  uint32_t size, max_size, count, enqueued_count, id, local_id;
};

constexpr const char *view_source = R"(
typedef struct { uint size, max_size, count, enqueued_count, id, local_id; } view;
kernel void k(global view *views) {
  size_t at = 0;
  for (int d = 2; d >= 0; --d) at = at * get_global_size(d) + get_global_id(d);
  views[at].size = get_sub_group_size();
  views[at].max_size = get_max_sub_group_size();
  views[at].count = get_num_sub_groups();
  views[at].enqueued_count = get_enqueued_num_sub_groups();
  views[at].id = get_sub_group_id();
  views[at].local_id = get_sub_group_local_id();
}
)";

uint32_t round_up_divide(size_t dividend, size_t divisor) {
  return static_cast<uint32_t>((dividend + divisor - 1) / divisor);
}

/// What the work-item with the number `index` of a group sees.
View expected_view(size_t size, size_t index, size_t work_items, size_t enqueued) {
  const size_t id = index / size;
  return {static_cast<uint32_t>(std::min(size, work_items - id * size)),
          static_cast<uint32_t>(size),
          round_up_divide(work_items, size),
          round_up_divide(enqueued, size),
          static_cast<uint32_t>(id),
          static_cast<uint32_t>(index % size)};
}

int differences(const View &a, const View &b) {
  return (a.size != b.size) + (a.max_size != b.max_size) + (a.count != b.count) +
         (a.enqueued_count != b.enqueued_count) + (a.id != b.id) + (a.local_id != b.local_id);
}

/// Runs `kernel void k(global const int *in, global int *out)` in groups of `local`.
std::vector<int> run_in_groups(KernelFixture &fixture, mux_kernel_t kernel,
                               const std::vector<int> &in, size_t local) {
  const TestBuffer in_buffer = fixture.make_buffer(std::span<const int>(in));
  const TestBuffer out = fixture.make_buffer(in.size() * sizeof(int));
  fixture.launch(kernel, Arguments().buffer(in_buffer).buffer(out),
                 Range::linear(in.size(), local));
  return {out.as<int>().begin(), out.as<int>().end()};
}

/// A kernel that writes `expression` of its element x, and the size of its sub-groups.
class SubGroupFixture : public KernelFixture {
 public:
  static constexpr size_t local = 20;

  /// Calls `expect(values, lane)` for each work-item of each sub-group and compares.
  template <class Expect>
  void check(const std::string &expression, Expect expect) {
    const uint32_t seed = random_seed();
    CAPTURE(expression, seed);
    std::mt19937 random(seed);
    mux_kernel_t kernel = build(
        "kernel void k(global const int *in, global int *out) {\n"
        "  size_t g = get_global_id(0); int x = in[g];\n  out[g] = " +
            expression + ";\n}\n",
        "k", options);
    size_t size = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, local, 1, 1, &size) == mux_success);
    std::vector<int> in(50);
    for (int &value : in) {
      value = static_cast<int>(random() % 2000) - 1000;
      value *= random() % 4 == 0 ? 0 : 1;
    }
    const std::vector<int> out = run_in_groups(*this, kernel, in, local);
    int wrong = 0;
    for (size_t group = 0; group < in.size(); group += local) {
      const size_t group_end = std::min(group + local, in.size());
      for (size_t begin = group; begin < group_end; begin += size) {
        const std::vector<int> values(
            in.begin() + static_cast<std::ptrdiff_t>(begin),
            in.begin() + static_cast<std::ptrdiff_t>(std::min(begin + size, group_end)));
        for (size_t lane = 0; lane < values.size(); ++lane) {
          wrong += out[begin + lane] != expect(values, lane);
        }
      }
    }
    CHECK(wrong == 0);
  }
};

int sum(const std::vector<int> &values, size_t count) {
  int result = 0;
  for (size_t i = 0; i < count; ++i) {
    result += values[i];
  }
  return result;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.vu02: a group has sub-groups of that size, and "
                 "at most one smaller one",
                 "[kernels]") {
  mux_kernel_t kernel = build(view_source, "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20; ++round) {
    Range range;
    range.dimensions = 1 + random() % 3;
    size_t enqueued = 1;
    const size_t largest[] = {1024, 32, 10};
    for (size_t d = 0; d < range.dimensions; ++d) {
      range.local[d] = 1 + random() % largest[range.dimensions - 1];
      range.global[d] = 1 + random() % (range.local[d] * 3);
      enqueued *= range.local[d];
    }
    size_t size = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, range.local[0], range.local[1], range.local[2],
                                             &size) == mux_success);
    REQUIRE(size >= 1);
    const size_t count = range.global[0] * range.global[1] * range.global[2];
    const TestBuffer views = make_buffer(count * sizeof(View));
    launch(kernel, Arguments().buffer(views), range);
    int wrong = 0;
    for (size_t at = 0; at < count; ++at) {
      const size_t place[3] = {at % range.global[0], at / range.global[0] % range.global[1],
                               at / range.global[0] / range.global[1]};
      size_t index = 0;
      size_t work_items = 1;
      for (size_t d = 3; d-- > 0;) {
        const size_t begin = place[d] / range.local[d] * range.local[d];
        const size_t length = std::min(range.local[d], range.global[d] - begin);
        index = index * length + place[d] - begin;
        work_items *= length;
      }
      wrong += differences(views.as<View>()[at], expected_view(size, index, work_items, enqueued));
    }
    CAPTURE(range.dimensions, range.global[0], range.global[1], range.global[2], range.local[0],
            range.local[1], range.local[2]);
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group votes", "[kernels]") {
  const auto all = [](const std::vector<int> &x, size_t) {
    return std::all_of(x.begin(), x.end(), [](int value) { return value != 0; }) ? 1 : 0;
  };
  const auto any = [](const std::vector<int> &x, size_t) {
    return std::any_of(x.begin(), x.end(), [](int value) { return value != 0; }) ? 1 : 0;
  };
  check("sub_group_all(x) != 0", all);
  check("sub_group_any(x) != 0", any);
  check("sub_group_non_uniform_all(x) != 0", all);
  check("sub_group_non_uniform_any(x) != 0", any);
  check("sub_group_non_uniform_all_equal(x) != 0", [](const std::vector<int> &x, size_t) {
    return std::count(x.begin(), x.end(), x[0]) == static_cast<std::ptrdiff_t>(x.size()) ? 1 : 0;
  });
  check("sub_group_elect() != 0",
        [](const std::vector<int> &, size_t lane) { return lane == 0 ? 1 : 0; });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group broadcasts and shuffles", "[kernels]") {
  const auto first = [](const std::vector<int> &x, size_t) { return x[0]; };
  const auto last = [](const std::vector<int> &x, size_t) { return x.back(); };
  const auto own = [](const std::vector<int> &x, size_t lane) { return x[lane]; };
  check("sub_group_broadcast(x, 0)", first);
  check("sub_group_broadcast(x, get_sub_group_size() - 1)", last);
  check("sub_group_non_uniform_broadcast(x, 0)", first);
  check("sub_group_broadcast_first(x)", first);
  check("sub_group_shuffle(x, get_sub_group_size() - 1 - get_sub_group_local_id())",
        [](const std::vector<int> &x, size_t lane) { return x[x.size() - 1 - lane]; });
  check("sub_group_shuffle_xor(x, 0)", own);
  check("sub_group_shuffle_up(x, 0)", own);
  check("sub_group_shuffle_down(x, 0)", own);
  check("sub_group_rotate(x, get_sub_group_size() + 1)",
        [](const std::vector<int> &x, size_t lane) { return x[(lane + 1) % x.size()]; });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group reductions and scans", "[kernels]") {
  const auto total = [](const std::vector<int> &x, size_t) { return sum(x, x.size()); };
  const auto up_to = [](const std::vector<int> &x, size_t lane) { return sum(x, lane + 1); };
  const auto before = [](const std::vector<int> &x, size_t lane) { return sum(x, lane); };
  for (const std::string kind : {"", "non_uniform_"}) {
    check("sub_group_" + kind + "reduce_add(x)", total);
    check("sub_group_" + kind + "scan_inclusive_add(x)", up_to);
    check("sub_group_" + kind + "scan_exclusive_add(x)", before);
    check("sub_group_" + kind + "reduce_max(x)",
          [](const std::vector<int> &x, size_t) { return *std::max_element(x.begin(), x.end()); });
    check("sub_group_" + kind + "scan_exclusive_min(x)", [](const std::vector<int> &x, size_t at) {
      return at == 0 ? std::numeric_limits<int>::max()
                     : *std::min_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(at));
    });
  }
  check("sub_group_non_uniform_scan_inclusive_logical_or(x)",
        [](const std::vector<int> &x, size_t at) {
          return std::any_of(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                             [](int value) { return value != 0; })
                     ? 1
                     : 0;
        });
  check("sub_group_clustered_reduce_add(x, 1)",
        [](const std::vector<int> &x, size_t lane) { return x[lane]; });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group ballots", "[kernels]") {
  const auto own_bit = [](const std::vector<int> &x, size_t lane) { return x[lane] > 0 ? 1 : 0; };
  const auto count = [](const std::vector<int> &x, size_t lanes) {
    return static_cast<int>(std::count_if(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(lanes),
                                          [](int value) { return value > 0; }));
  };
  check("sub_group_inverse_ballot(sub_group_ballot(x > 0)) != 0", own_bit);
  check("sub_group_ballot_bit_extract(sub_group_ballot(x > 0), get_sub_group_local_id()) != 0",
        own_bit);
  check("sub_group_ballot_bit_count(sub_group_ballot(x > 0))",
        [&](const std::vector<int> &x, size_t) { return count(x, x.size()); });
  check("sub_group_ballot_inclusive_scan(sub_group_ballot(x > 0))",
        [&](const std::vector<int> &x, size_t lane) { return count(x, lane + 1); });
  check("sub_group_ballot_exclusive_scan(sub_group_ballot(x > 0))",
        [&](const std::vector<int> &x, size_t lane) { return count(x, lane); });
  // Bits beyond the sub-group do not count.
  check("sub_group_ballot_bit_count((uint4)(~0u))",
        [](const std::vector<int> &x, size_t) { return static_cast<int>(x.size()); });
  check("sub_group_ballot_find_lsb((uint4)(~0u))",
        [](const std::vector<int> &, size_t) { return 0; });
  check("sub_group_ballot_find_msb((uint4)(~0u))",
        [](const std::vector<int> &x, size_t) { return static_cast<int>(x.size()) - 1; });
  check("sub_group_ballot_bit_count(get_sub_group_eq_mask())",
        [](const std::vector<int> &, size_t) { return 1; });
  check("sub_group_ballot_bit_count(get_sub_group_ge_mask())",
        [](const std::vector<int> &x, size_t lane) { return static_cast<int>(x.size() - lane); });
  check(
      "sub_group_ballot_bit_count(get_sub_group_gt_mask())",
      [](const std::vector<int> &x, size_t lane) { return static_cast<int>(x.size() - lane - 1); });
  check("sub_group_ballot_bit_count(get_sub_group_le_mask())",
        [](const std::vector<int> &, size_t lane) { return static_cast<int>(lane + 1); });
  check("sub_group_ballot_bit_count(get_sub_group_lt_mask())",
        [](const std::vector<int> &, size_t lane) { return static_cast<int>(lane); });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group barriers order the memory of a sub-group",
                 "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(global const int *in, global int *out) {
      local int s[64];
      size_t l = get_local_id(0), g = get_global_id(0);
      size_t first = l - get_sub_group_local_id();
      s[l] = in[g];
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      int mirrored = s[first + get_sub_group_size() - 1 - get_sub_group_local_id()];
      sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
      s[l] = mirrored;
      sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
      out[g] = s[first];
    })",
                              "k", options);
  size_t size = 0;
  REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, 64, 1, 1, &size) == mux_success);
  std::vector<int> in(128);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<int>(i * 3);
  }
  const std::vector<int> out = run_in_groups(*this, kernel, in, 64);
  for (size_t i = 0; i < in.size(); ++i) {
    CHECK(out[i] == in[std::min(i / size * size + size - 1, in.size() - 1)]);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "kernels: a size of sub-groups that there is not is refused by name",
                 "[kernels]") {
  const auto source = [](int size) {
    return std::string("__attribute__((intel_reqd_sub_group_size(") + std::to_string(size) +
           "))) kernel void picky(global int *p) { p[get_global_id(0)] = get_sub_group_size(); }";
  };
  const std::string binary = compile(source(16), options);
  mux_executable_t executable = nullptr;
  CHECK(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
        mux_error_invalid_binary);
  const std::string message = muxGetLastErrorMessage();
  CAPTURE(message);
  CHECK(message.find("'picky'") != std::string::npos);
  CHECK(message.find("sub-groups of 16") != std::string::npos);

  const auto offered = static_cast<int>(device->info->sub_group_sizes[0]);
  mux_kernel_t kernel = build(source(offered), "picky", options);
  const TestBuffer out = make_buffer(16 * sizeof(int));
  launch(kernel, Arguments().buffer(out), Range::linear(16, 16));
  CHECK(out.as<int>()[0] == offered);
}
