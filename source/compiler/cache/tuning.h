/// @file
/// Numbers that the cache was tuned with.
#pragma once

#include <chrono>
#include <cstdint>

namespace mux::compiler::cache_tuning {

/// What the cache may take of the disk unless the environment says otherwise. The five kernels of
/// a program like the demonstration take 100 KB with all their specialized versions: room for the
/// programs of years, and nobody misses it.
inline constexpr uint64_t default_most_bytes = uint64_t{1} << 30;

/// The disk is looked through after a sixteenth of what the cache may take was stored: looking at
/// 20,000 entries takes 44 ms of a core (AMD EPYC, a virtual disk), making so much code minutes.
inline constexpr uint64_t parts_between_looks = 16;

/// An entry that was used is marked as such unless that was done so short a while ago: the order
/// in which entries go is none of minutes, and a mark is a write to the disk.
inline constexpr std::chrono::minutes used_recently{10};

/// A file that is being written is finished within seconds. Whoever left one this old was killed.
inline constexpr std::chrono::hours abandoned{1};

}  // namespace mux::compiler::cache_tuning
