// Eight threads retain and release objects of every kind.

#include "threads/program.h"

namespace mux::test::reference_counts {

namespace {

constexpr int rounds = 200;

/// Eight threads retain and release the object, and query its reference count; in the end it is
/// unchanged.
template <typename Object, typename Retain, typename Release, typename Get, typename Name>
void check(const Object &object, Retain retain, Release release_one, Get get, Name name) {
  const auto codes = run_in_threads([&](unsigned) {
    FirstFailure failure;
    for (int round = 0; round < rounds; ++round) {
      failure.note(retain(object));
      cl_uint count = 0;
      failure.note(get(object, name, sizeof count, &count, nullptr));
      if (count < 2 || count > thread_count + 1) {
        failure.note(CL_INVALID_VALUE);
      }
      failure.note(release_one(object));
    }
    return failure.code();
  });
  succeeded(codes);
  expect_info(get, object, name, cl_uint{1});
}

/// Threads that each own a reference release it at once; the last one destroys the object.
template <typename Object, typename Retain>
void release_together(Handle<Object> &object, Retain retain) {
  for (unsigned i = 1; i < thread_count; ++i) {
    succeed(retain(object));
  }
  std::vector<Handle<Object>> references;
  references.push_back(std::move(object));
  for (unsigned i = 1; i < thread_count; ++i) {
    references.emplace_back(static_cast<Object>(references[0]));
  }
  run_in_threads([&](unsigned thread) {
    references[thread].reset();
    return 0;
  });
}

struct Destroyed {
  std::atomic<int> calls{0};
  static void CL_CALLBACK memory(cl_mem, void *user_data) {
    auto &self = *static_cast<Destroyed *>(user_data);
    ++self.calls;
    self.calls.notify_all();
  }
  static void CL_CALLBACK context(cl_context, void *user_data) { memory(nullptr, user_data); }
};

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clRetainContext: by eight threads", "[clRetainContext][threads]") {
  auto own = created(
      [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  check(own, clRetainContext, clReleaseContext, clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT);
  Destroyed destroyed;
  succeed(clSetContextDestructorCallback(own, Destroyed::context, &destroyed));
  release_together(own, clRetainContext);
  destroyed.calls.wait(0);
  CHECK(destroyed.calls == 1);
}

TEST_CASE_METHOD(QueueFixture, "clRetainCommandQueue: by eight threads",
                 "[clRetainCommandQueue][threads]") {
  check(queue, clRetainCommandQueue, clReleaseCommandQueue, clGetCommandQueueInfo,
        CL_QUEUE_REFERENCE_COUNT);
  release_together(queue, clRetainCommandQueue);
}

TEST_CASE_METHOD(QueueFixture, "clRetainMemObject: by eight threads",
                 "[clRetainMemObject][threads]") {
  auto memory = buffer(64);
  check(memory, clRetainMemObject, clReleaseMemObject, clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT);
  Destroyed destroyed;
  succeed(clSetMemObjectDestructorCallback(memory, Destroyed::memory, &destroyed));
  release_together(memory, clRetainMemObject);
  destroyed.calls.wait(0);
  CHECK(destroyed.calls == 1);
}

TEST_CASE_METHOD(QueueFixture, "clRetainSampler: by eight threads", "[clRetainSampler][threads]") {
  auto sampler = created([&](cl_int *code) {
    return clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, code);
  });
  check(sampler, clRetainSampler, clReleaseSampler, clGetSamplerInfo, CL_SAMPLER_REFERENCE_COUNT);
  release_together(sampler, clRetainSampler);
}

TEST_CASE_METHOD(QueueFixture, "clRetainProgram: by eight threads", "[clRetainProgram][threads]") {
  auto program = thread_program(context);
  check(program, clRetainProgram, clReleaseProgram, clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT);
  release_together(program, clRetainProgram);
}

TEST_CASE_METHOD(QueueFixture, "clRetainKernel: by eight threads", "[clRetainKernel][threads]") {
  auto kernel = kernel_of(thread_program(context), "increment");
  check(kernel, clRetainKernel, clReleaseKernel, clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT);
  release_together(kernel, clRetainKernel);
}

TEST_CASE_METHOD(QueueFixture, "clRetainEvent: by eight threads", "[clRetainEvent][threads]") {
  auto user = user_event();
  check(user, clRetainEvent, clReleaseEvent, clGetEventInfo, CL_EVENT_REFERENCE_COUNT);
  Handle<cl_event> command;
  succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), command.out()));
  check(command, clRetainEvent, clReleaseEvent, clGetEventInfo, CL_EVENT_REFERENCE_COUNT);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  release_together(user, clRetainEvent);
  release_together(command, clRetainEvent);
  succeed(clFinish(queue));
}

TEST_CASE_METHOD(PlatformFixture, "clRetainDevice: by eight threads", "[clRetainDevice][threads]") {
  if (info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) {
    WARN("a device of one compute unit has no parts");
    return;
  }
  const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  succeed(clCreateSubDevices(device, ones, 0, nullptr, &count));
  std::vector<cl_device_id> parts(count);
  succeed(clCreateSubDevices(device, ones, count, parts.data(), nullptr));
  for (const cl_device_id part : parts) {
    Handle own(part);
    check(own, clRetainDevice, clReleaseDevice, clGetDeviceInfo, CL_DEVICE_REFERENCE_COUNT);
    release_together(own, clRetainDevice);
  }
}

}  // namespace mux::test::reference_counts
