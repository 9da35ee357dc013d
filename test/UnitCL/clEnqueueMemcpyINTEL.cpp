// clEnqueueMemcpyINTEL(), clEnqueueMemFillINTEL(), clEnqueueMemsetINTEL(),
// clEnqueueMigrateMemINTEL() and clEnqueueMemAdviseINTEL().

#include "unified.h"

namespace mux::test::cl_enqueue_memcpy_intel {

namespace {

class Fixture : public WithUnifiedMemory<QueueFixture> {
 public:
  ~Fixture() {
    clFinish(queue);
    free(context, values);
  }

  cl_int *values = unified(100);
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clEnqueueMemcpyINTEL: copies between unified memory and host memory",
                 "[clEnqueueMemcpyINTEL]") {
  std::vector<cl_int> host(100, -1);
  succeed(copy(queue, CL_TRUE, host.data() + 10, values + 20, 40, 0, nullptr, nullptr));
  std::vector<cl_int> expected(100, -1);
  std::iota(expected.begin() + 10, expected.begin() + 20, 20);
  CHECK(host == expected);
  cl_int *other = unified(100);
  succeed(copy(queue, CL_FALSE, other, host.data(), 400, 0, nullptr, nullptr));
  succeed(copy(queue, CL_FALSE, values, other, 400, 0, nullptr, nullptr));
  succeed(blocking_free(context, other));
  CHECK(std::vector<cl_int>(values, values + 100) == expected);
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemcpyINTEL: event, queue and wait list arguments",
                 "[clEnqueueMemcpyINTEL]") {
  cl_int host[16] = {};
  for (const size_t size : {size_t{16}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_MEMCPY_INTEL,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return copy(on, CL_FALSE, host, values, size, count, list, event);
                  });
  }
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemcpyINTEL: invalid arguments", "[clEnqueueMemcpyINTEL]") {
  cl_int host[16] = {};
  const auto refuse = [&](cl_int expected, void *to, const void *from, size_t size) {
    expect(copy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr), expected);
  };
  refuse(CL_INVALID_VALUE, nullptr, host, 4);
  refuse(CL_INVALID_VALUE, values, nullptr, 4);
  refuse(CL_MEM_COPY_OVERLAP, values, values + 1, 8);
  refuse(CL_MEM_COPY_OVERLAP, values + 1, values, 8);
  refuse(CL_SUCCESS, values, values + 1, 4);
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  expect(copy(queue, CL_TRUE, host, values, 4, 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemFillINTEL: repeats patterns of every size",
                 "[clEnqueueMemcpyINTEL]") {
  const std::vector<cl_int> pattern = numbers(32, 1000);
  for (size_t size = 4; size <= 128; size *= 2) {
    std::fill_n(values, 100, -1);
    succeed(fill(queue, values + 32, pattern.data(), size, 128, 0, nullptr, nullptr));
    succeed(clFinish(queue));
    CHECK(values[31] == -1);
    CHECK(values[32] == 1000);
    CHECK(values[63] == 1000 + static_cast<cl_int>(size) / 4 - 1);
    CHECK(values[64] == -1);
  }
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemFillINTEL: event, queue and wait list arguments",
                 "[clEnqueueMemcpyINTEL]") {
  const cl_int pattern = 1;
  for (const size_t size : {size_t{16}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_MEMFILL_INTEL,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return fill(on, values, &pattern, 4, size, count, list, event);
                  });
  }
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemFillINTEL: invalid arguments", "[clEnqueueMemcpyINTEL]") {
  const cl_uchar pattern[256] = {};
  const auto refuse = [&](void *to, const void *bytes, size_t pattern_size, size_t size) {
    expect(fill(queue, to, bytes, pattern_size, size, 0, nullptr, nullptr), CL_INVALID_VALUE);
  };
  auto *bytes = reinterpret_cast<cl_uchar *>(values);
  refuse(nullptr, pattern, 4, 16);
  refuse(bytes + 1, pattern, 4, 16);
  refuse(values, nullptr, 4, 16);
  refuse(values, pattern, 0, 16);
  refuse(values, pattern, 3, 15);
  refuse(values, pattern, 256, 256);
  refuse(values, pattern, 4, 15);
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemsetINTEL: sets bytes", "[clEnqueueMemcpyINTEL]") {
  auto *bytes = reinterpret_cast<cl_uchar *>(values);
  std::fill_n(bytes, 400, 0);
  succeed(set_bytes(queue, bytes + 1, 0x1ff, 3, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(std::vector<int>(bytes, bytes + 5) == std::vector<int>{0, 255, 255, 255, 0});
  check_enqueue(*this, CL_COMMAND_MEMFILL_INTEL,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return set_bytes(on, values, 1, 16, count, list, event);
                });
  expect(set_bytes(queue, nullptr, 1, 16, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Fixture, "clEnqueueMigrateMemINTEL: a hint with an event",
                 "[clEnqueueMemcpyINTEL]") {
  for (const cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED}) {
    check_enqueue(*this, CL_COMMAND_MIGRATEMEM_INTEL,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return migrate(on, values, 400, flags, count, list, event);
                  });
  }
  CHECK(values[99] == 99);
  expect(migrate(queue, values, 400, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Fixture, "clEnqueueMemAdviseINTEL: a hint with an event",
                 "[clEnqueueMemcpyINTEL]") {
  check_enqueue(*this, CL_COMMAND_MEMADVISE_INTEL,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return advise(on, values, 400, 0, count, list, event);
                });
  expect(advise(queue, values, 400, 0x4208, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_memcpy_intel
