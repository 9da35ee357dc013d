// Kernels that are contiguous along y or z: vectors and loops follow that dimension. Each work-item
// writes its ids to its own element.

#include <mux/extensions.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "fixtures.h"

namespace mux::test::dimensions {

namespace {

/// AT makes FAST the contiguous dimension. `whole` allows joined groups; the others query their
/// group.
constexpr const char *source = R"(
#define OWN(d) (get_global_id(d) - get_global_offset(d))
#define AT ((OWN(SLOW) * get_global_size(MIDDLE) + OWN(MIDDLE)) * get_global_size(FAST) + OWN(FAST))

kernel void whole(global uint *out) {
  out[AT] = get_global_id(0) * 10007 + get_global_id(1) * 101 + get_global_id(2) +
            get_global_linear_id() * 65537;
}

kernel void grouped(global uint *out) {
  uint value = get_local_linear_id() * 65537;
  for (uint d = 0; d < 3; ++d)
    value = value * 31 + get_local_id(d) * 5 + get_group_id(d) * 3 + get_local_size(d);
  out[AT] = value;
}

kernel void exchanged(global uint *out, local uint *places) {
  const uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  const uint own = get_local_linear_id();
  places[own] = AT;
  uint value = own;
  for (uint step = 1; step < 4; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    value = value * 31 + places[(own + step) % items];
  }
  out[AT] = value;
}
)";

using Id = std::array<size_t, 3>;

size_t size_of(const Range &range, size_t dimension) {
  return dimension < range.dimensions ? range.global[dimension] : 1;
}

size_t offset_of(const Range &range, size_t dimension) {
  return dimension < range.dimensions ? range.offset[dimension] : 0;
}

/// A range, its order of elements in memory, and the expected values.
class Reference {
 public:
  Reference(const Range &range, const Id &order) : range_(range), order_(order) {}

  size_t count() const { return size_of(range_, 0) * size_of(range_, 1) * size_of(range_, 2); }

  size_t place(const Id &id) const {
    return (id[order_[0]] * size_of(range_, order_[1]) + id[order_[1]]) *
               size_of(range_, order_[2]) +
           id[order_[2]];
  }

  uint32_t whole(const Id &id) const {
    const size_t linear = (id[2] * size_of(range_, 1) + id[1]) * size_of(range_, 0) + id[0];
    return static_cast<uint32_t>((id[0] + offset_of(range_, 0)) * 10007 +
                                 (id[1] + offset_of(range_, 1)) * 101 + id[2] +
                                 offset_of(range_, 2) + linear * 65537);
  }

  uint32_t grouped(const Id &id) const {
    uint32_t value = static_cast<uint32_t>(local_linear(id)) * 65537;
    for (size_t d = 0; d < 3; ++d) {
      value = value * 31 +
              static_cast<uint32_t>(local(id, d) * 5 + group(id, d) * 3 + group_size(id, d));
    }
    return value;
  }

  uint32_t exchanged(const Id &id) const {
    const size_t own = local_linear(id);
    const size_t items = group_size(id, 0) * group_size(id, 1) * group_size(id, 2);
    auto value = static_cast<uint32_t>(own);
    for (size_t step = 1; step < 4; ++step) {
      const size_t other = (own + step) % items;
      const Id neighbor = {id[0] - local(id, 0) + other % group_size(id, 0),
                           id[1] - local(id, 1) + other / group_size(id, 0) % group_size(id, 1),
                           id[2] - local(id, 2) + other / group_size(id, 0) / group_size(id, 1)};
      value = value * 31 + static_cast<uint32_t>(place(neighbor));
    }
    return value;
  }

  /// The number of elements with another value.
  size_t wrong(std::span<const uint32_t> values, uint32_t (Reference::*wanted)(const Id &) const) {
    size_t result = 0;
    Id id{};
    for (id[2] = 0; id[2] < size_of(range_, 2); ++id[2]) {
      for (id[1] = 0; id[1] < size_of(range_, 1); ++id[1]) {
        for (id[0] = 0; id[0] < size_of(range_, 0); ++id[0]) {
          result += values[place(id)] != (this->*wanted)(id);
        }
      }
    }
    return result;
  }

 private:
  size_t local_size(size_t d) const { return d < range_.dimensions ? range_.local[d] : 1; }
  size_t local(const Id &id, size_t d) const { return id[d] % local_size(d); }
  size_t group(const Id &id, size_t d) const { return id[d] / local_size(d); }
  size_t group_size(const Id &id, size_t d) const {
    return std::min(local_size(d), size_of(range_, d) - group(id, d) * local_size(d));
  }
  size_t local_linear(const Id &id) const {
    return (local(id, 2) * group_size(id, 1) + local(id, 1)) * group_size(id, 0) + local(id, 0);
  }

  Range range_;
  Id order_;
};

std::string options_for(const Id &order) {
  return "-cl-std=CL3.0 -DSLOW=" + std::to_string(order[0]) +
         " -DMIDDLE=" + std::to_string(order[1]) + " -DFAST=" + std::to_string(order[2]);
}

/// The kernels with one order of elements.
struct Kernels {
  Kernels(KernelFixture &owner, const Id &places) : fixture(owner), order(places) {
    const mux_executable_t executable = owner.load(compile(source, options_for(places).c_str()));
    whole = owner.make_kernel(executable, "whole");
    grouped = owner.make_kernel(executable, "grouped");
    exchanged = owner.make_kernel(executable, "exchanged");
  }

  /// Runs one of them several times and checks each result.
  void check(mux_kernel_t kernel, const Range &range, int runs = 1) {
    CAPTURE(order[0], order[1], order[2], range.dimensions, range.global[0], range.global[1],
            range.global[2], range.local[0], range.local[1], range.local[2], range.offset[0],
            range.offset[1], range.offset[2]);
    Reference reference(range, order);
    const TestBuffer out = fixture.make_buffer(reference.count() * sizeof(uint32_t));
    Arguments arguments;
    arguments.buffer(out);
    if (kernel == exchanged) {
      arguments.local(range.local[0] * range.local[1] * range.local[2] * sizeof(uint32_t));
    }
    mux_command_buffer_t commands = fixture.make_command_buffer();
    REQUIRE(fixture.record(commands, kernel, arguments, range) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    size_t wrong = 0;
    for (int i = 0; i < runs; ++i) {
      std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0xEE});
      REQUIRE(fixture.dispatch_and_wait(commands) == mux_success);
      wrong += reference.wrong(out.as<uint32_t>(), kernel == whole     ? &Reference::whole
                                                   : kernel == grouped ? &Reference::grouped
                                                                       : &Reference::exchanged);
    }
    CHECK(wrong == 0);
  }

  void check_all(const Range &range) {
    check(whole, range);
    check(grouped, range);
    check(exchanged, range);
  }

  KernelFixture &fixture;
  Id order;
  mux_kernel_t whole = nullptr;
  mux_kernel_t grouped = nullptr;
  mux_kernel_t exchanged = nullptr;
};

constexpr Id orders[] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

std::string vectorization(mux_kernel_t kernel) {
  const char *text = nullptr;
  REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
  return text;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: every order of dimensions in memory", "[kernels]") {
  const Range ranges[] = {
      {2, {64, 48, 1}, {16, 16, 1}, {}},        {2, {40, 100, 1}, {1, 40, 1}, {3, 5, 0}},
      {2, {100, 40, 1}, {40, 1, 1}, {7, 0, 0}}, {2, {3, 67, 1}, {2, 64, 1}, {}},
      {2, {67, 3, 1}, {64, 2, 1}, {}},          {3, {9, 10, 37}, {4, 4, 4}, {1, 2, 3}},
      {3, {37, 9, 10}, {1, 3, 8}, {}},          {3, {10, 37, 9}, {5, 16, 2}, {}},
      {3, {20, 5, 3}, {20, 5, 3}, {}},          {1, {300, 1, 1}, {64, 1, 1}, {9, 0, 0}},
  };
  for (const Id &order : orders) {
    Kernels kernels(*this, order);
    for (const Range &range : ranges) {
      kernels.check_all(range);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: orders of dimensions in random ranges", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const Id &order : {Id{0, 2, 1}, Id{1, 2, 0}, Id{2, 0, 1}, Id{0, 1, 2}}) {
    Kernels kernels(*this, order);
    for (int i = 0; i < 25; ++i) {
      Range range{1 + random() % 3, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
      for (size_t d = 0; d < range.dimensions; ++d) {
        range.global[d] = 1 + random() % (random() % 2 == 0 ? 70 : 9);
        range.local[d] = 1 + random() % (random() % 2 == 0 ? 33 : 5);
        range.offset[d] = random() % 3 == 0 ? random() % 50 : 0;
      }
      // Limits the work-group size.
      while (range.local[0] * range.local[1] * range.local[2] > 1024) {
        range.local[random() % 3] = 1;
      }
      kernels.check_all(range);
    }
  }
}

// The time of the switch to specialized code depends on the machine; groups must not be numbered
// differently within a command.
TEST_CASE_METHOD(KernelFixture,
                 "kernels: another order of dimensions during specialization for a local size",
                 "[kernels]") {
  for (const Id &order : {Id{2, 0, 1}, Id{0, 1, 2}}) {
    Kernels kernels(*this, order);
    for (const Range &range :
         {Range{2, {64, 96, 1}, {8, 16, 1}, {}}, Range{2, {96, 64, 1}, {32, 1, 1}, {}},
          Range{3, {32, 32, 6}, {4, 4, 2}, {0, 0, 1}}}) {
      kernels.check(kernels.grouped, range, 150);
      kernels.check(kernels.exchanged, range, 150);
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: a kernel reports the dimension of its lanes",
                 "[kernels]") {
  constexpr const char *copy =
      "kernel void k(global const float *in, global float *out) {\n"
      "  size_t i = get_global_id(ROW) * get_global_size(COLUMN) + get_global_id(COLUMN);\n"
      "  out[i] = 2 * in[i];\n"
      "}\n";
  struct Expected {
    const char *options;
    const char *text;
    size_t dimension;
  };
  for (const Expected &each : {Expected{"-DROW=1 -DCOLUMN=0", "", 0},
                               Expected{"-DROW=0 -DCOLUMN=1", "vectorized along y", 1},
                               Expected{"-DROW=0 -DCOLUMN=2", "vectorized along z", 2}}) {
    CAPTURE(each.options);
    mux_kernel_t kernel = build(copy, "k", each.options);
    const std::string text = vectorization(kernel);
    CAPTURE(text);
    if (text.find("packets of") == std::string::npos) {
      // Vectorization is disabled.
      continue;
    }
    CHECK(text.find(each.text) != std::string::npos);
    mux_wfv_status_e status = mux_wfv_status_none;
    size_t width[3] = {0, 0, 0};
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 16, 16, 16, &status, &width[0], &width[1],
                                        &width[2]) == mux_success);
    CHECK(status == mux_wfv_status_success);
    for (size_t d = 0; d < 3; ++d) {
      CHECK((width[d] > 1) == (d == each.dimension));
    }
  }
}

}  // namespace mux::test::dimensions
