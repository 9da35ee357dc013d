#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "../run_in_threads.h"
#include "fixtures.h"
#include "target/fake_objects.h"

namespace mux::test::mux_query_wfv_info_for_local_size {

namespace {

constexpr EntryPoint entry_point("muxQueryWFVInfoForLocalSize");

/// Sets an environment variable during its lifetime; unset if the value is empty.
class Setting {
 public:
  Setting(const char *name, const char *value) : name_(name) {
    if (value[0] != 0) {
      setenv(name, value, 1);
    }
  }
  ~Setting() { unsetenv(name_); }
  Setting(const Setting &) = delete;
  Setting &operator=(const Setting &) = delete;

 private:
  const char *name_;
};

/// A kernel whose work-items run one at a time, as the environment selects.
class AnyKernelFixture : public KernelFixture {
 public:
  const Setting loops{"MUX_VECTOR_WIDTH", "loops"};
  mux_kernel_t kernel = build("kernel void k(global int *out) { out[0] = 1; }", "k");
  mux_wfv_status_e status = mux_wfv_status_none;
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
};

}  // namespace

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc01: null, wrong-type and foreign kernels are "
                 "mux_error_invalid_value",
                 "[muxQueryWFVInfoForLocalSize]") {
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxQueryWFVInfoForLocalSize(invalid, 1, 1, 1, &status, &x, &y, &z));
  }
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc02, rc03, rc04: a local size of 0 is "
                 "mux_error_invalid_value",
                 "[muxQueryWFVInfoForLocalSize]") {
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 0, 1, 1, &status, &x, &y, &z));
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 0, 1, &status, &x, &y, &z));
  entry_point.fails(mux_error_invalid_value,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 0, &status, &x, &y, &z));
}

TEST_CASE_METHOD(AnyKernelFixture,
                 "muxQueryWFVInfoForLocalSize.rc05: no status and not all widths is "
                 "mux_error_null_out_parameter",
                 "[muxQueryWFVInfoForLocalSize]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, nullptr, &y, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, &x, nullptr, &z));
  entry_point.fails(mux_error_null_out_parameter,
                    muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, &x, &y, nullptr));
  entry_point.fails(
      mux_error_null_out_parameter,
      muxQueryWFVInfoForLocalSize(kernel, 1, 1, 1, nullptr, nullptr, nullptr, nullptr));
}

TEST_CASE_METHOD(
    FakeTargetFixture,
    "muxQueryWFVInfoForLocalSize.rc06: a target that does not vectorize whole functions "
    "is mux_error_feature_unsupported",
    "[muxQueryWFVInfoForLocalSize]") {
  FakeObjects bare{bare_target_id(), target.info(0)};
  mux_wfv_status_e status = mux_wfv_status_none;
  size_t width = 0;
  entry_point.fails(
      mux_error_feature_unsupported,
      muxQueryWFVInfoForLocalSize(&bare.kernel, 1, 1, 1, &status, &width, &width, &width));
}

TEST_CASE_METHOD(
    AnyKernelFixture,
    "muxQueryWFVInfoForLocalSize.vu02 and vu03: a kernel that was not vectorized says so, "
    "and runs one work-item at a time",
    "[muxQueryWFVInfoForLocalSize]") {
  const size_t sizes[][3] = {{1, 1, 1}, {8, 1, 1}, {1024, 1, 1}, {16, 8, 4}, {3, 5, 7}};
  for (const size_t(&local)[3] : sizes) {
    CAPTURE(local[0], local[1], local[2]);
    status = mux_wfv_status_error;
    x = y = z = 0;
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local[0], local[1], local[2], &status, &x, &y,
                                        &z) == mux_success);
    CHECK(status == mux_wfv_status_none);
    CHECK((x == 1 && y == 1 && z == 1));
    CHECK(x * y * z <= device->info->max_work_width);
  }
}

TEST_CASE_METHOD(KernelFixture,
                 "muxQueryWFVInfoForLocalSize.vu02 and vu03: a vectorized kernel says how many "
                 "work-items run at once, as far as the group has so many",
                 "[muxQueryWFVInfoForLocalSize]") {
  const Setting lanes("MUX_VECTOR_WIDTH", "8");
  // Otherwise there is code with lanes along another dimension, for short rows along x.
  const Setting specialize("MUX_SPECIALIZE", "0");
  mux_kernel_t kernel = build("kernel void k(global float *p) { p[get_global_id(0)] *= 2; }", "k");
  mux_wfv_status_e status = mux_wfv_status_error;
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
  for (const size_t local : {size_t{8}, size_t{64}, size_t{1024}}) {
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local, 1, 1, &status, &x, &y, &z) == mux_success);
    CHECK(status == mux_wfv_status_success);
    CHECK((x == 8 && y == 1 && z == 1));
    CHECK(x * y * z <= device->info->max_work_width);
  }
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 4, 2, 1, &status, &x, &y, &z) == mux_success);
  CHECK((status == mux_wfv_status_success && x == 4 && y == 1 && z == 1));
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 1, 8, 1, &status, &x, &y, &z) == mux_success);
  CHECK((status == mux_wfv_status_none && x == 1 && y == 1 && z == 1));
}

namespace {

// Each work-item draws two numbers. Work-items of a packet all draw their first number before any
// draws its second, so the distance of the numbers is the packet's size.
constexpr const char *distances = R"(
kernel void distances(volatile global uint *counter, global uint *out) {
  const size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  const uint first = atomic_inc(counter);
  const uint second = atomic_inc(counter);
  out[i] = second - first;
})";

// The same with a known group size.
constexpr const char *distances_in_groups = R"(
kernel void distances(volatile global uint *counter, global uint *out) {
  const size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  const uint first = atomic_inc(counter);
  const uint second = atomic_inc(counter);
  out[i] = second - first;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] += get_local_id(0) - get_local_id(0);
})";

class DistancesFixture : public KernelFixture {
 public:
  struct Answer {
    mux_wfv_status_e status = mux_wfv_status_error;
    size_t x = 0;
    size_t y = 0;
    size_t z = 0;
    size_t width() const { return x * y * z; }
  };
  Answer ask(mux_kernel_t kernel, const size_t (&local)[2]) {
    Answer answer;
    REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local[0], local[1], 1, &answer.status, &answer.x,
                                        &answer.y, &answer.z) == mux_success);
    CHECK(answer.status == (answer.width() > 1 ? mux_wfv_status_success : mux_wfv_status_none));
    CHECK(answer.width() <= device->info->max_work_width);
    return answer;
  }

  /// Dispatches a group of that size, whose work-items must run as the result says.
  void check_dispatch(mux_kernel_t kernel, const size_t (&local)[2], const Answer &answer) {
    const size_t count = local[0] * local[1];
    const TestBuffer counter = make_buffer(sizeof(uint32_t));
    const TestBuffer out = make_buffer(count * sizeof(uint32_t));
    Arguments arguments;
    arguments.buffer(counter).buffer(out);
    launch(kernel, arguments, {2, {local[0], local[1], 1}, {local[0], local[1], 1}, {}});
    CHECK(std::count(out.as<uint32_t>().begin(), out.as<uint32_t>().end(), answer.width()) ==
          static_cast<int64_t>(count));
  }
};

}  // namespace

TEST_CASE_METHOD(DistancesFixture,
                 "muxQueryWFVInfoForLocalSize.vu02 and vu05: so many work-items run at once, and "
                 "no other number",
                 "[muxQueryWFVInfoForLocalSize]") {
  std::set<size_t> widths;
  for (const char *specialize : {"", "0"}) {
    for (const char *lanes : {"", "loops", "4", "16"}) {
      for (const char *source : {distances, distances_in_groups}) {
        CAPTURE(specialize, lanes, source);
        const Setting width("MUX_VECTOR_WIDTH", lanes);
        const Setting specializing("MUX_SPECIALIZE", specialize);
        mux_kernel_t kernel = build(source, "distances");
        const size_t sizes[][2] = {{64, 1}, {32, 2}, {128, 1}, {2, 32}};
        for (const size_t(&local)[2] : sizes) {
          CAPTURE(local[0], local[1]);
          const Answer answer = ask(kernel, local);
          widths.insert(answer.width());
          check_dispatch(kernel, local, answer);
          // Whatever was compiled meanwhile.
          check_dispatch(kernel, local, ask(kernel, local));
        }
      }
    }
  }
  CHECK(widths.size() >= 3);
}

TEST_CASE_METHOD(KernelFixture,
                 "muxQueryWFVInfoForLocalSize.vu04: a kernel that has something in the way of "
                 "vectors is an error, and runs one work-item at a time",
                 "[muxQueryWFVInfoForLocalSize]") {
  // Work-items that wait for each other cannot be vectorized; a kernel that loops cannot run
  // either.
  mux_executable_t executable =
      load(compile("kernel void waits(volatile global int *turn) {\n"
                   "  const int i = get_global_id(0);\n"
                   "  while (atomic_add(turn, 0) != i) { }\n"
                   "  atomic_inc(turn);\n"
                   "}\n"
                   "kernel void endless(global int *p) {\n"
                   "  if (p[get_global_id(0)] == 1) { for (;;) { } }\n"
                   "  p[get_global_id(0)] = 2;\n"
                   "}\n"));
  for (const char *name : {"waits", "endless"}) {
    CAPTURE(name);
    mux_kernel_t kernel = make_kernel(executable, name);
    const char *text = nullptr;
    REQUIRE(muxGetKernelVectorization(kernel, &text) == mux_success);
    CAPTURE(text);
    mux_wfv_status_e status = mux_wfv_status_none;
    size_t x = 0;
    size_t y = 0;
    size_t z = 0;
    for (const size_t local : {1, 16, 64}) {
      REQUIRE(muxQueryWFVInfoForLocalSize(kernel, local, 1, 1, &status, &x, &y, &z) == mux_success);
      CHECK(status == mux_wfv_status_error);
      CHECK((x == 1 && y == 1 && z == 1));
    }
  }
  const TestBuffer turn = make_buffer(sizeof(int));
  Arguments arguments;
  arguments.buffer(turn);
  launch(make_kernel(executable, "waits"), arguments, Range::linear(64, 64));
  CHECK(turn.as<int>()[0] == 64);
}

TEST_CASE_METHOD(
    KernelFixture,
    "muxQueryWFVInfoForLocalSize.vu03: a kernel that nobody tries to vectorize is none",
    "[muxQueryWFVInfoForLocalSize]") {
  // It prints, so its work-items run one after the other.
  mux_kernel_t kernel = build("kernel void k(int n) { if (n > 1000) printf(\"%d\", n); }", "k");
  mux_wfv_status_e status = mux_wfv_status_error;
  REQUIRE(muxQueryWFVInfoForLocalSize(kernel, 64, 1, 1, &status, nullptr, nullptr, nullptr) ==
          mux_success);
  CHECK(status == mux_wfv_status_none);
}

TEST_CASE_METHOD(
    AnyKernelFixture,
    "muxQueryWFVInfoForLocalSize.rc05: the status alone or the widths alone may be asked "
    "for",
    "[muxQueryWFVInfoForLocalSize]") {
  status = mux_wfv_status_error;
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, &status, nullptr, nullptr, nullptr) ==
        mux_success);
  CHECK(status == mux_wfv_status_none);
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, nullptr, &x, &y, &z) == mux_success);
  CHECK((x == 1 && y == 1 && z == 1));
  status = mux_wfv_status_error;
  y = 0;
  CHECK(muxQueryWFVInfoForLocalSize(kernel, 4, 1, 1, &status, nullptr, &y, nullptr) == mux_success);
  CHECK((status == mux_wfv_status_none && y == 1));
}

}  // namespace mux::test::mux_query_wfv_info_for_local_size
