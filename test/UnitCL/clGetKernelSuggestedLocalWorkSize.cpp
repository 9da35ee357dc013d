#include <CL/cl_icd.h>

#include "programs.h"

namespace mux::test::cl_get_kernel_suggested_local_work_size {

namespace {

class SuggestionFixture : public QueueFixture {
 public:
  SuggestionFixture() {
    // Older loaders lack the entry point; the extension's name is looked up.
    const char *name =
        GENERATE("clGetKernelSuggestedLocalWorkSize", "clGetKernelSuggestedLocalWorkSizeKHR");
    suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, name));
    REQUIRE(suggest != nullptr);
  }

  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = nullptr;
};

constexpr const char *source =
    "#if __OPENCL_C_VERSION__ < 200\n#define get_enqueued_local_size get_local_size\n#endif\n"
    "kernel void f(global int *a) { a[0] = get_enqueued_local_size(0);"
    "a[1] = get_enqueued_local_size(1); }";

}  // namespace

TEST_CASE_METHOD(SuggestionFixture,
                 "clGetKernelSuggestedLocalWorkSize: matches the local size of the ND-range",
                 "[clGetKernelSuggestedLocalWorkSize]") {
  const auto memory = buffer(8);
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.1"}) {
    const auto kernel = kernel_of_source(context, source, options);
    set_arguments(kernel, memory);
    for (const std::vector<size_t> &global :
         {std::vector<size_t>{1, 1}, std::vector<size_t>{1000, 3}, std::vector<size_t>{4096, 64}}) {
      std::vector<size_t> local(2);
      succeed(suggest(queue, kernel, 2, nullptr, global.data(), local.data()));
      succeed(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(), nullptr, 0, nullptr,
                                     nullptr));
      const std::vector<cl_int> seen = contents<cl_int>(memory);
      CHECK(std::vector<size_t>(seen.begin(), seen.end()) == local);
      CHECK((global[0] % local[0] == 0 || std::string(options) == "-cl-std=CL3.1"));
    }
  }
}

TEST_CASE_METHOD(PlatformFixture,
                 "clGetKernelSuggestedLocalWorkSize: is the last entry of the loader's table",
                 "[clGetKernelSuggestedLocalWorkSize]") {
  const void *const *table = *reinterpret_cast<const void *const *const *>(platform);
  CHECK(table[sizeof(cl_icd_dispatch) / sizeof(void *)] ==
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSize"));
}

TEST_CASE_METHOD(SuggestionFixture, "clGetKernelSuggestedLocalWorkSize: rejects invalid arguments",
                 "[clGetKernelSuggestedLocalWorkSize]") {
  const auto kernel = kernel_of_source(context, source);
  const auto memory = buffer(8);
  const size_t sizes[] = {4, 0};
  const size_t offsets[] = {SIZE_MAX};
  size_t local[2] = {};
  expect(suggest(queue, kernel, 1, nullptr, sizes, local), CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, memory);
  expect(suggest(nullptr, kernel, 1, nullptr, sizes, local), CL_INVALID_COMMAND_QUEUE);
  expect(suggest(queue, nullptr, 1, nullptr, sizes, local), CL_INVALID_KERNEL);
  expect(suggest(other_queue, kernel, 1, nullptr, sizes, local), CL_INVALID_CONTEXT);
  expect(suggest(queue, kernel, 0, nullptr, sizes, local), CL_INVALID_WORK_DIMENSION);
  expect(suggest(queue, kernel, 4, nullptr, sizes, local), CL_INVALID_WORK_DIMENSION);
  expect(suggest(queue, kernel, 1, offsets, sizes, local), CL_INVALID_GLOBAL_OFFSET);
  expect(suggest(queue, kernel, 1, nullptr, nullptr, local), CL_INVALID_GLOBAL_WORK_SIZE);
  expect(suggest(queue, kernel, 2, nullptr, sizes, local), CL_INVALID_GLOBAL_WORK_SIZE);
  expect(suggest(queue, kernel, 1, nullptr, sizes, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_suggested_local_work_size
