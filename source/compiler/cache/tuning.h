/// @file
/// Tuning constants of the cache.
#pragma once

#include <chrono>
#include <cstdint>

namespace mux::compiler::cache_tuning {

/// Default limit of the cache's size on disk. The five kernels of a program like the demonstration
/// take 100 KB with all their specialized versions, so this is enough for many programs.
inline constexpr uint64_t default_max_bytes = uint64_t{1} << 30;

/// The folder is scanned each time a sixteenth of the limit was stored. Measured: scanning 20,000
/// entries takes 44 ms of a core (AMD EPYC, a virtual disk), compiling so much code minutes.
inline constexpr uint64_t scans_per_limit = 16;

/// The time of last use is not updated again within this time: eviction needs no finer order, and
/// each update is a write to the disk.
inline constexpr std::chrono::minutes use_time_resolution{10};

/// Age from which a temporary file counts as left by a killed process: writing takes seconds.
inline constexpr std::chrono::hours abandoned{1};

}  // namespace mux::compiler::cache_tuning
