#include "command_buffers.h"

namespace mux::test::cl_create_command_buffer_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCreateCommandBufferKHR: device queries") {
  expect_info(
      clGetDeviceInfo, device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
      cl_device_command_buffer_capabilities_khr{CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                                                CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR});
  expect_info(clGetDeviceInfo, device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
              cl_command_queue_properties{0});
  expect_info(clGetDeviceInfo, device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
              cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                          CL_QUEUE_PROFILING_ENABLE});
  expect_info(clGetDeviceInfo, device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR,
              cl_mutable_dispatch_fields_khr{0x1f});
  const std::string extensions = info_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  CHECK(extensions.find("cl_khr_command_buffer ") != std::string::npos);
  CHECK(extensions.find("cl_khr_command_buffer_mutable_dispatch ") != std::string::npos);
}

TEST_CASE_METHOD(CommandBufferFixture, "clCreateCommandBufferKHR: with all properties") {
  const cl_command_buffer_properties_khr properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR,
      CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR,
      CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
      CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  const OwnCommandBuffer all(functions, queue, properties);
  finalize_and_run(all);
  const cl_command_buffer_properties_khr none[] = {0};
  const OwnCommandBuffer empty(functions, queue, none);
  finalize_and_run(empty);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCreateCommandBufferKHR: CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE, "
                 "CL_INVALID_PROPERTY") {
  const cl_command_queue queues[] = {queue, queue};
  const auto create = [&](cl_uint count, const cl_command_queue *list,
                          const cl_command_buffer_properties_khr *properties) {
    return [=, this](cl_int *code) { return functions.create(count, list, properties, code); };
  };
  const cl_command_queue no_queue = nullptr;
  expect_none(CL_INVALID_COMMAND_QUEUE, create(1, &no_queue, nullptr));
  expect_none(CL_INVALID_VALUE, create(0, queues, nullptr));
  expect_none(CL_INVALID_VALUE, create(2, queues, nullptr));
  expect_none(CL_INVALID_VALUE, create(1, nullptr, nullptr));
  const std::vector<cl_command_buffer_properties_khr> invalid[] = {
      {1, 2, 0},
      {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 10, 0},
      {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0},
      {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}};
  for (const auto &properties : invalid) {
    expect_none(CL_INVALID_VALUE, create(1, queues, properties.data()));
  }
  // A flag of cl_khr_command_buffer_multi_device.
  const cl_command_buffer_properties_khr synchronizes[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 2, 0};
  expect_none(CL_INVALID_PROPERTY, create(1, queues, synchronizes));
}

}  // namespace mux::test::cl_create_command_buffer_khr
