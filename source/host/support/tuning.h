/// @file
/// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// How often a thread looks at a taken lock before it sleeps. Sections are tens of nanoseconds
/// long; a pause is about 60 ns on recent processors and 5 ns on older ones.
inline constexpr int lock_spins = 40;

}  // namespace mux::host::tuning
