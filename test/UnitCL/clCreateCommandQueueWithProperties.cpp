#include "fixtures.h"

namespace mux::test::cl_create_command_queue_with_properties {

namespace {

class CreateQueueFixture : public QueueFixture {
 public:
  void refuse(cl_int expected, const std::vector<cl_queue_properties> &properties) const {
    expect_none(expected, [&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, properties.data(), code);
    });
  }
};

}  // namespace

TEST_CASE_METHOD(
    CreateQueueFixture,
    "clCreateCommandQueueWithProperties: returns the properties that it was created with",
    "[clCreateCommandQueueWithProperties]") {
  for (const cl_command_queue_properties flags :
       {cl_command_queue_properties{0}, cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE},
        cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
        cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                    CL_QUEUE_PROFILING_ENABLE}}) {
    const std::vector<cl_queue_properties> properties = {CL_QUEUE_PROPERTIES, flags, 0};
    const auto made = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, properties.data(), code);
    });
    expect_info<cl_command_queue_properties>(clGetCommandQueueInfo, made, CL_QUEUE_PROPERTIES,
                                             flags);
    expect_list(clGetCommandQueueInfo, made, CL_QUEUE_PROPERTIES_ARRAY, properties);
    succeed(clFinish(made));
  }
}

TEST_CASE_METHOD(CreateQueueFixture,
                 "clCreateCommandQueueWithProperties: accepts priority and throttle hints",
                 "[clCreateCommandQueueWithProperties]") {
  const std::vector<cl_queue_properties> properties = {
      CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_THROTTLE_KHR,
      CL_QUEUE_THROTTLE_LOW_KHR, 0};
  const auto made = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, properties.data(), code);
  });
  expect_list(clGetCommandQueueInfo, made, CL_QUEUE_PROPERTIES_ARRAY, properties);
}

TEST_CASE_METHOD(CreateQueueFixture, "clCreateCommandQueueWithProperties: invalid objects",
                 "[clCreateCommandQueueWithProperties]") {
  expect_none(CL_INVALID_CONTEXT, [&](cl_int *code) {
    return clCreateCommandQueueWithProperties(nullptr, device, nullptr, code);
  });
  expect_none(CL_INVALID_DEVICE, [&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, nullptr, nullptr, code);
  });
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl_device_id> parts(64);
  cl_uint count = 0;
  succeed(clCreateSubDevices(device, halves, 64, parts.data(), &count));
  expect_none(CL_INVALID_DEVICE, [&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, parts[0], nullptr, code);
  });
  for (cl_uint part = 0; part < count; ++part) {
    succeed(clReleaseDevice(parts[part]));
  }
}

TEST_CASE_METHOD(CreateQueueFixture,
                 "clCreateCommandQueueWithProperties: unknown properties and values are "
                 "CL_INVALID_VALUE",
                 "[clCreateCommandQueueWithProperties]") {
  refuse(CL_INVALID_VALUE, {CL_CONTEXT_PLATFORM, 0, 0});
  refuse(CL_INVALID_VALUE, {CL_QUEUE_PROPERTIES, 1 << 20, 0});
  refuse(CL_INVALID_VALUE, {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0});
  refuse(CL_INVALID_VALUE, {CL_QUEUE_PRIORITY_KHR, 3, 0});
}

TEST_CASE_METHOD(
    CreateQueueFixture,
    "clCreateCommandQueueWithProperties: on-device queues are CL_INVALID_QUEUE_PROPERTIES",
    "[clCreateCommandQueueWithProperties]") {
  refuse(CL_INVALID_QUEUE_PROPERTIES,
         {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0});
  refuse(CL_INVALID_QUEUE_PROPERTIES, {CL_QUEUE_SIZE, 4096, 0});
}

TEST_CASE_METHOD(CreateQueueFixture, "clCreateCommandQueue: the same without a property list",
                 "[clCreateCommandQueueWithProperties]") {
  const auto made = created([&](cl_int *code) {
    return clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, code);
  });
  expect_info<cl_command_queue_properties>(clGetCommandQueueInfo, made, CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_PROFILING_ENABLE);
  expect_list(clGetCommandQueueInfo, made, CL_QUEUE_PROPERTIES_ARRAY,
              std::vector<cl_queue_properties>{});
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
    return clCreateCommandQueue(context, device, CL_QUEUE_ON_DEVICE, code);
  });
  expect_none(CL_INVALID_CONTEXT,
              [&](cl_int *code) { return clCreateCommandQueue(nullptr, device, 0, code); });
}

namespace {

/// Native kernels that wait until two of them run, or for some seconds.
struct Meeting {
  std::atomic<int> present = 0;
  std::atomic<int> met = 0;

  static void CL_CALLBACK attend(void *arguments) {
    Meeting &meeting = **static_cast<Meeting **>(arguments);
    ++meeting.present;
    for (int waits = 0; waits < 10000 && meeting.present < 2; ++waits) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    meeting.met += meeting.present >= 2 ? 1 : 0;
  }
  void enqueue(cl_command_queue queue) {
    Meeting *address = this;
    succeed(clEnqueueNativeKernel(queue, attend, &address, sizeof address, 0, nullptr, nullptr, 0,
                                  nullptr, nullptr));
  }
};

}  // namespace

TEST_CASE_METHOD(CreateQueueFixture,
                 "clCreateCommandQueueWithProperties: commands of an out-of-order queue or of two "
                 "queues overlap",
                 "[clCreateCommandQueueWithProperties]") {
  if (info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) {
    return;
  }
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const auto unordered = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, properties, code);
  });
  const auto second = created([&](cl_int *code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  for (const cl_command_queue other : {cl_command_queue{unordered}, cl_command_queue{second}}) {
    const cl_command_queue one = other == unordered ? unordered : queue;
    Meeting meeting;
    meeting.enqueue(one);
    meeting.enqueue(other);
    succeed(clFlush(one));
    succeed(clFlush(other));
    succeed(clFinish(one));
    succeed(clFinish(other));
    CHECK(meeting.met == 2);
  }
}

}  // namespace mux::test::cl_create_command_queue_with_properties
