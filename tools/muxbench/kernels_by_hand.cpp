// Runners of the hand-written kernels and of the copy: all code that uses OpenMP.

// Clang's tools do not find GCC's header.
#if defined(_OPENMP) && __has_include(<omp.h>)
#include <omp.h>
#define MUX_BENCH_OPENMP
#endif

#include <algorithm>
#include <cstring>

#include "muxbench/kernels_runner.h"

namespace mux::bench {
namespace {

// Ends OpenMP's threads, which spin for milliseconds after their work.
void end_threads() {
#ifdef MUX_BENCH_OPENMP
  omp_pause_resource_all(omp_pause_soft);
#endif
}

std::string title(const ByHand &by_hand) {
  std::string name = std::string("C++, ") + by_hand.level;
#ifdef MUX_BENCH_OPENMP
  name += ", OpenMP";
#endif
  return name;
}

class ByHandRunner : public Runner {
 public:
  ByHandRunner(const Workload &workload, const ByHand &by_hand)
      : Runner(title(by_hand)), workload_(workload), by_hand_(by_hand) {
    for (const Array &array : workload.arrays) {
      memory_.emplace_back(array.initial.bytes().size());
      arrays_.push_back(memory_.back().bytes().data());
      std::ranges::copy(array.initial.bytes(), arrays_.back());
    }
  }

  void restore() override {
    for (size_t index = 0; index < arrays_.size(); ++index) {
      if (workload_.arrays[index].tolerance) {
        std::ranges::copy(workload_.arrays[index].initial.bytes(), arrays_[index]);
      }
    }
  }

  void run() override { workload_.by_hand(by_hand_, arrays_); }

  std::vector<std::byte> read(size_t array) override {
    const std::span<std::byte> bytes = memory_[array].bytes();
    return {bytes.begin(), bytes.end()};
  }

  void rest() override { end_threads(); }

 private:
  const Workload &workload_;
  const ByHand &by_hand_;
  std::vector<HostMemory> memory_;
  std::vector<std::byte *> arrays_;
};

class CopyRunner : public Runner {
 public:
  explicit CopyRunner(size_t size) : Runner("copy"), source_(size), destination_(size) {}

  void restore() override {}

  void run() override {
    const std::span<const std::byte> from = source_.bytes();
    const std::span<std::byte> to = destination_.bytes();
    constexpr size_t piece = size_t{1} << 20;
#ifdef MUX_BENCH_OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (size_t offset = 0; offset < from.size(); offset += piece) {
      std::memcpy(to.data() + offset, from.data() + offset, std::min(piece, from.size() - offset));
    }
  }

  std::vector<std::byte> read(size_t) override { return {}; }

  void rest() override { end_threads(); }

 private:
  HostMemory source_;
  HostMemory destination_;
};

}  // namespace

std::unique_ptr<Runner> make_by_hand_runner(const Workload &workload, const ByHand &by_hand) {
  return std::make_unique<ByHandRunner>(workload, by_hand);
}

std::unique_ptr<Runner> make_copy_runner(size_t size) {
  return std::make_unique<CopyRunner>(size);
}

std::vector<const ByHand *> by_hand_levels() {
  std::vector<const ByHand *> levels;
  // Clang 19 and GCC 12 know the names of the levels.
  if (__builtin_cpu_supports("x86-64-v4")) {
    levels.push_back(&by_hand_x86_64_v4);
  }
  if (__builtin_cpu_supports("x86-64-v3")) {
    levels.push_back(&by_hand_x86_64_v3);
  }
  return levels;
}

}  // namespace mux::bench
