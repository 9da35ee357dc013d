// Loads a binary repeatedly, each time with one bit flipped, and prints the result. LLVM may crash
// on such a binary; then the parent restarts this program after that flip.
//
// load_damaged FILE SEED FIRST COUNT
//
// For each of COUNT flips, beginning with number FIRST, it writes '?' before the attempt and 'r' if
// the binary or one of its kernels was rejected, 'a' if all were accepted. SIGALRM kills it if an
// attempt takes too long.

#include <mux/extensions.h>
#include <mux/mux.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

// LLVM may leak when it rejects a binary, which is not tested here.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name that the address sanitizer looks for
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_leaks=0";
}

namespace {

constexpr unsigned most_seconds = 20;

void *allocate(void *, size_t size, size_t alignment) {
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void release(void *, void *memory) {
  std::free(memory);
}

bool say(char what) {
  return write(STDOUT_FILENO, &what, 1) == 1;
}

// The bit of flip number `flip`.
size_t chosen_bit(uint32_t seed, uint32_t flip, size_t bits) {
  std::seed_seq sequence{seed, flip};
  std::mt19937_64 random(sequence);
  return random() % bits;
}

// Creates each kernel of an executable, and destroys it.
mux_result_t create_kernels(mux_device_t device, mux_executable_t executable,
                            const mux_allocator_info_t &allocator) {
  uint64_t count = 0;
  mux_result_t result = muxGetExecutableKernelCount(executable, &count);
  for (uint64_t index = 0; result == mux_success && index < count; ++index) {
    const char *name = nullptr;
    mux_kernel_t kernel = nullptr;
    result = muxGetExecutableKernelName(executable, index, &name);
    if (result == mux_success && *name != '\0') {
      result = muxCreateKernel(device, executable, name, std::strlen(name), allocator, &kernel);
    }
    if (kernel != nullptr) {
      muxDestroyKernel(device, kernel, allocator);
    }
  }
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    return 2;
  }
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  std::ifstream file(argv[1], std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto seed = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const auto first = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  const auto count = static_cast<uint32_t>(std::strtoul(argv[4], nullptr, 10));

  const mux_allocator_info_t allocator = {allocate, release, nullptr};
  mux_device_info_t info = nullptr;
  mux_device_t device = nullptr;
  if (whole.empty() || muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr) != mux_success ||
      muxCreateDevices(1, &info, allocator, &device) != mux_success) {
    return 2;
  }
  for (uint32_t flip = first; flip < first + count; ++flip) {
    std::string damaged = whole;
    const size_t bit = chosen_bit(seed, flip, damaged.size() * 8);
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    if (!say('?')) {
      return 3;
    }
    alarm(most_seconds);
    mux_executable_t executable = nullptr;
    mux_result_t result =
        muxCreateExecutable(device, damaged.data(), damaged.size(), allocator, &executable);
    if (result == mux_success) {
      result = create_kernels(device, executable, allocator);
      muxDestroyExecutable(device, executable, allocator);
    }
    alarm(0);
    if (!say(result == mux_success ? 'a' : 'r')) {
      return 3;
    }
  }
  muxDestroyDevice(device, allocator);
  return 0;
}
