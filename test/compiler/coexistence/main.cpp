/// Runs the same job with PoCL and with Mux in the order of the first argument. The second argument
/// is the module that uses Mux. Returns 77 if PoCL is not installed.

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "run_with_opencl.h"

namespace {

constexpr int skipped = 77;

void run_mux(const char *module_path) {
  void *module = dlopen(module_path, RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(EXIT_FAILURE);
  }
  const auto run = reinterpret_cast<bool (*)()>(dlsym(module, "run_with_mux"));
  if (run == nullptr || !run()) {
    std::fprintf(stderr, "Mux gave a wrong result\n");
    std::exit(EXIT_FAILURE);
  }
  std::printf("Mux: right\n");
}

void run_pocl() {
  const coexistence::OpenClResult result = coexistence::run_with_pocl();
  if (result == coexistence::OpenClResult::not_installed) {
    std::printf("PoCL is not installed (packages pocl-opencl-icd, ocl-icd-libopencl1)\n");
    std::exit(skipped);
  }
  if (result != coexistence::OpenClResult::right) {
    std::fprintf(stderr, "PoCL gave a wrong result\n");
    std::exit(EXIT_FAILURE);
  }
  std::printf("PoCL: right\n");
}

/// The worst case: all symbols of PoCL and its LLVM are visible to libraries loaded later.
void load_pocl_globally() {
  if (dlopen("libpocl.so.2", RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    std::printf("libpocl.so.2 is not installed\n");
    std::exit(skipped);
  }
}

void run_at_once(const char *module_path) {
  // The first run loads the libraries, which must not be concurrent.
  run_pocl();
  run_mux(module_path);
  std::thread pocl([] {
    for (int round = 0; round < 5; ++round) {
      run_pocl();
    }
  });
  for (int round = 0; round < 20; ++round) {
    run_mux(module_path);
  }
  pocl.join();
}

}  // namespace

int main(int argc, char **argv) {
  const std::string_view order = argc == 3 ? argv[1] : "";
  const char *module_path = argv[argc - 1];
  if (order == "mux-pocl") {
    run_mux(module_path);
    run_pocl();
  } else if (order == "pocl-mux") {
    run_pocl();
    run_mux(module_path);
  } else if (order == "global-pocl-mux") {
    load_pocl_globally();
    run_pocl();
    run_mux(module_path);
  } else if (order == "mux-pocl-mux-pocl") {
    for (int round = 0; round < 2; ++round) {
      run_mux(module_path);
      run_pocl();
    }
  } else if (order == "both-at-once") {
    run_at_once(module_path);
  } else {
    std::fprintf(stderr, "unknown order\n");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
