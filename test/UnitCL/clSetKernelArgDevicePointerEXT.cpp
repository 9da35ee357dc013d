// Buffers with a device address (cl_ext_buffer_device_address): the property, the query,
// clSetKernelArgDevicePointerEXT() and clSetKernelExecInfo().

#include "programs.h"

namespace mux::test::cl_set_kernel_arg_device_pointer_ext {

namespace {

// Missing in older installed headers.
constexpr cl_mem_properties private_address = 0x5000;
constexpr cl_mem_info device_address = 0x5001;
constexpr cl_kernel_exec_info device_pointers = 0x5002;

constexpr cl_mem_properties addressed[] = {private_address, CL_TRUE, 0};

/// Adds the extension's entry points to a fixture.
template <typename Base>
class WithAddresses : public Base {
 public:
  WithAddresses() {
    set_argument = reinterpret_cast<decltype(set_argument)>(
        clGetExtensionFunctionAddressForPlatform(this->platform, "clSetKernelArgDevicePointerEXT"));
    REQUIRE(set_argument != nullptr);
  }

  Handle<cl_mem> buffer_at(std::vector<cl_int> values) const {
    return created([&](cl_int *code) {
      return clCreateBufferWithProperties(this->context, addressed, CL_MEM_COPY_HOST_PTR,
                                          values.size() * sizeof(cl_int), values.data(), code);
    });
  }
  static cl_ulong address_of(cl_mem memory) {
    return info<cl_ulong>(clGetMemObjectInfo, memory, device_address);
  }

  cl_int(CL_API_CALL *set_argument)(cl_kernel, cl_uint, cl_ulong) = nullptr;
};

using Fixture = WithAddresses<QueueFixture>;
using TwoDevices = WithAddresses<TwoDevicesFixture>;

}  // namespace

TEST_CASE_METHOD(Fixture, "clSetKernelArgDevicePointerEXT: an address inside a buffer") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  const Handle<cl_mem> memory = buffer_at(numbers(64));
  const cl_ulong address = address_of(memory);
  CHECK(address != 0);
  succeed(set_argument(kernel, 0, address));
  run(queue, kernel, 64);
  succeed(set_argument(kernel, 0, address + 32 * sizeof(cl_int)));
  run(queue, kernel, 32);
  CHECK(address_of(memory) == address);
  std::vector<cl_int> expected = numbers(64, 1);
  std::for_each(expected.begin() + 32, expected.end(), [](cl_int &value) { ++value; });
  CHECK(contents<cl_int>(memory) == expected);
}

TEST_CASE_METHOD(Fixture, "clSetKernelArgDevicePointerEXT: unknown addresses are passed through") {
  const auto tells =
      kernel_of_source(context, "kernel void f(global int *a, global ulong *b) { *b = (ulong)a; }");
  const Handle<cl_mem> seen = buffer(sizeof(cl_ulong));
  succeed(clSetKernelArg(tells, 1, sizeof(cl_mem), seen.address()));
  for (const cl_ulong value : {cl_ulong{0}, cl_ulong{16}, ~cl_ulong{15}}) {
    succeed(set_argument(tells, 0, value));
    run(queue, tells, 1);
    CHECK(contents<cl_ulong>(seen) == std::vector{value});
  }
}

TEST_CASE_METHOD(Fixture, "clSetKernelArgDevicePointerEXT: rejects invalid arguments") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(global int *a, int b, local int *c, constant int *d, read_only image2d_t e,"
      " sampler_t f) {}");
  expect(set_argument(nullptr, 0, 0), CL_INVALID_KERNEL);
  for (cl_uint other = 1; other <= 6; ++other) {
    expect(set_argument(kernel, other, 0), CL_INVALID_ARG_INDEX);
  }
  succeed(set_argument(kernel, 0, 0));
}

TEST_CASE_METHOD(Fixture, "clSetKernelArgDevicePointerEXT: commands retain the buffer") {
  const auto kernel =
      kernel_of_source(context,
                       "kernel void f(global int *a, global int *b) { int i = get_global_id(0);"
                       " b[i] = a[i]; }");
  const Handle<cl_mem> to = buffer(64 * sizeof(cl_int));
  succeed(clSetKernelArg(kernel, 1, sizeof(cl_mem), to.address()));
  const Handle<cl_event> user = user_event();
  {
    const Handle<cl_mem> from = buffer_at(numbers(64));
    succeed(set_argument(kernel, 0, address_of(from)));
    const size_t size = 64;
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 1, user.address(),
                                   nullptr));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(to) == numbers(64));
  const Handle<cl_mem> next = buffer_at(numbers(64, 5));
  succeed(set_argument(kernel, 0, address_of(next)));
  run(queue, kernel, 64);
  CHECK(contents<cl_int>(to) == numbers(64, 5));
}

TEST_CASE_METHOD(Fixture, "clSetKernelExecInfo: buffers that a kernel accesses indirectly",
                 "[clSetKernelArgDevicePointerEXT]") {
  const auto kernel = kernel_of_source(
      context,
      "kernel void f(global int *global *a, global int *b) { int i = get_global_id(0);"
      " b[i] = a[0][i] + a[1][i]; }",
      "-cl-std=CL3.0");
  const Handle<cl_mem> to = buffer(64 * sizeof(cl_int));
  const Handle<cl_event> user = user_event();
  {
    const Handle<cl_mem> one = buffer_at(numbers(64));
    const Handle<cl_mem> other = buffer_at(numbers(64, 100));
    const cl_ulong addresses[] = {address_of(one), address_of(other)};
    const Handle<cl_mem> table = buffer_of(std::vector(addresses, addresses + 2));
    set_arguments(kernel, table, to);
    succeed(clSetKernelExecInfo(kernel, device_pointers, sizeof addresses, addresses));
    const size_t size = 64;
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 1, user.address(),
                                   nullptr));
  }
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  std::vector<cl_int> expected(64);
  for (cl_int index = 0; index < 64; ++index) {
    expected[static_cast<size_t>(index)] = 2 * index + 100;
  }
  CHECK(contents<cl_int>(to) == expected);
  succeed(clSetKernelExecInfo(kernel, device_pointers, 0, nullptr));
}

TEST_CASE_METHOD(Fixture, "clSetKernelExecInfo: rejects invalid lists of device addresses",
                 "[clSetKernelArgDevicePointerEXT]") {
  const auto kernel = kernel_of_source(context, "kernel void f() {}");
  const cl_ulong addresses[] = {0, 1};
  expect(clSetKernelExecInfo(nullptr, device_pointers, 16, addresses), CL_INVALID_KERNEL);
  expect(clSetKernelExecInfo(kernel, device_pointers, 15, addresses), CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, device_pointers, 8, nullptr), CL_INVALID_VALUE);
  succeed(clSetKernelExecInfo(kernel, device_pointers, 16, addresses));
}

TEST_CASE_METHOD(Fixture, "clCreateBufferWithProperties: a buffer with a device address",
                 "[clSetKernelArgDevicePointerEXT]") {
  const Handle<cl_mem> memory = buffer_at(numbers(64));
  expect_list(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_PROPERTIES,
              std::vector<cl_mem_properties>(std::begin(addressed), std::end(addressed)));
  expect_list(clGetMemObjectInfo, static_cast<cl_mem>(memory), device_address,
              std::vector<cl_ulong>{address_of(memory)});
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_USES_SVM_POINTER,
              cl_bool{CL_FALSE});
  const cl_buffer_region region = {128, 64};
  const auto part = created([&](cl_int *code) {
    return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  CHECK(address_of(part) == address_of(memory) + 128);

  void *shared = clSVMAlloc(context, 0, 256, 0);
  {
    const auto of_shared = created([&](cl_int *code) {
      return clCreateBufferWithProperties(context, addressed, CL_MEM_USE_HOST_PTR, 256, shared,
                                          code);
    });
    CHECK(address_of(of_shared) == reinterpret_cast<cl_ulong>(shared));
  }
  clSVMFree(context, shared);
}

TEST_CASE_METHOD(Fixture, "clGetMemObjectInfo: no address without the property",
                 "[clSetKernelArgDevicePointerEXT]") {
  const cl_mem_properties no_address[] = {private_address, CL_FALSE, 0};
  const auto without = created([&](cl_int *code) {
    return clCreateBufferWithProperties(context, no_address, 0, 64, nullptr, code);
  });
  cl_ulong address = 0;
  const Handle<cl_mem> ordinary = buffer(64);
  for (const cl_mem memory : {static_cast<cl_mem>(without), static_cast<cl_mem>(ordinary)}) {
    expect(clGetMemObjectInfo(memory, device_address, sizeof address, &address, nullptr),
           CL_INVALID_OPERATION);
  }
  expect(clGetMemObjectInfo(nullptr, device_address, sizeof address, &address, nullptr),
         CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(Fixture, "clCreateBufferWithProperties: CL_INVALID_PROPERTY for other values",
                 "[clSetKernelArgDevicePointerEXT]") {
  const cl_mem_properties no_truth[] = {private_address, 2, 0};
  const cl_mem_properties twice[] = {private_address, CL_TRUE, private_address, CL_TRUE, 0};
  for (const cl_mem_properties *properties : {&no_truth[0], &twice[0]}) {
    expect_none(CL_INVALID_PROPERTY, [&](cl_int *code) {
      return clCreateBufferWithProperties(context, properties, 0, 64, nullptr, code);
    });
  }
}

TEST_CASE_METHOD(TwoDevices, "clGetMemObjectInfo: an address for each device",
                 "[clSetKernelArgDevicePointerEXT]") {
  const Handle<cl_mem> memory = buffer_at(numbers(64));
  std::vector<cl_ulong> addresses(2);
  succeed(clGetMemObjectInfo(memory, device_address, 16, addresses.data(), nullptr));
  expect_list(clGetMemObjectInfo, static_cast<cl_mem>(memory), device_address, addresses);
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
  for (size_t device = 0; device < 2; ++device) {
    succeed(set_argument(kernel, 0, addresses[device]));
    run(queues[device], kernel, 64);
  }
  std::vector<cl_int> values(64);
  succeed(
      clEnqueueReadBuffer(queues[0], memory, CL_TRUE, 0, 256, values.data(), 0, nullptr, nullptr));
  CHECK(values == numbers(64, 2));
}

}  // namespace mux::test::cl_set_kernel_arg_device_pointer_ext
