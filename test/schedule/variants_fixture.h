/// @file
/// Variants of a kernel whose program only records requests.

#pragma once

#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "asked_program.h"
#include "counting_allocator.h"
#include "host/specialize/kernel_variants.h"
#include "host/specialize/tuning.h"

namespace mux::host::test {

using namespace mux::compiler;
using mux::test::AskedProgram;
using mux::test::CountingAllocator;

/// Code without specialization.
inline int32_t generic_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 3;
}

/// Code for all local sizes.
inline int32_t general_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 0;
}

inline int32_t special_code(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 1;
}

inline int32_t code_made_quickly(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 4;
}

inline int32_t code_for_values(const void *, const NdRange *, uint64_t, uint64_t, void *) {
  return 2;
}

/// A kernel whose specialized code differs from its general code only by address.
class RecordingProgram : public AskedProgram {
 public:
  using AskedProgram::AskedProgram;

  CodeTier tier(size_t) const override { return own_tier; }
  bool was_cached(size_t) const override { return is_kept; }

  bool refuses = false;
  bool refuses_values = false;
  /// Whether its code, or code for values, may be in the cache.
  bool is_kept = false;
  bool keeps_values = false;
  uint64_t more_storage = 0;
  /// Whether baseline code is another function; otherwise all code is optimized.
  bool has_quick_code = false;
  CodeTier own_tier = CodeTier::optimized;

 private:
  static KernelFunction function_for(const Specialization &wanted, CodeTier tier) {
    if (tier == CodeTier::quick) {
      return code_made_quickly;
    }
    if (!wanted.arguments.empty()) {
      return code_for_values;
    }
    return wanted.range.has_value() ? special_code : general_code;
  }
  std::unique_ptr<Program> answer(const Specialization &wanted) const override {
    if (refuses || (refuses_values && !wanted.arguments.empty()) ||
        (wanted.only_cached && !keeps_values)) {
      return nullptr;
    }
    KernelDescription special = kernel(0);
    special.storage_per_work_item += more_storage;
    const CodeTier tier = has_quick_code ? wanted.tier : CodeTier::optimized;
    auto program = std::make_unique<RecordingProgram>(std::move(special),
                                                      function_for(wanted, tier), time_to_compile);
    program->own_tier = tier;
    program->is_kept = is_kept;
    return program;
  }
};

inline KernelArgument number(uint64_t size, uint64_t offset, bool is_candidate) {
  KernelArgument argument;
  argument.size = size;
  argument.alignment = size;
  argument.offset = offset;
  argument.is_specialization_candidate = is_candidate;
  return argument;
}

/// Two numbers of 4 bytes in one word, one of 8 and one of 2 bytes; the first is not a candidate.
inline KernelDescription four_numbers(bool local_size_matters) {
  KernelDescription kernel;
  kernel.arguments = {number(4, 0, false), number(4, 4, true), number(8, 8, true),
                      number(2, 16, true)};
  kernel.packed_size = 18;
  kernel.local_size_matters = local_size_matters;
  return kernel;
}

inline KernelDescription no_numbers() {
  KernelDescription kernel;
  kernel.local_size_matters = true;
  return kernel;
}

struct Packed {
  uint32_t free = 0;
  uint32_t first = 0;
  uint64_t second = 0;
  uint16_t third = 0;
  uint16_t padding[3] = {};

  const std::byte *bytes() const { return reinterpret_cast<const std::byte *>(this); }
};

inline CommandRange linear(uint64_t global, uint64_t local, uint64_t offset = 0) {
  CommandRange range{};
  range.dimensions = 1;
  for (int i = 0; i < 3; ++i) {
    range.global_size[i] = i == 0 ? global : 1;
    range.local_size[i] = i == 0 ? local : 1;
    range.global_offset[i] = i == 0 ? offset : 0;
    range.group_count[i] = 1;
  }
  return range;
}

class VariantsFixture {
 public:
  void prepare(KernelDescription kernel,
               SpecializationMode specializing = SpecializationMode::in_background) {
    program = std::make_unique<RecordingProgram>(std::move(kernel), generic_code);
    variants = std::make_unique<KernelVariants>(*program, Allocator(counting.info()), specializing);
  }
  KernelVariant *first() {
    KernelVariant *variant = nullptr;
    REQUIRE(variants->prepare(0, variant));
    return variant;
  }
  ChosenCode choose(const CommandRange &range) {
    std::string error;
    return variants->choose(0, first(), range, error);
  }
  /// The variant, without its initial requests.
  KernelVariant *find(const CommandRange &range) {
    KernelVariant *variant = choose(range).variant;
    program->forget();
    return variant;
  }
  /// Uses so many local sizes that the next one begins with the general code.
  void use_local_sizes() {
    for (int i = 0; i < tuning::local_sizes_at_once; ++i) {
      REQUIRE(choose(linear(12, 2 + i)).code.function != nullptr);
    }
    program->forget();
  }

  /// Uses the variant `uses` times, then waits until the code runs.
  /// @param goes_on whether waiting counts as using.
  static bool runs_in_the_end(KernelVariant &variant, const Packed &packed, KernelFunction code,
                              uint32_t uses, bool goes_on = false) {
    for (uint32_t i = 0; i < uses; ++i) {
      variant.code(packed.bytes(), true);
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline) {
      if (variant.code(packed.bytes(), goes_on).function() == code) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// Waits until uses are counted again: observation begins shortly after code is published.
  static bool watches_again(const KernelVariant &variant) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!variant.counts_work() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return variant.counts_work();
  }
  CountingAllocator counting;
  std::unique_ptr<RecordingProgram> program;
  std::unique_ptr<KernelVariants> variants;
};

}  // namespace mux::host::test
