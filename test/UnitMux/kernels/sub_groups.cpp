// Sub-groups in kernels: their sizes compared with the runtime queries, and their functions. A
// sub-group may have any size that muxQuerySubGroupSizeForLocalSize() returns: the references below
// are valid for all, if sub-groups consist of consecutive work-items.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "group_ranges.h"

namespace mux::test::sub_groups {

namespace {

constexpr const char *options = "-cl-std=CL3.0";

struct View {
  uint32_t size, max_size, count, enqueued_count, id, local_id;
};

constexpr const char *view_source = R"(
typedef struct { uint size, max_size, count, enqueued_count, id, local_id; } view;
kernel void k(global view *views) {
  size_t at = 0;
  for (int d = 2; d >= 0; --d)
    at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);
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

/// The expected values in work-item `index` of a group.
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

/// The size of a full sub-group, as in the largest group.
size_t full_size(mux_kernel_t kernel) {
  size_t size = 0;
  REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, 1024, 1, 1, &size) == mux_success);
  return size;
}

/// The indices of the work-items of every sub-group.
std::vector<std::vector<size_t>> sub_groups_of(const Range &range, size_t size) {
  std::vector<std::vector<size_t>> result;
  for (const std::vector<size_t> &group : groups_of(range)) {
    for (size_t begin = 0; begin < group.size(); begin += size) {
      const size_t end = std::min(begin + size, group.size());
      result.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(begin),
                          group.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }
  return result;
}

/// One row with a remainder, several groups of full and of odd rows, and random ranges.
std::vector<Range> ranges(std::mt19937 &random) {
  return {Range::linear(50, 20),           Range::linear(128, 64),
          Range::linear(1000, 1000),       Range::linear(7, 7),
          {2, {96, 6, 1}, {32, 3, 1}, {}}, {2, {25, 9, 1}, {10, 4, 1}, {}},
          {3, {8, 6, 5}, {4, 3, 5}, {}},   random_range(random)};
}

/// The participating lanes, and their values.
struct Lanes {
  /// Size of the sub-group.
  size_t size;
  /// Maximum size.
  size_t max_size;
  /// Values of the participants.
  std::vector<int> values;
  std::vector<size_t> numbers;
};

/// The expected value of a participant, by its position.
using Expectation = std::function<int(const Lanes &, size_t)>;

constexpr int nobody = -12345;

/// A kernel that writes `expression` of its element x.
class SubGroupFixture : public KernelFixture {
 public:
  /// Checks the result of each work-item of each sub-group.
  void check(const std::string &expression, const Expectation &expect) {
    check_kernel(expression, "out[g] = " + expression + ";", expect, [](int) { return true; });
  }

  /// The same in divergent code: in a branch and in a loop.
  void check_apart(const std::string &expression, const Expectation &expect) {
    const std::string nobody_text = "out[g] = " + std::to_string(nobody) + ";";
    check_kernel(expression, nobody_text + " if (x & 1) out[g] = " + expression + ";", expect,
                 [](int value) { return (value & 1) != 0; });
    // Work-items leave the loop after one, two or three iterations; the result is of the last one.
    check_kernel(expression,
                 nobody_text + " for (int i = 0; i <= (x & 3); ++i) { int y = " + expression +
                     "; if (i == 2) out[g] = y; }",
                 expect, [](int value) { return (value & 3) >= 2; });
  }

  mux_kernel_t build_over(const std::string &body) {
    return build(std::string(place_source) +
                     "kernel void k(global const int *in, global int *out) {\n"
                     "  size_t g = place(); int x = in[g];\n  " +
                     body + "\n}\n",
                 "k", options);
  }

  std::vector<int> run(mux_kernel_t kernel, const std::vector<int> &in, const Range &range) {
    const TestBuffer in_buffer = make_buffer(std::span<const int>(in));
    const TestBuffer out = make_buffer(in.size() * sizeof(int));
    launch(kernel, Arguments().buffer(in_buffer).buffer(out), range);
    return {out.as<int>().begin(), out.as<int>().end()};
  }

 private:
  void check_kernel(const std::string &expression, const std::string &body,
                    const Expectation &expect, const std::function<bool(int)> &takes_part) {
    const uint32_t seed = random_seed();
    CAPTURE(expression, body, seed);
    std::mt19937 random(seed);
    mux_kernel_t kernel = build_over(body);
    const size_t size = full_size(kernel);
    for (const Range &range : ranges(random)) {
      std::vector<int> in(work_items_of(range));
      for (int &value : in) {
        value = static_cast<int>(random() % 2000) - 1000;
        value *= random() % 4 == 0 ? 0 : 1;
      }
      const std::string shape = shape_of(range);
      CAPTURE(shape, size);
      CHECK(count_wrong(in, run(kernel, in, range), sub_groups_of(range, size), size, expect,
                        takes_part) == 0);
    }
  }

  static int count_wrong(const std::vector<int> &in, const std::vector<int> &out,
                         const std::vector<std::vector<size_t>> &sub_groups, size_t max_size,
                         const Expectation &expect, const std::function<bool(int)> &takes_part) {
    int wrong = 0;
    for (const std::vector<size_t> &sub_group : sub_groups) {
      Lanes lanes{sub_group.size(), max_size, {}, {}};
      for (size_t lane = 0; lane < sub_group.size(); ++lane) {
        const int value = in[sub_group[lane]];
        if (takes_part(value)) {
          lanes.values.push_back(value);
          lanes.numbers.push_back(lane);
        } else {
          wrong += out[sub_group[lane]] != nobody;
        }
      }
      for (size_t i = 0; i < lanes.values.size(); ++i) {
        wrong += out[sub_group[lanes.numbers[i]]] != expect(lanes, i);
      }
    }
    return wrong;
  }
};

int sum(const Lanes &lanes, size_t count) {
  int result = 0;
  for (size_t i = 0; i < count; ++i) {
    result += lanes.values[i];
  }
  return result;
}

int count_positive(const Lanes &lanes, size_t count) {
  return static_cast<int>(std::count_if(lanes.values.begin(),
                                        lanes.values.begin() + static_cast<std::ptrdiff_t>(count),
                                        [](int value) { return value > 0; }));
}

int any_set(const Lanes &lanes, size_t count) {
  return std::any_of(lanes.values.begin(),
                     lanes.values.begin() + static_cast<std::ptrdiff_t>(count),
                     [](int value) { return value != 0; })
             ? 1
             : 0;
}

int least(const Lanes &lanes, size_t count) {
  return count == 0 ? std::numeric_limits<int>::max()
                    : *std::min_element(lanes.values.begin(),
                                        lanes.values.begin() + static_cast<std::ptrdiff_t>(count));
}

/// The sum over a cluster.
int sum_of_cluster(const Lanes &lanes, size_t at, size_t size) {
  int result = 0;
  for (size_t i = 0; i < lanes.values.size(); ++i) {
    result += lanes.numbers[i] / size == lanes.numbers[at] / size ? lanes.values[i] : 0;
  }
  return result;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture,
                 "muxQuerySubGroupSizeForLocalSize.vu02: a group has sub-groups of that size, and "
                 "at most one smaller one",
                 "[kernels]") {
  mux_kernel_t kernel = build(view_source, "k", options);
  const size_t max_size = full_size(kernel);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20; ++round) {
    Range range = random_range(random);
    if (round % 5 == 4) {
      // Ids beyond 32 bits.
      range.offset[0] = (size_t{1} << 32) - 5;
    }
    size_t enqueued = 1;
    for (size_t d = 0; d < range.dimensions; ++d) {
      enqueued *= range.local[d];
    }
    size_t size = 0;
    REQUIRE(muxQuerySubGroupSizeForLocalSize(kernel, range.local[0], range.local[1], range.local[2],
                                             &size) == mux_success);
    REQUIRE(size == std::min(max_size, enqueued));
    const TestBuffer views = make_buffer(work_items_of(range) * sizeof(View));
    launch(kernel, Arguments().buffer(views), range);
    int wrong = 0;
    for (const std::vector<size_t> &group : groups_of(range)) {
      for (size_t index = 0; index < group.size(); ++index) {
        wrong += differences(views.as<View>()[group[index]],
                             expected_view(max_size, index, group.size(), enqueued));
      }
    }
    const std::string shape = shape_of(range);
    CAPTURE(shape);
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group votes", "[kernels]") {
  const Expectation all = [](const Lanes &lanes, size_t) {
    return std::all_of(lanes.values.begin(), lanes.values.end(), [](int x) { return x != 0; }) ? 1
                                                                                               : 0;
  };
  const Expectation any = [](const Lanes &lanes, size_t) {
    return any_set(lanes, lanes.values.size());
  };
  check("sub_group_all(x) != 0", all);
  check("sub_group_any(x) != 0", any);
  check_apart("sub_group_non_uniform_all(x > 500) != 0", [](const Lanes &lanes, size_t) {
    return least(lanes, lanes.values.size()) > 500 ? 1 : 0;
  });
  check_apart("sub_group_non_uniform_any(x > 900) != 0", [](const Lanes &lanes, size_t) {
    return *std::max_element(lanes.values.begin(), lanes.values.end()) > 900 ? 1 : 0;
  });
  check_apart("sub_group_non_uniform_all_equal(x >> 9) != 0", [](const Lanes &lanes, size_t) {
    return std::all_of(lanes.values.begin(), lanes.values.end(),
                       [&](int x) { return x >> 9 == lanes.values[0] >> 9; })
               ? 1
               : 0;
  });
  check_apart("sub_group_elect() != 0", [](const Lanes &, size_t at) { return at == 0 ? 1 : 0; });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group broadcasts and shuffles", "[kernels]") {
  const auto value_of = [](auto number) {
    return [number](const Lanes &lanes, size_t at) { return lanes.values[number(lanes, at)]; };
  };
  const Expectation first = value_of([](const Lanes &, size_t) { return size_t{0}; });
  check("sub_group_broadcast(x, 0)", first);
  check("sub_group_broadcast(x, get_sub_group_size() - 1)",
        value_of([](const Lanes &lanes, size_t) { return lanes.size - 1; }));
  check("sub_group_non_uniform_broadcast(x, 0)", first);
  check_apart("sub_group_broadcast_first(x)", first);
  check("sub_group_shuffle(x, get_sub_group_size() - 1 - get_sub_group_local_id())",
        value_of([](const Lanes &lanes, size_t at) { return lanes.size - 1 - at; }));
  // Any valid index.
  check("sub_group_shuffle(x, (uint)(x + 1000) % get_sub_group_size())",
        value_of([](const Lanes &lanes, size_t at) {
          return static_cast<size_t>(lanes.values[at] + 1000) % lanes.size;
        }));
  // Partners beyond the end have no value.
  check(
      "(get_sub_group_local_id() ^ 1) < get_sub_group_size() ? sub_group_shuffle_xor(x, 1) : x",
      value_of([](const Lanes &lanes, size_t at) { return (at ^ 1) < lanes.size ? at ^ 1 : at; }));
  check("get_sub_group_local_id() < 2 ? x : sub_group_shuffle_up(x, 2)",
        value_of([](const Lanes &, size_t at) { return at < 2 ? at : at - 2; }));
  check("get_sub_group_local_id() + 3 < get_sub_group_size() ? sub_group_shuffle_down(x, 3) : x",
        value_of([](const Lanes &lanes, size_t at) { return at + 3 < lanes.size ? at + 3 : at; }));
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group rotations and clusters", "[kernels]") {
  const size_t size = full_size(build_over("out[g] = sub_group_reduce_add(x);"));
  // Rotation in a full sub-group; partial ones have no such neighbors.
  check("get_sub_group_size() == get_max_sub_group_size() ? sub_group_rotate(x, 1) : x",
        [size](const Lanes &lanes, size_t at) {
          return lanes.values[lanes.size == size ? (at + 1) % size : at];
        });
  for (size_t cluster = 1; cluster <= size; cluster *= 2) {
    const std::string number = std::to_string(cluster);
    check_apart(
        "sub_group_clustered_reduce_add(x, " + number + ")",
        [cluster](const Lanes &lanes, size_t at) { return sum_of_cluster(lanes, at, cluster); });
    check("get_sub_group_size() == get_max_sub_group_size() ? sub_group_clustered_rotate(x, 1, " +
              number + ") : x",
          [size, cluster](const Lanes &lanes, size_t at) {
            const size_t first = at / cluster * cluster;
            return lanes.values[lanes.size == size ? first + (at + 1) % cluster : at];
          });
  }
  check_apart("sub_group_clustered_reduce_logical_xor(x, 1)",
              [](const Lanes &lanes, size_t at) { return lanes.values[at] != 0 ? 1 : 0; });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group reductions and scans", "[kernels]") {
  const struct {
    const char *expression;
    Expectation expect;
  } rows[] = {
      {"reduce_add(x)", [](const Lanes &lanes, size_t) { return sum(lanes, lanes.values.size()); }},
      {"scan_inclusive_add(x)", [](const Lanes &lanes, size_t at) { return sum(lanes, at + 1); }},
      {"scan_exclusive_add(x)", sum},
      {"reduce_max(x)",
       [](const Lanes &lanes, size_t) {
         return *std::max_element(lanes.values.begin(), lanes.values.end());
       }},
      {"scan_exclusive_min(x)", least},
      {"scan_inclusive_min(x)", [](const Lanes &lanes, size_t at) { return least(lanes, at + 1); }},
  };
  for (const auto &row : rows) {
    check(std::string("sub_group_") + row.expression, row.expect);
    check_apart(std::string("sub_group_non_uniform_") + row.expression, row.expect);
  }
  check_apart("sub_group_non_uniform_scan_inclusive_logical_or(x)",
              [](const Lanes &lanes, size_t at) { return any_set(lanes, at + 1); });
  check_apart("sub_group_non_uniform_scan_exclusive_logical_or(x)", any_set);
  check_apart("sub_group_non_uniform_reduce_logical_xor(x)", [](const Lanes &lanes, size_t) {
    return static_cast<int>(
        std::count_if(lanes.values.begin(), lanes.values.end(), [](int x) { return x != 0; }) % 2);
  });
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-group ballots", "[kernels]") {
  const Expectation own_bit = [](const Lanes &lanes, size_t at) {
    return lanes.values[at] > 0 ? 1 : 0;
  };
  check_apart("sub_group_inverse_ballot(sub_group_ballot(x > 0)) != 0", own_bit);
  check_apart(
      "sub_group_ballot_bit_extract(sub_group_ballot(x > 0), get_sub_group_local_id()) != 0",
      own_bit);
  check_apart(
      "sub_group_ballot_bit_count(sub_group_ballot(x > 0))",
      [&](const Lanes &lanes, size_t) { return count_positive(lanes, lanes.values.size()); });
  check_apart("sub_group_ballot_inclusive_scan(sub_group_ballot(x > 0))",
              [&](const Lanes &lanes, size_t at) { return count_positive(lanes, at + 1); });
  check_apart("sub_group_ballot_exclusive_scan(sub_group_ballot(x > 0))",
              [&](const Lanes &lanes, size_t at) { return count_positive(lanes, at); });
  check_apart("sub_group_ballot_find_lsb(sub_group_ballot(1))",
              [](const Lanes &lanes, size_t) { return static_cast<int>(lanes.numbers.front()); });
  check_apart("sub_group_ballot_find_msb(sub_group_ballot(1))",
              [](const Lanes &lanes, size_t) { return static_cast<int>(lanes.numbers.back()); });
  // Bits beyond a full sub-group are ignored, those beyond a partial one are counted.
  check("sub_group_ballot_bit_count((uint4)(~0u))",
        [](const Lanes &lanes, size_t) { return static_cast<int>(lanes.max_size); });
  check("sub_group_ballot_find_lsb((uint4)(~0u))", [](const Lanes &, size_t) { return 0; });
  check("sub_group_ballot_find_msb((uint4)(~0u))",
        [](const Lanes &lanes, size_t) { return static_cast<int>(lanes.max_size) - 1; });
  check("sub_group_ballot_bit_count(get_sub_group_eq_mask())",
        [](const Lanes &, size_t) { return 1; });
  check("sub_group_ballot_bit_count(get_sub_group_ge_mask())",
        [](const Lanes &lanes, size_t at) { return static_cast<int>(lanes.max_size - at); });
  check("sub_group_ballot_bit_count(get_sub_group_gt_mask())",
        [](const Lanes &lanes, size_t at) { return static_cast<int>(lanes.max_size - at - 1); });
  check("sub_group_ballot_bit_count(get_sub_group_le_mask())",
        [](const Lanes &, size_t at) { return static_cast<int>(at + 1); });
  check("sub_group_ballot_bit_count(get_sub_group_lt_mask())",
        [](const Lanes &, size_t at) { return static_cast<int>(at); });
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
      if (sub_group_elect()) s[l] *= 2;
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = s[first];
    })",
                              "k", options);
  const size_t size = full_size(kernel);
  std::vector<int> in(128);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<int>(i * 3);
  }
  const std::vector<int> out = run(kernel, in, Range::linear(in.size(), 64));
  for (size_t i = 0; i < in.size(); ++i) {
    CHECK(out[i] == 2 * in[std::min(i / size * size + size - 1, in.size() - 1)]);
  }
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sub-groups are the same after a barrier", "[kernels]") {
  // A reduction of a group in two steps: within sub-groups, then over their results.
  mux_kernel_t kernel = build_over(R"(
    local int partial[1024];
    int s = sub_group_reduce_add(x);
    if (get_sub_group_local_id() == 0) partial[get_sub_group_id()] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    int total = 0;
    for (uint i = 0; i < get_num_sub_groups(); ++i) total += partial[i];
    out[g] = total + sub_group_broadcast(s, 0) - partial[get_sub_group_id()];
  )");
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const Range &range : ranges(random)) {
    std::vector<int> in(work_items_of(range));
    for (int &value : in) {
      value = static_cast<int>(random() % 1000);
    }
    const std::vector<int> out = run(kernel, in, range);
    int wrong = 0;
    for (const std::vector<size_t> &group : groups_of(range)) {
      int total = 0;
      for (const size_t at : group) {
        total += in[at];
      }
      for (const size_t at : group) {
        wrong += out[at] != total;
      }
    }
    const std::string shape = shape_of(range);
    CAPTURE(shape);
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(SubGroupFixture, "kernels: sums of sub-groups and groups are deterministic",
                 "[kernels]") {
  // Also after specialization for the local size.
  mux_kernel_t kernel = build(R"(
    kernel void k(global const float *in, global float4 *out) {
      size_t g = get_global_id(0);
      out[g] = (float4)(sub_group_reduce_add(in[g]), sub_group_scan_inclusive_add(in[g]),
                        work_group_reduce_add(in[g]), work_group_scan_exclusive_add(in[g]));
    })",
                              "k", options);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::vector<float> in(960);
  for (float &value : in) {
    value = std::uniform_real_distribution<float>(-1, 1)(random);
  }
  const TestBuffer in_buffer = make_buffer(std::span<const float>(in));
  const TestBuffer out = make_buffer(in.size() * 16);
  std::vector<uint8_t> first;
  for (int run = 0; run < 40; ++run) {
    launch(kernel, Arguments().buffer(in_buffer).buffer(out), Range::linear(in.size(), 120));
    if (run == 0) {
      first.assign(out.bytes.begin(), out.bytes.end());
    }
    CHECK(std::equal(first.begin(), first.end(), out.bytes.begin()));
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a kernel may require a sub-group size", "[kernels]") {
  const auto source = [](size_t size) {
    return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
           "))) kernel void picky(global int *p) {\n"
           "  p[get_global_id(0)] = get_max_sub_group_size() * 1000 + sub_group_reduce_add(1);\n}";
  };
  for (size_t i = 0; i < device->info->num_sub_group_sizes; ++i) {
    const size_t size = device->info->sub_group_sizes[i];
    CAPTURE(size);
    mux_kernel_t kernel = build(source(size), "picky", options);
    CHECK(full_size(kernel) == size);
    const TestBuffer out = make_buffer(100 * sizeof(int));
    launch(kernel, Arguments().buffer(out), Range::linear(100, 100));
    size_t wrong = 0;
    for (size_t at = 0; at < 100; ++at) {
      const size_t members = std::min(size, 100 - at / size * size);
      wrong += out.as<int>()[at] != static_cast<int>(size * 1000 + members);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(
    KernelFixture,
    "kernels: rows of required groups that are shorter than a sub-group are sub-groups",
    "[kernels]") {
  const std::string body =
      "kernel void k(global int *p) {\n"
      "  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
      "  p[at] = sub_group_reduce_add((int)get_local_id(1)) * 100 + get_max_sub_group_size();\n}";
  const size_t usual = full_size(build(body, "k", options));
  for (const size_t row : {1, 2, 3, 4, 8, 64}) {
    CAPTURE(row, usual);
    mux_kernel_t kernel =
        build("__attribute__((reqd_work_group_size(" + std::to_string(row) + ", 4, 1))) " + body,
              "k", options);
    const bool is_sub_group = row > 1 && row < usual && row != 3;
    REQUIRE(full_size(kernel) == (is_sub_group ? row : usual));
    if (!is_sub_group) {
      continue;
    }
    const TestBuffer out = make_buffer(2 * row * 8 * sizeof(int));
    launch(kernel, Arguments().buffer(out), {2, {2 * row, 8, 1}, {row, 4, 1}, {}});
    size_t wrong = 0;
    for (size_t at = 0; at < 2 * row * 8; ++at) {
      const size_t y = at / (2 * row) % 4;
      wrong += out.as<int>()[at] != static_cast<int>(y * row * 100 + row);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: an unsupported sub-group size is rejected by name",
                 "[kernels]") {
  const std::string binary = compile(
      "__attribute__((intel_reqd_sub_group_size(24))) kernel void picky(global int *p) {\n"
      "  p[get_global_id(0)] = get_sub_group_size(); }",
      options);
  mux_executable_t executable = nullptr;
  CHECK(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
        mux_error_invalid_binary);
  const std::string message = muxGetLastErrorMessage();
  CAPTURE(message);
  CHECK(message.find("'picky'") != std::string::npos);
  CHECK(message.find("sub-groups of 24") != std::string::npos);
}

TEST_CASE_METHOD(KernelFixture, "kernels: kernels that are not vectorized have sub-groups of one",
                 "[kernels]") {
  const char *body =
      "kernel void k(global int *p) {\n"
      "  p[get_global_id(0)] = get_max_sub_group_size() + sub_group_reduce_add(1);\n"
      "  while (atomic_cmpxchg(p + 64, 0, 1) != 0) {}\n"
      "  atomic_xchg(p + 64, 0);\n}";
  mux_kernel_t kernel = build(body, "k", options);
  CHECK(full_size(kernel) == 1);
  const TestBuffer out = make_buffer(65 * sizeof(int));
  out.as<int>()[64] = 0;
  launch(kernel, Arguments().buffer(out), Range::linear(64, 64));
  CHECK(out.as<int>()[0] == 2);
  CHECK(out.as<int>()[63] == 2);

  const std::string message = kernel_refusal(
      std::string("__attribute__((intel_reqd_sub_group_size(8))) ") + body, "k", options);
  CAPTURE(message);
  CHECK(message.find("sub-groups of 8") != std::string::npos);
}

TEST_CASE_METHOD(KernelFixture, "kernels: sub-groups have the same size in kernels with printf",
                 "[kernels]") {
  mux_kernel_t kernel = build(
      "__attribute__((intel_reqd_sub_group_size(8))) kernel void k(global int *p) {\n"
      "  printf(\"%d\", (int)get_sub_group_local_id());\n"
      "  p[get_global_id(0)] = get_max_sub_group_size() + sub_group_reduce_add(1);\n}",
      "k", options);
  CHECK(full_size(kernel) == 8);
  const TestBuffer out = make_buffer(64 * sizeof(int));
  launch(kernel, Arguments().buffer(out), Range::linear(64, 64));
  CHECK(out.as<int>()[0] == 16);
  CHECK(out.as<int>()[63] == 16);
}

}  // namespace mux::test::sub_groups
