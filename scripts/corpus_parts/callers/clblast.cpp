// Calls CLBlast's routines of all three levels, and prints the sums of their results.
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr size_t size = 512;

void require(bool is_right, const char *what) {
  if (!is_right) {
    std::printf("failed: %s\n", what);
    std::exit(1);
  }
}

void require(clblast::StatusCode status, const char *what) {
  require(status == clblast::StatusCode::kSuccess, what);
}

struct Device {
  cl_context context;
  cl_command_queue queue;
};

cl_mem matrix(const Device &device, float shift) {
  std::vector<float> values(size * size);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = std::sin(static_cast<float>(i) * 0.37f + shift);
  }
  return clCreateBuffer(device.context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(float),
                        values.data(), nullptr);
}

void tell(const Device &device, const char *name, cl_mem buffer, size_t count) {
  std::vector<float> values(count);
  clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, count * sizeof(float), values.data(), 0,
                      nullptr, nullptr);
  double sum = 0;
  for (const float value : values) {
    sum += std::fabs(value);
  }
  std::printf("%s: %.4g\n", name, sum);
}

}  // namespace

int main() {
  using namespace clblast;
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr);
  Device device{clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr), nullptr};
  device.queue = clCreateCommandQueue(device.context, id, 0, nullptr);
  require(device.queue != nullptr, "a device");
  cl_command_queue *queue = &device.queue;
  const cl_mem a = matrix(device, 0);
  const cl_mem b = matrix(device, 1);
  const cl_mem c = matrix(device, 2);
  const auto row = Layout::kRowMajor;
  const auto plain = Transpose::kNo;
  const auto turned = Transpose::kYes;
  for (int i = 0; i < 4; ++i) {
    require(Axpy(size * size, 0.5f, a, 0, 1, b, 0, 1, queue), "axpy");
    require(Scal(size * size, 0.7f, b, 0, 1, queue), "scal");
    require(Dot<float>(size * size, c, 0, a, 0, 1, b, 0, 1, queue), "dot");
    require(Gemv(row, plain, size, size, 0.1f, a, 0, size, b, 0, 1, 0.5f, c, 0, 1, queue), "gemv");
    require(Gemv(row, turned, size, size, 0.1f, a, 0, size, b, 0, 1, 0.5f, c, 0, 1, queue), "gemv");
    require(Ger(row, size, size, 0.01f, b, 0, 1, c, 0, 1, a, 0, size, queue), "ger");
    require(Gemm(row, plain, plain, size, size, size, 0.01f, a, 0, size, b, 0, size, 0.5f, c, 0,
                 size, queue),
            "gemm");
    require(Gemm(row, turned, turned, 96, 80, 112, 0.01f, a, 0, size, b, 0, size, 0.5f, c, 0, size,
                 queue),
            "small gemm");
    require(
        Syrk(row, Triangle::kLower, plain, size, size, 0.01f, a, 0, size, 0.5f, c, 0, size, queue),
        "syrk");
    require(Omatcopy(row, turned, size, size, 0.9f, c, 0, size, b, 0, size, queue), "omatcopy");
  }
  tell(device, "a", a, size * size);
  tell(device, "b", b, size * size);
  tell(device, "c", c, size * size);
}
