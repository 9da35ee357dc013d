// Transforms complex numbers forwards and backwards with clFFT, for lengths with different prime
// factors, and prints the distance of the results from the input.
#define CL_TARGET_OPENCL_VERSION 120
#include <clFFT.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void require(clfftStatus status, const char *what) {
  if (status != CLFFT_SUCCESS) {
    std::printf("failed: %s (%d)\n", what, status);
    std::exit(1);
  }
}

void transform(cl_context context, cl_command_queue queue, clfftDim dimensions, size_t length,
               size_t batch) {
  size_t lengths[2] = {length, length};
  const size_t count = (dimensions == CLFFT_2D ? length * length : length) * batch;
  std::vector<float> values(2 * count);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = std::sin(static_cast<float>(i % 1009));
  }
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(float),
                                       values.data(), nullptr);
  clfftPlanHandle plan = 0;
  require(clfftCreateDefaultPlan(&plan, context, dimensions, lengths), "a plan");
  clfftSetPlanBatchSize(plan, batch);
  require(clfftBakePlan(plan, 1, &queue, nullptr, nullptr), "a plan's kernels");
  for (int i = 0; i < 3; ++i) {
    for (const auto direction : {CLFFT_FORWARD, CLFFT_BACKWARD}) {
      cl_mem in_place = buffer;
      require(clfftEnqueueTransform(plan, direction, 1, &queue, 0, nullptr, nullptr, &in_place,
                                    nullptr, nullptr),
              "a transformation");
    }
  }
  std::vector<float> results(values.size());
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, results.size() * sizeof(float), results.data(), 0,
                      nullptr, nullptr);
  float farthest = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    farthest = std::fmax(farthest, std::fabs(values[i] - results[i]));
  }
  std::printf("%zu: %s\n", length, farthest < 1e-3f ? "right" : "failed");
  clfftDestroyPlan(&plan);
  clReleaseMemObject(buffer);
}

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  clfftSetupData setup;
  clfftInitSetupData(&setup);
  require(clfftSetup(&setup), "the library");
  transform(context, queue, CLFFT_1D, 1024, 512);
  transform(context, queue, CLFFT_1D, 1000, 512);
  transform(context, queue, CLFFT_1D, 65536, 8);
  transform(context, queue, CLFFT_2D, 512, 1);
  clfftTeardown();
}
