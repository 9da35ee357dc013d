#include "kernels.h"

#include <xmmintrin.h>

#include <chrono>
#include <cstring>
#include <vector>

#include "compiler/program/program.h"

namespace mux::test {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelDescription;
using compiler::KernelFunction;
using compiler::NdRange;

template <typename T>
T argument(const void *arguments, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(arguments) + offset, sizeof value);
  return value;
}

template <typename Function>
void for_each_item(const NdRange &range, uint64_t group, Function function) {
  const uint64_t x = group % range.group_count[0];
  const uint64_t first = x * range.local_size[0];
  const uint64_t last = std::min(first + range.local_size[0], range.global_size[0]);
  for (uint64_t item = first; item < last; ++item) {
    function(range.global_offset[0] + item);
  }
}

int32_t increment(const void *arguments, const NdRange *range, uint64_t first, uint64_t last,
                  void *) {
  auto *data = argument<int32_t *>(arguments, 0);
  for (uint64_t group = first; group < last; ++group) {
    for_each_item(*range, group, [data](uint64_t item) { ++data[item]; });
  }
  return 0;
}

int32_t count(const void *arguments, const NdRange *range, uint64_t first, uint64_t last, void *) {
  auto *total = argument<std::atomic<uint64_t> *>(arguments, 0);
  for (uint64_t group = first; group < last; ++group) {
    for_each_item(*range, group,
                  [total](uint64_t) { total->fetch_add(1, std::memory_order_relaxed); });
  }
  return 0;
}

int32_t meet(Meeting *meeting, uint64_t first, uint64_t last) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (uint64_t group = first; group < last; ++group) {
    {
      const std::lock_guard<std::mutex> guard(meeting->mutex);
      meeting->present.insert(std::this_thread::get_id());
      meeting->met = meeting->present.size();
    }
    while (meeting->met < meeting->wanted && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
  return 0;
}

int32_t meet(const void *arguments, const NdRange *, uint64_t first, uint64_t last, void *) {
  return meet(argument<Meeting *>(arguments, 0), first, last);
}

int32_t meet_in(const void *arguments, const NdRange *, uint64_t first, uint64_t last, void *) {
  return meet(argument<Meeting *>(arguments, 8), first, last);
}

int32_t crowd(const void *arguments, const NdRange *, uint64_t first, uint64_t last, void *) {
  auto *crowd = argument<Crowd *>(arguments, 0);
  for (uint64_t group = first; group < last; ++group) {
    const uint32_t present = ++crowd->present;
    uint32_t most = crowd->most;
    while (most < present && !crowd->most.compare_exchange_weak(most, present)) {
    }
    // Longer than other threads take to join.
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    --crowd->present;
  }
  return 0;
}

int32_t status(const void *arguments, const NdRange *range, uint64_t, uint64_t last, void *) {
  return last == range->group_count[0] ? argument<int32_t>(arguments, 0) : 0;
}

int32_t deep(const void *arguments, const NdRange *, uint64_t first, uint64_t last, void *) {
  auto *out = argument<uint64_t *>(arguments, 0);
  volatile unsigned char bytes[deep_stack_bytes];
  for (uint64_t group = first; group < last; ++group) {
    for (uint64_t index = 0; index < deep_stack_bytes; index += 64) {
      bytes[index] = static_cast<unsigned char>(index);
    }
    out[group] = 0;
    for (uint64_t index = 0; index < deep_stack_bytes; index += 64) {
      out[group] += bytes[index];
    }
  }
  return 0;
}

int32_t environment(const void *arguments, const NdRange *, uint64_t first, uint64_t last, void *) {
  auto *out = argument<uint32_t *>(arguments, 0);
  for (uint64_t group = first; group < last; ++group) {
    // The low six bits are the exception flags.
    out[group] = _mm_getcsr() & ~0x3Fu;
  }
  return 0;
}

constexpr uint64_t declared_local = 256;
constexpr uint64_t storage_per_item = 24;

int32_t local(const void *arguments, const NdRange *range, uint64_t first, uint64_t last,
              void *scratch) {
  const auto offset = argument<uint64_t>(arguments, 0);
  auto *out = argument<uint32_t *>(arguments, 8);
  auto *bytes = static_cast<unsigned char *>(scratch);
  auto *values = reinterpret_cast<uint32_t *>(bytes + offset);
  for (uint64_t group = first; group < last; ++group) {
    std::memset(bytes, 0xAA, declared_local);
    std::memset(bytes + range->work_item_storage_offset, 0x55,
                storage_per_item * range->local_size[0]);
    for (uint64_t item = 0; item < range->local_size[0]; ++item) {
      values[item] = static_cast<uint32_t>(group + item);
    }
    uint32_t sum = 0;
    for (uint64_t item = 0; item < range->local_size[0]; ++item) {
      sum += values[item];
    }
    out[group] = sum;
  }
  return 0;
}

void spin(uint32_t rounds) {
  for (uint32_t round = 0; round < rounds; ++round) {
    _mm_pause();
  }
}

int32_t mix(const void *arguments, const NdRange *range, uint64_t, uint64_t, void *) {
  const auto *source = argument<const unsigned char *>(arguments, 0);
  auto *destination = argument<unsigned char *>(arguments, 8);
  const auto settings = argument<MixSettings>(arguments, 16);
  spin(settings.delay);
  mix_bytes(source, destination, range->global_size[0], settings.salt);
  return 0;
}

int32_t stamp(const void *arguments, const NdRange *range, uint64_t first, uint64_t last, void *) {
  auto *destination = argument<unsigned char *>(arguments, 0);
  const auto settings = argument<MixSettings>(arguments, 8);
  spin(settings.delay);
  for (uint64_t group = first; group < last; ++group) {
    for_each_item(*range, group,
                  [&](uint64_t item) { stamp_byte(destination, item, settings.salt); });
  }
  return 0;
}

int32_t stir(const void *arguments, const NdRange *, uint64_t, uint64_t, void *) {
  auto *memory = argument<unsigned char *>(arguments, 0);
  const auto settings = argument<MixSettings>(arguments, 8);
  spin(settings.delay);
  stir_bytes(memory, stirred_size, settings.salt);
  return 0;
}

KernelArgument make_argument(ArgumentKind kind, uint64_t size, uint64_t offset, std::string type,
                             std::string name) {
  KernelArgument result;
  result.kind = kind;
  result.size = size;
  result.alignment = size;
  result.offset = offset;
  result.type_name = std::move(type);
  result.name = std::move(name);
  return result;
}

KernelDescription describe(std::string name, std::vector<KernelArgument> arguments) {
  KernelDescription result;
  result.name = std::move(name);
  result.packed_size = arguments.size() * 8;
  result.arguments = std::move(arguments);
  return result;
}

class FunctionProgram : public compiler::Program {
 public:
  FunctionProgram() {
    add(increment,
        test::describe("increment", {make_argument(ArgumentKind::buffer, 8, 0, "int*", "data")}));
    add(count,
        test::describe("count", {make_argument(ArgumentKind::buffer, 8, 0, "ulong*", "total")}));
    add(meet, test::describe(
                  "meet", {make_argument(ArgumentKind::plain_old_data, 8, 0, "ulong", "meeting")}));
    KernelDescription described = test::describe(
        "meet_in", {make_argument(ArgumentKind::buffer, 8, 0, "void*", "own"),
                    make_argument(ArgumentKind::plain_old_data, 8, 8, "ulong", "m")});
    described.may_access_any_memory = false;
    add(meet_in, std::move(described));
    add(crowd, test::describe(
                   "crowd", {make_argument(ArgumentKind::plain_old_data, 8, 0, "ulong", "crowd")}));
    add(status, test::describe(
                    "status", {make_argument(ArgumentKind::plain_old_data, 4, 0, "int", "value")}));
    described =
        test::describe("deep", {make_argument(ArgumentKind::buffer, 8, 0, "ulong*", "out")});
    described.stack_use = deep_stack_bytes + 4096;
    add(deep, std::move(described));
    add(environment,
        test::describe("environment", {make_argument(ArgumentKind::buffer, 8, 0, "uint*", "out")}));
    described =
        test::describe("local", {make_argument(ArgumentKind::local_buffer, 8, 0, "uint*", "l"),
                                 make_argument(ArgumentKind::buffer, 8, 8, "uint*", "out")});
    described.local_memory_size = declared_local;
    described.storage_per_work_item = storage_per_item;
    add(local, std::move(described));

    described =
        test::describe("mix", {make_argument(ArgumentKind::buffer, 8, 0, "uchar*", "source"),
                               make_argument(ArgumentKind::buffer, 8, 8, "uchar*", "destination"),
                               make_argument(ArgumentKind::plain_old_data, 8, 16, "uint2", "s")});
    described.arguments[0].writes = false;
    described.may_access_any_memory = false;
    add(mix, std::move(described));
    described =
        test::describe("stamp", {make_argument(ArgumentKind::buffer, 8, 0, "uchar*", "destination"),
                                 make_argument(ArgumentKind::plain_old_data, 8, 8, "uint2", "s")});
    described.arguments[0].reads = false;
    described.may_access_any_memory = false;
    add(stamp, std::move(described));
    add(stir, test::describe("stir",
                             {make_argument(ArgumentKind::plain_old_data, 8, 0, "ulong", "memory"),
                              make_argument(ArgumentKind::plain_old_data, 8, 8, "uint2", "s")}));
  }

  bool can_specialize() const override { return false; }
  std::unique_ptr<compiler::Program> specialize(size_t, const compiler::Specialization &,
                                                std::string &) const override {
    return nullptr;
  }
  compiler::KernelCode code(size_t index, compiler::RequiredGroups, std::string &) const override {
    return {&kernels_[index].description, kernels_[index].function};
  }
  size_t kernel_count() const override { return kernels_.size(); }
  const KernelDescription &kernel(size_t index) const override {
    return kernels_[index].description;
  }

 private:
  struct Entry {
    KernelFunction function;
    KernelDescription description;
  };

  void add(KernelFunction function, KernelDescription description) {
    kernels_.push_back({function, std::move(description)});
  }

  std::vector<Entry> kernels_;
};

}  // namespace
}  // namespace mux::test

namespace mux::compiler {

std::unique_ptr<Program> load_program(std::string_view, std::string &, const LoadOptions &) {
  return std::make_unique<mux::test::FunctionProgram>();
}

void expect_programs() noexcept {}

}  // namespace mux::compiler
