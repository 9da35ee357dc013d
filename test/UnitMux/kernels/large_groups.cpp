// The largest work-groups in all shapes, in kernels that need state of each work-item or of all of
// them: barriers, private arrays, local memory, collectives, sub-groups, images.

#include <catch2/catch.hpp>
#include <cstdlib>

#include "group_ranges.h"
#include "images.h"
#include "vector_width.h"

namespace mux::test::large_groups {

namespace {

constexpr const char *options = "-cl-std=CL3.0";
constexpr size_t largest = 8192;

Range range_of(std::array<size_t, 3> local, std::array<size_t, 3> global) {
  Range range;
  range.dimensions = 3;
  std::copy(local.begin(), local.end(), range.local);
  std::copy(global.begin(), global.end(), range.global);
  return range;
}

/// Groups of the largest size and just below it, with and without remainders.
const std::vector<Range> &large_ranges() {
  static const std::vector<Range> ranges = {
      range_of({largest, 1, 1}, {2 * largest, 1, 1}),
      range_of({largest, 1, 1}, {largest + 3001, 1, 1}),
      range_of({1, largest, 1}, {2, largest, 1}),
      range_of({1, 1, largest}, {1, 2, largest}),
      range_of({128, 64, 1}, {128, 100, 2}),
      range_of({16, 16, 32}, {20, 16, 40}),
      range_of({8191, 1, 1}, {8191, 2, 1}),
      range_of({13, 630, 1}, {26, 630, 1}),
      range_of({3, 2730, 1}, {5, 2730, 1}),
  };
  return ranges;
}

class LargeGroupsFixture : public KernelFixture {
 public:
  /// Runs a kernel (in, out) on every range, with 32-bit numbers.
  /// @param expected gets the numbers of a group and fills in a result for each work-item.
  template <class Expected>
  void check(mux_kernel_t kernel, const std::vector<Range> &ranges, Expected expected) {
    for (const Range &range : ranges) {
      const size_t count = work_items_of(range);
      const TestBuffer in = make_buffer(count * sizeof(uint32_t));
      for (size_t i = 0; i < count; ++i) {
        in.as<uint32_t>()[i] = static_cast<uint32_t>(i * 2654435761U >> 7);
      }
      const TestBuffer out = make_buffer(count * sizeof(uint32_t));
      launch(kernel, Arguments().buffer(in).buffer(out), range);
      std::vector<uint32_t> right(count);
      for (const std::vector<size_t> &group : groups_of(range)) {
        std::vector<uint32_t> numbers;
        for (const size_t at : group) {
          numbers.push_back(in.as<uint32_t>()[at]);
        }
        std::vector<uint32_t> results(group.size());
        expected(numbers, results);
        for (size_t i = 0; i < group.size(); ++i) {
          right[group[i]] = results[i];
        }
      }
      const char *width = std::getenv("MUX_VECTOR_WIDTH");
      CAPTURE(shape_of(range), width == nullptr ? "" : width);
      const auto [wrong, _] = std::mismatch(right.begin(), right.end(), out.as<uint32_t>().begin());
      CHECK(wrong - right.begin() == static_cast<std::ptrdiff_t>(count));
    }
  }

  /// With all strategies.
  template <class Expected>
  void check_all_ways(const std::string &source, Expected expected) {
    const KeptVectorWidth kept;
    for (const char *width :
         {static_cast<const char *>(nullptr), "scalar", "loops", "packets", "8"}) {
      if (width != nullptr) {
        set_vector_width(width);
      }
      check(build(source, "k", options), large_ranges(), expected);
    }
  }
};

using Numbers = std::vector<uint32_t>;

}  // namespace

TEST_CASE_METHOD(LargeGroupsFixture, "kernels: the device's largest groups", "[kernels]") {
  CHECK(device->info->max_concurrent_work_items == largest);
  CHECK(device->info->max_work_group_size_x == largest);
  CHECK(device->info->max_work_group_size_y == largest);
  CHECK(device->info->max_work_group_size_z == largest);
  CHECK(device->info->max_work_width == largest);
}

TEST_CASE_METHOD(
    LargeGroupsFixture,
    "kernels: the largest groups exchange values and keep private arrays across barriers",
    "[kernels]") {
  const std::string source = std::string(place_source) + R"(
    kernel void k(global const uint *in, global uint *out) {
      local uint shared[8192];
      uint l = get_local_linear_id();
      uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
      uint mine[20];
      for (uint i = 0; i < 20; ++i) mine[i] = in[place()] + i * l;
      shared[l] = mine[l % 20];
      for (uint step = 1; step < 4; ++step) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = shared[(l + step * 1000) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        mine[(other + step) % 20] ^= other;
        shared[l] += other;
      }
      uint sum = shared[l];
      for (uint i = 0; i < 20; ++i) sum = sum * 31 + mine[i];
      out[place()] = sum;
    })";
  check_all_ways(source, [](const Numbers &in, Numbers &out) {
    const auto n = static_cast<uint32_t>(in.size());
    std::vector<std::array<uint32_t, 20>> mine(n);
    Numbers shared(n);
    for (uint32_t l = 0; l < n; ++l) {
      for (uint32_t i = 0; i < 20; ++i) {
        mine[l][i] = in[l] + i * l;
      }
      shared[l] = mine[l][l % 20];
    }
    for (uint32_t step = 1; step < 4; ++step) {
      const Numbers before = shared;
      for (uint32_t l = 0; l < n; ++l) {
        const uint32_t other = before[(l + step * 1000) % n];
        mine[l][(other + step) % 20] ^= other;
        shared[l] += other;
      }
    }
    for (uint32_t l = 0; l < n; ++l) {
      out[l] = shared[l];
      for (uint32_t i = 0; i < 20; ++i) {
        out[l] = out[l] * 31 + mine[l][i];
      }
    }
  });
}

TEST_CASE_METHOD(LargeGroupsFixture,
                 "kernels: hand-written reductions and scans of the largest groups", "[kernels]") {
  const std::string source = std::string(place_source) + R"(
    kernel void k(global const uint *in, global uint *out) {
      local uint sums[8192];
      uint l = get_local_linear_id();
      uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
      sums[l] = in[place()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint distance = 1; distance < n; distance *= 2) {
        uint before = l >= distance ? sums[l - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[place()] = sums[l] ^ sums[n - 1];
    })";
  check_all_ways(source, [](const Numbers &in, Numbers &out) {
    uint32_t sum = 0;
    for (size_t l = 0; l < in.size(); ++l) {
      out[l] = sum += in[l];
    }
    for (uint32_t &each : out) {
      each ^= sum;
    }
  });
}

TEST_CASE_METHOD(LargeGroupsFixture, "kernels: collectives of the largest groups", "[kernels]") {
  const std::string source = std::string(place_source) + R"(
    kernel void k(global const uint *in, global uint *out) {
      uint v = in[place()];
      uint l = get_local_linear_id();
      uint sum = work_group_reduce_add(v);
      uint before = work_group_scan_exclusive_add(v);
      uint highest = work_group_scan_inclusive_max(v);
      uint last = work_group_broadcast(v, get_local_size(0) - 1, get_local_size(1) - 1,
                                       get_local_size(2) - 1);
      int all = work_group_all(l < 8192);
      int any = work_group_any(l == 8000);
      out[place()] = ((sum * 3 + before) * 5 + highest) * 7 + last + all * 2 + any;
    })";
  check_all_ways(source, [](const Numbers &in, Numbers &out) {
    uint32_t sum = 0;
    for (const uint32_t each : in) {
      sum += each;
    }
    uint32_t before = 0;
    uint32_t highest = 0;
    for (size_t l = 0; l < in.size(); ++l) {
      highest = std::max(highest, in[l]);
      out[l] = ((sum * 3 + before) * 5 + highest) * 7 + in.back() + 2 + (in.size() > 8000 ? 1 : 0);
      before += in[l];
    }
  });
}

TEST_CASE_METHOD(LargeGroupsFixture, "kernels: sub-groups of the largest groups", "[kernels]") {
  const KeptVectorWidth kept;
  for (const char *width : {static_cast<const char *>(nullptr), "scalar", "4"}) {
    if (width != nullptr) {
      set_vector_width(width);
    }
    mux_kernel_t kernel = build(std::string(place_source) + R"(
      kernel void k(global const uint *in, global uint *out) {
        local uint sums[8192];
        uint l = get_local_linear_id();
        uint of_mine = sub_group_reduce_add(in[place()]);
        if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = of_mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint sum = 0;
        if (l == 0) for (uint i = 0; i < get_num_sub_groups(); ++i) sum += sums[i];
        out[place()] = work_group_broadcast(sum, 0, 0, 0) + l;
      })",
                                "k", options);
    CHECK(kernel->max_sub_group_count <= device->info->max_sub_group_count);
    check(kernel, large_ranges(), [](const Numbers &in, Numbers &out) {
      uint32_t sum = 0;
      for (const uint32_t each : in) {
        sum += each;
      }
      for (uint32_t l = 0; l < out.size(); ++l) {
        out[l] = sum + l;
      }
    });
  }
}

TEST_CASE_METHOD(LargeGroupsFixture,
                 "kernels: early returns and local atomics in the largest groups", "[kernels]") {
  const std::string source = std::string(place_source) + R"(
    kernel void k(global const uint *in, global uint *out) {
      local uint counts[64];
      uint l = get_local_linear_id();
      for (uint i = l; i < 64; i += get_local_size(0) * get_local_size(1) * get_local_size(2)) {
        counts[i] = 0;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      uint v = in[place()];
      atomic_inc(&counts[v % 64]);
      if (v % 5 == 0) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[place()] = counts[l % 64] + 1;
    })";
  check_all_ways(source, [](const Numbers &in, Numbers &out) {
    uint32_t counts[64] = {};
    for (const uint32_t each : in) {
      ++counts[each % 64];
    }
    for (size_t l = 0; l < in.size(); ++l) {
      out[l] = in[l] % 5 == 0 ? 0 : counts[l % 64] + 1;
    }
  });
}

TEST_CASE_METHOD(LargeGroupsFixture, "kernels: a required size of the largest groups",
                 "[kernels]") {
  struct Required {
    const char *size;
    Range range;
  };
  const Required each[] = {{"8192, 1, 1", range_of({largest, 1, 1}, {3 * largest, 1, 1})},
                           {"8192, 1, 1", range_of({largest, 1, 1}, {9000, 1, 1})},
                           {"64, 128, 1", range_of({64, 128, 1}, {128, 128, 1})},
                           {"16, 16, 32", range_of({16, 16, 32}, {16, 32, 32})}};
  for (const auto &[size, range] : each) {
    mux_kernel_t kernel = build("#define SIZE " + std::string(size) + place_source + R"(
      kernel void __attribute__((reqd_work_group_size(SIZE)))
      k(global const uint *in, global uint *out) {
        local uint sums[8192];
        uint l = get_local_linear_id();
        uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
        sums[l] = in[place()];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint rest = 4096; rest > 0; rest /= 2) {
          if (l < rest && l + rest < n) sums[l] += sums[l + rest];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        out[place()] = sums[0] + l;
      })",
                                "k", options);
    const size_t required = range.local[0] * range.local[1] * range.local[2];
    CHECK(kernel->preferred_local_size_x * kernel->preferred_local_size_y *
              kernel->preferred_local_size_z ==
          required);
    check(kernel, {range}, [](const Numbers &in, Numbers &out) {
      uint32_t sum = 0;
      for (const uint32_t number : in) {
        sum += number;
      }
      for (uint32_t l = 0; l < out.size(); ++l) {
        out[l] = sum + l;
      }
    });
  }
}

TEST_CASE_METHOD(LargeGroupsFixture,
                 "kernels: the largest groups with all of the device's local memory", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(local uint *shared, uint per_item, global uint *out) {
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = 0; i < per_item; ++i) shared[i * n + l] = i * 8192 + l;
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = 0;
      for (uint i = 0; i < per_item; ++i) sum += shared[(n - 1 - l) * per_item + i];
      out[get_global_id(0)] = sum;
    })",
                              "k");
  const uint64_t bytes = device->info->shared_local_memory_size;
  const auto per_item = static_cast<uint32_t>(bytes / (largest * sizeof(uint32_t)));
  REQUIRE(per_item != 0);
  const TestBuffer out = make_buffer(3 * largest * sizeof(uint32_t));
  launch(kernel, Arguments().local(bytes).value(per_item).buffer(out),
         Range::linear(3 * largest, largest));
  size_t wrong = 0;
  for (size_t i = 0; i < 3 * largest; ++i) {
    uint32_t sum = 0;
    for (uint32_t j = 0; j < per_item; ++j) {
      sum += static_cast<uint32_t>((largest - 1 - i % largest) * per_item + j);
    }
    wrong += out.as<uint32_t>()[i] != sum;
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(ImageFixture, "kernels: the largest groups read and write images", "[kernels]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t sampler) {
      local float4 colors[8192];
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);
      colors[l] = read_imagef(in, sampler, at);
      barrier(CLK_LOCAL_MEM_FENCE);
      write_imagef(out, at, colors[get_local_size(0) * get_local_size(1) - 1 - l]);
    })",
                              "k");
  constexpr uint32_t width = 128;
  constexpr uint32_t height = 192;
  const TestImage in =
      make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, width, height});
  const TestImage out =
      make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, width, height});
  for (size_t i = 0; i < in.bytes.size(); ++i) {
    in.bytes[i] = static_cast<uint8_t>(i * 2654435761U >> 13);
  }
  Range range = range_of({128, 64, 1}, {width, height, 1});
  range.dimensions = 2;
  ImageArguments arguments;
  arguments.image(in).image(out).sampler(mux_address_mode_clamp_edge, mux_filter_mode_nearest,
                                         false);
  launch(kernel, arguments, range);
  size_t wrong = 0;
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      const size_t from = in.offset_of(width - 1 - x, y / 64 * 64 + 63 - y % 64, 0);
      wrong += std::memcmp(&out.bytes[out.offset_of(x, y, 0)], &in.bytes[from], 4) != 0;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(LargeGroupsFixture,
                 "kernels: the largest groups on devices of any number of compute units",
                 "[kernels]") {
  const std::string binary = compile(R"(
    kernel void k(global uint *out) {
      local uint sums[8192];
      uint mine[8];
      uint l = get_local_id(0), n = get_local_size(0);
      for (uint i = 0; i < 8; ++i) mine[i] = get_group_id(0) + i;
      sums[l] = l;
      for (uint i = 0; i < 8; ++i) {
        barrier(CLK_LOCAL_MEM_FENCE);
        mine[sums[n - 1 - l] % 8] += l;
      }
      uint sum = 0;
      for (uint i = 0; i < 8; ++i) sum = sum * 3 + mine[i];
      out[get_global_id(0)] = sum;
    })");
  constexpr size_t groups = 70;
  std::vector<uint32_t> expected(groups * largest);
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto l = static_cast<uint32_t>(i % largest);
    for (uint32_t j = 0; j < 8; ++j) {
      const auto kept = static_cast<uint32_t>(i / largest) + j;
      expected[i] = expected[i] * 3 + kept + ((largest - 1 - l) % 8 == j ? 8 * l : 0);
    }
  }
  for (const uint32_t units : {1U, 2U, 3U, 8U, 64U}) {
    clean_up();
    muxDestroyDevice(device, allocator);
    const mux_device_options_t of_units = {units, nullptr, 0};
    REQUIRE(muxCreateDeviceWithOptions(host_device_info(), &of_units, allocator, &device) ==
            mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
    const TestBuffer out = make_buffer(groups * largest * sizeof(uint32_t));
    launch(make_kernel(load(binary), "k"), Arguments().buffer(out),
           Range::linear(groups * largest, largest));
    CAPTURE(units);
    CHECK(std::equal(expected.begin(), expected.end(), out.as<uint32_t>().begin()));
  }
}

TEST_CASE_METHOD(LargeGroupsFixture, "kernels: context arrays of the largest groups exceed memory",
                 "[kernels]") {
  // 1.5 GiB for each work-item.
  mux_kernel_t kernel = build(R"(
    kernel void k(global uint *out, uint which) {
      uint much[400000000];
      much[which] = get_global_id(0);
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[get_global_id(0)] = much[which + get_local_id(0)];
    })",
                              "k");
  const TestBuffer out = make_buffer(largest * sizeof(uint32_t));
  Arguments arguments;
  arguments.buffer(out).value(uint32_t{5});
  const mux_result_t recorded =
      record(command_buffer, kernel, arguments, Range::linear(largest, largest));
  CHECK((recorded == mux_success ? muxFinalizeCommandBuffer(command_buffer) : recorded) ==
        mux_error_out_of_memory);
}

}  // namespace mux::test::large_groups
