// Eight threads create and release objects at once, in one context.

#include "threads/program.h"

namespace mux::test::creation {

namespace {

constexpr int rounds = 30;

/// Calls `make(failure)` repeatedly in all threads.
template <typename Make>
void in_threads(Make make) {
  succeeded(run_in_threads([&](unsigned) {
    FirstFailure failure;
    for (int round = 0; round < rounds && failure.code() == CL_SUCCESS; ++round) {
      make(failure);
    }
    return failure.code();
  }));
}

/// Like created(), without assertions.
template <typename Create>
auto made(FirstFailure &failure, Create create) -> Handle<decltype(create(nullptr))> {
  cl_int code = -1;
  Handle<decltype(create(nullptr))> object(create(&code));
  failure.note(code);
  return object;
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clCreateContext: by eight threads", "[clCreateContext][threads]") {
  in_threads([&](FirstFailure &failure) {
    made(failure, [&](cl_int *code) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code);
    });
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateCommandQueueWithProperties: by eight threads",
                 "[clCreateCommandQueueWithProperties][threads]") {
  in_threads([&](FirstFailure &failure) {
    const auto own = made(failure, [&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    });
    failure.note(clEnqueueMarkerWithWaitList(own, 0, nullptr, nullptr));
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateBuffer: by eight threads", "[clCreateBuffer][threads]") {
  in_threads([&](FirstFailure &failure) {
    const auto memory = made(failure, [&](cl_int *code) {
      return clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, code);
    });
    const cl_buffer_region region = {2048, 1024};
    made(failure, [&](cl_int *code) {
      return clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                               code);
    });
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateSubBuffer: of one buffer, by eight threads",
                 "[clCreateSubBuffer][threads]") {
  const auto memory = buffer(4096);
  in_threads([&](FirstFailure &failure) {
    const cl_buffer_region region = {1024, 1024};
    const auto part = made(failure, [&](cl_int *code) {
      return clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                               code);
    });
    const cl_int value = 7;
    failure.note(clEnqueueFillBuffer(queue, part, &value, sizeof value, 0, sizeof value, 0, nullptr,
                                     nullptr));
  });
  expect_info(clGetMemObjectInfo, memory, CL_MEM_SIZE, size_t{4096});
}

TEST_CASE_METHOD(QueueFixture, "clCreateImage: by eight threads", "[clCreateImage][threads]") {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 8;
  description.image_height = 8;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  in_threads([&](FirstFailure &failure) {
    made(failure, [&](cl_int *code) {
      return clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, code);
    });
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateSampler: by eight threads", "[clCreateSampler][threads]") {
  in_threads([&](FirstFailure &failure) {
    made(failure, [&](cl_int *code) {
      return clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, code);
    });
  });
}

TEST_CASE_METHOD(QueueFixture, "clSVMAlloc: by eight threads", "[clSVMAlloc][threads]") {
  in_threads([&](FirstFailure &failure) {
    void *const memory = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    const cl_int value = 3;
    failure.note(memory != nullptr ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
    failure.note(
        clEnqueueSVMMemFill(queue, memory, &value, sizeof value, 256, 0, nullptr, nullptr));
    failure.note(clFinish(queue));
    clSVMFree(context, memory);
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateKernel: of one program, by eight threads",
                 "[clCreateKernel][threads]") {
  const auto program = thread_program(context);
  const auto memory = buffer_of(numbers(16));
  in_threads([&](FirstFailure &failure) {
    const auto kernel =
        made(failure, [&](cl_int *code) { return clCreateKernel(program, "increment", code); });
    failure.note(clSetKernelArg(kernel, 0, sizeof(cl_mem), memory.address()));
    const auto clone = made(failure, [&](cl_int *code) { return clCloneKernel(kernel, code); });
    failure.note(enqueue_increment(queue, clone, 16));
  });
  CHECK(contents<cl_int>(memory) == numbers(16, int{rounds * thread_count}));
}

TEST_CASE_METHOD(QueueFixture, "clCreateProgramWithBinary: by eight threads",
                 "[clCreateProgramWithBinary][threads]") {
  const auto binary = binary_of(thread_program(context));
  in_threads([&](FirstFailure &failure) {
    const unsigned char *bytes = binary.data();
    const size_t length = binary.size();
    const auto program = made(failure, [&](cl_int *code) {
      return clCreateProgramWithBinary(context, 1, &device, &length, &bytes, nullptr, code);
    });
    failure.note(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  });
}

TEST_CASE_METHOD(QueueFixture, "clCreateSubDevices: by eight threads",
                 "[clCreateSubDevices][threads]") {
  if (info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) {
    WARN("a device of one compute unit has no parts");
    return;
  }
  const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  succeed(clCreateSubDevices(device, ones, 0, nullptr, &count));
  in_threads([&](FirstFailure &failure) {
    std::vector<cl_device_id> parts(count);
    if (failure.note(clCreateSubDevices(device, ones, count, parts.data(), nullptr))) {
      for (const cl_device_id part : parts) {
        failure.note(clReleaseDevice(part));
      }
    }
  });
}

}  // namespace mux::test::creation
