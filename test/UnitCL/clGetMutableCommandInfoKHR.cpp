#include "command_buffers.h"

namespace mux::test::cl_get_mutable_command_info_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clGetMutableCommandInfoKHR: all queries") {
  const auto kernel = kernel_of_source(context, "kernel void nothing(void) {}");
  const cl_command_properties properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                              CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  const size_t offset[2] = {1, 2};
  const size_t global[2] = {16, 8};
  const size_t local[2] = {4, 2};
  cl_mutable_command_khr first = nullptr;
  cl_mutable_command_khr second = nullptr;
  succeed(functions.nd_range(command_buffer, nullptr, properties, kernel, 2, offset, global, local,
                             0, nullptr, nullptr, &first));
  succeed(functions.nd_range(command_buffer, nullptr, nullptr, kernel, 1, nullptr, global, nullptr,
                             0, nullptr, nullptr, &second));
  CHECK(first != second);
  const auto get = functions.get_command_info;
  expect_info(get, first, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, cl_command_queue{queue});
  expect_info(get, first, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR,
              cl_command_buffer_khr{command_buffer});
  expect_info(get, first, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR,
              cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
  expect_info(get, first, CL_MUTABLE_DISPATCH_KERNEL_KHR, cl_kernel{kernel});
  expect_info(get, first, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, cl_uint{2});
  expect_list(get, first, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR,
              std::vector<cl_command_properties>(std::begin(properties), std::end(properties)));
  expect_list(get, first, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, std::vector<size_t>{1, 2});
  expect_list(get, first, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, std::vector<size_t>{16, 8});
  expect_list(get, first, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, std::vector<size_t>{4, 2});
  expect_list(get, second, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR,
              std::vector<cl_command_properties>{});
  expect_list(get, second, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, std::vector<size_t>{0});
  expect_list(get, second, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, std::vector<size_t>{0});
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clGetMutableCommandInfoKHR: CL_INVALID_MUTABLE_COMMAND_KHR, CL_INVALID_VALUE") {
  cl_uint value = 0;
  expect(
      functions.get_command_info(nullptr, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, &value, nullptr),
      CL_INVALID_MUTABLE_COMMAND_KHR);
  const auto wrong =
      reinterpret_cast<cl_mutable_command_khr>(static_cast<cl_command_buffer_khr>(command_buffer));
  expect(functions.get_command_info(wrong, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, &value, nullptr),
         CL_INVALID_MUTABLE_COMMAND_KHR);
  const auto kernel = kernel_of_source(context, "kernel void nothing(void) {}");
  const size_t size = 1;
  cl_mutable_command_khr command = nullptr;
  succeed(functions.nd_range(command_buffer, nullptr, nullptr, kernel, 1, nullptr, &size, nullptr,
                             0, nullptr, nullptr, &command));
  expect(functions.get_command_info(command, 0, 4, &value, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_mutable_command_info_khr
