// SLEEF's vector functions, for the widest vectors of this processor, as yardsticks: found when the
// program runs, so that the library is needed neither to build nor to run without.
//
// Used by the main thread.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace mux::bench {

// Applies a function to arrays of a multiple of 16 numbers; of one argument, `y` is not read. Empty
// if there is no library, or no such function in it. `function` is as in MathFunction::sleef.
template <typename T>
using ArrayFunction =
    std::function<void(std::span<const T> x, std::span<const T> y, std::span<T> out)>;

template <typename T>
ArrayFunction<T> find_sleef(const std::string &function, bool takes_two);

}  // namespace mux::bench
